import { type Condition, conditionOf, type Leaf, type Test } from '../../../../engines/scim-protocol/filter/condition.js';
import type { AttributePath, Filter } from '../../../../engines/scim-protocol/filter/filter.js';
import type { AttributeDefinition } from '../../../../engines/scim-protocol/schema/attribute-definition.js';
import { attributeNamed, definitionAt, schemaOf } from '../../../../engines/scim-protocol/schema/definitions.js';
import { NEVER } from './column-condition.js';
import { jsonCondition, jsonPath, jsonPredicate } from './json-condition.js';
import { hasMemberships, isMembership, isRelated, managerCondition, relatedCondition } from './related-condition.js';
import { resourceCondition } from './resource-condition.js';
import { documentSql, type SearchScope } from './search-scope.js';

/** What a path means to a statement. */
export interface Located {
  /** `null` for what no schema defines. */
  readonly definition: AttributeDefinition | null;
  /** Lower-cased, as `search` has them. */
  readonly keys: readonly string[];
}

/** An SQL condition on the row `r` of `scim_resources`. @throws InvalidFilter */
export function filterCondition(scope: SearchScope, filter: Filter): string {
  return combined(filter, (leaf) => (leaf.kind === 'values' ? valuesCondition(scope, leaf.path, leaf.filter) : leafCondition(scope, leaf)));
}

/** The attribute, or what it means where it has values of its own: of `emails` that is `emails.value`. */
export function locate({ type }: SearchScope, path: AttributePath): Located {
  const found = definitionAt(type, path);
  if (found !== null) return { definition: found.definition, keys: found.keys.map((key) => key.toLowerCase()) };
  const names = [path.schema, path.attribute, path.subAttribute].filter((name) => name !== null);
  return { definition: null, keys: names.map((name) => name.toLowerCase()) };
}

export function valueOf(located: Located): Located {
  const value = attributeNamed(located.definition?.subAttributes, 'value');
  return value === null ? located : { definition: value, keys: [...located.keys, 'value'] };
}

/** An SQL condition on the resource `x` as a member of a group; paths are those between the brackets of `members[...]`. @throws InvalidFilter */
export function memberCondition(scope: SearchScope, filter: Filter): string {
  const members = attributeNamed(schemaOf('Group').attributes, 'members');
  const partOf = (leaf: Leaf): Part => ({
    ...conditionOf(leaf, attributeNamed(members?.subAttributes, leaf.path.attribute)),
    key: leaf.path.attribute.toLowerCase(),
  });
  return ofEach(filter, partOf, ({ key, test }) => relatedCondition(scope, key, test));
}

type Term = Extract<Filter, { kind: 'compare' | 'present' | 'values' }>;

function combined(filter: Filter, condition: (term: Term) => string): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = chainOf(filter, filter.kind).map((each) => `(${combined(each, condition)})`);
      return parts.join(filter.kind === 'and' ? ' AND ' : ' OR ');
    }
    case 'not':
      return negated(combined(filter.filter, condition));
    default:
      return condition(filter);
  }
}

/** Flat, however long: neither this process nor the database nests deeper for another `or`. */
function chainOf(filter: Filter, kind: 'and' | 'or'): Filter[] {
  const parts: Filter[] = [];
  let rest = filter;
  while (rest.kind === kind) {
    parts.push(rest.right);
    rest = rest.left;
  }
  return [...parts, rest].reverse();
}

/** Without a value there is no truth value in SQL, but in SCIM the condition is just not met. */
function negated(sql: string): string {
  return `(${sql}) IS NOT TRUE`;
}

function leafCondition(scope: SearchScope, leaf: Leaf): string {
  const whole = locate(scope, leaf.path);
  const list = leaf.kind === 'compare' && leaf.operator === 'ne' && leaf.value !== null ? listOf(scope, leaf.path) : null;
  if (list !== null) {
    const attribute = leaf.path.subAttribute ?? 'value';
    return valuesCondition(scope, list, { ...leaf, path: { schema: null, attribute, subAttribute: null } });
  }
  const { definition, keys } = leaf.kind === 'present' || leaf.value === null ? whole : valueOf(whole);
  const { test, isNegated } = conditionOf(leaf, definition);
  const sql = isMembership(scope.type, keys[0])
    ? membershipCondition(scope, keys, test)
    : (managerCondition(scope, keys, test) ??
      resourceCondition(scope, keys, test) ??
      jsonCondition(scope.values, documentSql(scope, keys), keys, test));
  return isNegated ? negated(sql) : sql;
}

/** When there are several values, one of them has to meet the condition, even the condition of being different. */
function listOf(scope: SearchScope, path: AttributePath): AttributePath | null {
  const list = { ...path, subAttribute: null };
  const { definition } = locate(scope, list);
  return definition?.multiValued === true && definition.type === 'complex' ? list : null;
}

function membershipCondition(scope: SearchScope, keys: readonly string[], test: Test): string {
  const [, key = 'value'] = keys;
  if (test.kind === 'present' && key === 'value') return hasMemberships(scope);
  return isRelated(scope, relatedCondition(scope, key, test), key === 'type');
}

/** `emails[type eq "work" and value co "x"]`: all of it must be true of one value. */
function valuesCondition(scope: SearchScope, path: AttributePath, filter: Filter): string {
  const { definition, keys } = locate(scope, path);
  if (keys[0] === 'meta') return filterCondition(scope, ofMeta(filter));
  const partOf = (leaf: Leaf): Part => ({
    ...conditionOf(leaf, attributeNamed(definition?.subAttributes, leaf.path.attribute)),
    key: leaf.path.attribute.toLowerCase(),
  });
  if (isMembership(scope.type, keys[0])) {
    let asksForType = false;
    const related = ofEach(filter, partOf, ({ key, test }) => {
      asksForType ||= key === 'type';
      return relatedCondition(scope, key, test);
    });
    return isRelated(scope, related, asksForType);
  }
  const predicate = predicateOf(filter, partOf);
  if (predicate === NEVER) return NEVER;
  if (predicate !== null) return `${documentSql(scope, keys)} @? ${scope.values.add(`${jsonPath(keys)} ? (${predicate})`)}::jsonpath`;
  const elements = `jsonb_path_query(${documentSql(scope, keys)}, ${scope.values.add(`${jsonPath(keys)}[*]`)}::jsonpath)`;
  const condition = ofEach(filter, partOf, ({ key, test }) => jsonCondition(scope.values, 'e.value', [key], test));
  return `EXISTS (SELECT FROM ${elements} AS e (value) WHERE ${condition})`;
}

interface Part extends Condition {
  readonly key: string;
}

function ofEach(filter: Filter, partOf: (leaf: Leaf) => Part, condition: (part: Part) => string): string {
  return combined(filter, (term) => {
    if (term.kind === 'values') return NEVER;
    const part = partOf(term);
    return part.isNegated ? negated(condition(part)) : condition(part);
  });
}

/**
 * The whole filter as one predicate of a path, which an index can serve. @returns `null` unless it joins plain tests
 * with "and"
 */
function predicateOf(filter: Filter, partOf: (leaf: Leaf) => Part): string | null {
  const parts = chainOf(filter, 'and').map((each) => {
    if (each.kind !== 'compare') return null;
    const { key, test, isNegated } = partOf(each);
    return isNegated ? null : jsonPredicate(`@.${JSON.stringify(key)}`, test);
  });
  if (parts.includes(null)) return null;
  return parts.includes(NEVER) ? NEVER : parts.map((each) => `(${each})`).join(' && ');
}

/** The names between the brackets as names of the whole resource. */
function ofMeta(filter: Filter): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, left: ofMeta(filter.left), right: ofMeta(filter.right) };
    case 'not':
      return { ...filter, filter: ofMeta(filter.filter) };
    default:
      return { ...filter, path: { schema: null, attribute: 'meta', subAttribute: filter.path.attribute } };
  }
}
