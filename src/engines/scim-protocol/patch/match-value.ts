import type { AttributePath, ComparisonOperator, ComparisonValue, Filter } from '../filter/filter.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, valueIn } from '../json.js';
import { attributeNamed } from '../schema/definitions.js';
import type { AttributeDefinition } from '../schema/attribute-definition.js';
import { folded } from '../schema/folded.js';

type Scalar = string | number | boolean;

/**
 * Whether a value of a multi-valued attribute is one that the filter of a path chooses (RFC 7644 section 3.5.2). For values without
 * sub-attributes "value" means the value itself.
 */
export function matches(filter: Filter, value: JsonValue, definition: AttributeDefinition | null): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, value, definition) && matches(filter.right, value, definition);
    case 'or':
      return matches(filter.left, value, definition) || matches(filter.right, value, definition);
    case 'not':
      return !matches(filter.filter, value, definition);
    case 'values':
      return false;
    case 'present':
      return scalarsAt(filter.path, value).length > 0;
    case 'compare':
      return compares(filter.operator, scalarsAt(filter.path, value), filter.value, subOf(definition, filter.path));
  }
}

/**
 * The value that a filter describes: of `type eq "work" and primary eq true` a primary value of the type "work".
 * @returns `null` for a filter that says anything but what is equal to what
 */
export function describedBy(filter: Filter): JsonObject | null {
  if (filter.kind === 'and') {
    const [left, right] = [describedBy(filter.left), describedBy(filter.right)];
    return left === null || right === null ? null : { ...left, ...right };
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null) return null;
  return filter.path.subAttribute === null ? { [filter.path.attribute]: filter.value } : null;
}

function subOf(definition: AttributeDefinition | null, { attribute }: AttributePath): AttributeDefinition | null {
  return attributeNamed(definition?.subAttributes, attribute) ?? (definition?.type === 'complex' ? null : definition);
}

function scalarsAt({ attribute }: AttributePath, value: JsonValue): Scalar[] {
  const found = isJsonObject(value) ? valueIn(value, attribute) : attribute.toLowerCase() === 'value' ? value : null;
  return (isJsonArray(found) ? found : [found]).filter(isScalar);
}

function isScalar(value: JsonValue): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function compares(
  operator: ComparisonOperator,
  found: readonly Scalar[],
  wanted: ComparisonValue,
  definition: AttributeDefinition | null,
): boolean {
  // RFC 7644 section 3.4.2.2: without a value an attribute equals null, and differs from everything else.
  if (operator === 'ne') return !compares('eq', found, wanted, definition);
  if (wanted === null) return operator === 'eq' && found.length === 0;
  return found.some((each) => holds(operator, each, wanted, definition));
}

function holds(operator: ComparisonOperator, found: Scalar, wanted: Scalar, definition: AttributeDefinition | null): boolean {
  // Entra ID writes roles[primary eq "True"].
  if (typeof found === 'boolean') return operator === 'eq' && String(found) === String(wanted).toLowerCase();
  if (typeof found !== typeof wanted) return false;
  const one = comparable(found, definition);
  const other = comparable(wanted, definition);
  switch (operator) {
    case 'eq':
      return one === other;
    case 'gt':
      return one > other;
    case 'ge':
      return one >= other;
    case 'lt':
      return one < other;
    case 'le':
      return one <= other;
    default:
      return typeof one === 'string' && typeof other === 'string' && holdsWithin(operator, one, other);
  }
}

function holdsWithin(operator: ComparisonOperator, text: string, part: string): boolean {
  if (operator === 'co') return text.includes(part);
  return operator === 'sw' ? text.startsWith(part) : text.endsWith(part);
}

function comparable(value: Scalar, definition: AttributeDefinition | null): Scalar {
  return typeof value === 'string' && definition?.caseExact !== true ? folded(value) : value;
}
