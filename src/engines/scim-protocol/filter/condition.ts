import { InvalidFilter } from '../scim.errors.js';
import type { AttributeDefinition } from '../schema/attribute-definition.js';
import { folded } from '../schema/folded.js';
import type { ComparisonOperator, Filter } from './filter.js';

export type Leaf = Extract<Filter, { kind: 'compare' | 'present' }>;

/** Text in the spelling that the attribute is searched by; instants in milliseconds since 1970. */
export type Operand = string | number | boolean;

export type Test =
  | { readonly kind: 'present' }
  | { readonly kind: 'compare'; readonly operator: Exclude<ComparisonOperator, 'ne'>; readonly operand: Operand };

export interface Condition {
  readonly test: Test;
  readonly isNegated: boolean;
}

const PRESENT: Test = { kind: 'present' };
const SUBSTRING_OPERATORS: ReadonlySet<ComparisonOperator> = new Set(['co', 'sw', 'ew']);
const EQUALITY_OPERATORS: ReadonlySet<ComparisonOperator> = new Set(['eq', 'ne']);
const IN_QUOTES = ' Put texts in straight double quotes.';
const WHOLE_DATE = ' Write a date with its time, in straight double quotes: "2026-01-31T00:00:00Z".';
const DATE_TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * What a comparison asks of an attribute. `ne` is the opposite of `eq`, so an attribute without a value differs from
 * every value; without a value it equals null (RFC 7643 section 2.5).
 * @param definition `null` for an attribute that no schema defines: its values are not case exact
 * @throws InvalidFilter for an operator or a value that the type does not accept (RFC 7644 sections 3.4.2.2 and 3.12)
 */
export function conditionOf(leaf: Leaf, definition: AttributeDefinition | null): Condition {
  if (leaf.kind === 'present') return { test: PRESENT, isNegated: false };
  const { operator, value } = leaf;
  if (value !== null) {
    const operand = operandOf(definition, operator, value);
    if (operator === 'ne') return { test: { kind: 'compare', operator: 'eq', operand }, isNegated: true };
    return { test: { kind: 'compare', operator, operand }, isNegated: false };
  }
  if (operator === 'eq') return { test: PRESENT, isNegated: true };
  if (operator === 'ne') return { test: PRESENT, isNegated: false };
  throw new InvalidFilter(`"${operator}" does not compare with null.`);
}

function operandOf(definition: AttributeDefinition | null, operator: ComparisonOperator, value: Operand): Operand {
  if (definition === null) return unknown(operator, value);
  switch (definition.type) {
    case 'boolean':
      return truth(definition, operator, value);
    case 'integer':
    case 'decimal':
      if (typeof value !== 'number' || SUBSTRING_OPERATORS.has(operator)) throw unfit(definition, operator, value);
      return value;
    case 'dateTime':
      return SUBSTRING_OPERATORS.has(operator) && typeof value === 'string' ? value : instant(definition, operator, value);
    case 'complex':
      throw new InvalidFilter(`"${definition.name}" has sub-attributes: the filter has to name one.`);
    case 'binary':
      if (typeof value !== 'string' || (!EQUALITY_OPERATORS.has(operator) && !SUBSTRING_OPERATORS.has(operator)))
        throw unfit(definition, operator, value);
      return value;
    default:
      if (typeof value !== 'string') throw unfit(definition, operator, value);
      return definition.caseExact ? value : folded(value);
  }
}

/** Microsoft Entra ID writes `primary eq "True"`. */
function truth(definition: AttributeDefinition, operator: ComparisonOperator, value: Operand): boolean {
  const word = typeof value === 'number' ? '' : String(value).toLowerCase();
  if (!EQUALITY_OPERATORS.has(operator) || (word !== 'true' && word !== 'false')) throw unfit(definition, operator, value);
  return word === 'true';
}

function instant(definition: AttributeDefinition, operator: ComparisonOperator, value: Operand): number {
  const [text, zone] = (typeof value === 'string' ? DATE_TIME.exec(value) : null) ?? [];
  // RFC 7643 section 2.3.5 uses xsd:dateTime, where a zone may be missing; every instant that is given out is in UTC.
  const at = text === undefined ? NaN : Date.parse(zone === undefined ? `${text}Z` : text);
  if (Number.isNaN(at)) throw unfit(definition, operator, value);
  return at;
}

function unknown(operator: ComparisonOperator, value: Operand): Operand {
  if (typeof value === 'string') return folded(value);
  if (SUBSTRING_OPERATORS.has(operator) || (typeof value === 'boolean' && !EQUALITY_OPERATORS.has(operator)))
    throw new InvalidFilter(`"${operator}" does not compare with ${value}.${IN_QUOTES}`);
  return value;
}

function unfit({ name, type }: AttributeDefinition, operator: ComparisonOperator, value: Operand): InvalidFilter {
  const advice = type === 'dateTime' ? WHOLE_DATE : type === 'boolean' || typeof value === 'string' ? '' : IN_QUOTES;
  return new InvalidFilter(`"${name}" is of the type ${type}: "${operator} ${JSON.stringify(value)}" cannot be asked of it.${advice}`);
}
