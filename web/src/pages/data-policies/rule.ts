/** The rules of a data policy. The API document leaves their shape open; `docs/tags.md` tells it. */
export const EFFECTS = ['deny', 'null', 'hash', 'last_four', 'year'] as const;
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;
export const OPERATORS = [...COMPARISONS, 'in', 'is_null'] as const;
export const KINDS = ['relation', 'column', 'tag', 'rows'] as const;

export type Effect = (typeof EFFECTS)[number];
export type Operator = (typeof OPERATORS)[number];
export type Kind = (typeof KINDS)[number];
export type Literal = string | number | boolean;

/** It means a fact about the person who asks. */
export interface FromPerson {
  readonly attribute: string;
}

export type Comparison =
  | { readonly column: string; readonly operator: (typeof COMPARISONS)[number]; readonly value: Literal | FromPerson }
  | { readonly column: string; readonly operator: 'in'; readonly values: readonly Literal[] | FromPerson }
  | { readonly column: string; readonly operator: 'is_null' };

export type Condition =
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition }
  | Comparison;

export interface Place {
  readonly schema: string;
  readonly relation: string;
}

export type Rule =
  | ({ readonly kind: 'relation' } & Place)
  | ({ readonly kind: 'column'; readonly column: string; readonly effect: Effect } & Place)
  | { readonly kind: 'tag'; readonly tag: string; readonly effect: Effect }
  | ({ readonly kind: 'rows'; readonly where: Condition } & Place);

export const NEW_COMPARISON: Comparison = { column: '', operator: '=', value: '' };

/** The rule as one of another kind, with what both have. */
export function withKind(rule: Rule, kind: Kind): Rule {
  const { schema, relation, column, effect, tag } = {
    schema: '',
    relation: '',
    column: '',
    effect: 'deny' as const,
    tag: '',
    ...rule,
  };
  switch (kind) {
    case 'relation':
      return { kind, schema, relation };
    case 'column':
      return { kind, schema, relation, column, effect };
    case 'tag':
      return { kind, tag, effect };
    case 'rows':
      return { kind, schema, relation, where: { ...NEW_COMPARISON, column } };
  }
}

export function withOperator(of: Comparison, operator: Operator): Comparison {
  const { column } = of;
  if (operator === 'is_null') return { column, operator };
  const { value, values } = { value: undefined, values: undefined, ...of };
  const given = value ?? values;
  const [first = ''] = isList(given) ? given : [];
  if (operator === 'in') return { column, operator, values: isList(given) || isFromPerson(given) ? given : listOf(given) };
  return { column, operator, value: given === undefined || isList(given) ? first : given };
}

const isList = (given: unknown): given is readonly Literal[] => Array.isArray(given);

const listOf = (given: Literal | undefined): Literal[] => (given === undefined || given === '' ? [] : [given]);

export const isFromPerson = (given: unknown): given is FromPerson => typeof given === 'object' && given !== null && 'attribute' in given;

/** The fields of a rule that are still empty, named as the service names them. */
export function emptyFields(rule: Rule, place: string): string[] {
  const own = Object.entries(rule).flatMap(([name, value]) => (value === '' ? [`${place}.${name}`] : []));
  return rule.kind === 'rows' ? [...own, ...emptyIn(rule.where, `${place}.where`)] : own;
}

function emptyIn(condition: Condition, place: string): string[] {
  if ('and' in condition) return condition.and.flatMap((one, index) => emptyIn(one, `${place}.and[${index}]`));
  if ('or' in condition) return condition.or.flatMap((one, index) => emptyIn(one, `${place}.or[${index}]`));
  if ('not' in condition) return emptyIn(condition.not, `${place}.not`);
  const { value, values } = { value: undefined, values: undefined, ...condition };
  const [name, given] = condition.operator === 'in' ? ['values', values] : ['value', value];
  return [
    ...(condition.column === '' ? [`${place}.column`] : []),
    ...(isFromPerson(given) && given.attribute === '' ? [`${place}.${name}.attribute`] : []),
  ];
}

/** A condition on rows as one line; what is known of a person begins with `person.`. */
export function written(condition: Condition): string {
  if ('and' in condition) return joined(condition.and, ' and ');
  if ('or' in condition) return joined(condition.or, ' or ');
  if ('not' in condition) return `not (${written(condition.not)})`;
  const { column } = condition;
  if (condition.operator === 'is_null') return `${column} is null`;
  const given = condition.operator === 'in' ? condition.values : condition.value;
  return `${column} ${condition.operator} ${isFromPerson(given) ? `person.${given.attribute}` : JSON.stringify(given)}`;
}

function joined(terms: readonly Condition[], by: string): string {
  const parts = terms.map((term) => ('and' in term || 'or' in term ? `(${written(term)})` : written(term)));
  return parts.join(by);
}
