import type { PolicyTree } from './policy-set.js';

export const DATA_POLICY_STATUSES = ['draft', 'active', 'disabled'] as const;
/** What replaces the values of a column. */
export const MASKS = ['null', 'hash', 'last_four', 'year'] as const;
/** Effects on a column, the strictest first. */
export const COLUMN_EFFECTS = ['deny', ...MASKS] as const;
export const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;

export const MOST_RULES = 200;
/** Values in one condition on rows, all its lists together. */
export const MOST_VALUES = 1_000;
export const DEEPEST_CONDITION = 10;
/** Limit for an organization. */
export const MOST_DATA_POLICIES = 200;

/** Bounds rules and conditions of active policies. Every instance holds them in memory, and every statement goes through them. */
export const MOST_ACTIVE_BYTES = 512 * 1024;

export type DataPolicyStatus = (typeof DATA_POLICY_STATUSES)[number];
export type ColumnEffect = (typeof COLUMN_EFFECTS)[number];
export type Comparison = (typeof COMPARISONS)[number];
export type Literal = string | number | boolean;

/** Such as `own.regions` or `department`: a fact about the person who asks. */
export interface FromPerson {
  readonly attribute: string;
}

export type RowCondition =
  | { readonly and: readonly RowCondition[] }
  | { readonly or: readonly RowCondition[] }
  | { readonly not: RowCondition }
  | { readonly column: string; readonly operator: Comparison; readonly value: Literal | FromPerson }
  | { readonly column: string; readonly operator: 'in'; readonly values: readonly Literal[] | FromPerson }
  | { readonly column: string; readonly operator: 'is_null' };

export type DataRule =
  | { readonly kind: 'relation'; readonly schema: string; readonly relation: string }
  | {
      readonly kind: 'column';
      readonly schema: string;
      readonly relation: string;
      readonly column: string;
      readonly effect: ColumnEffect;
    }
  | { readonly kind: 'tag'; readonly tag: string; readonly effect: ColumnEffect }
  /** If a policy has several for one relation, a row that any of them shows is shown. */
  | { readonly kind: 'rows'; readonly schema: string; readonly relation: string; readonly where: RowCondition };

/** A rule, and its place among those that were written. */
export interface NumberedRule {
  readonly index: number;
  readonly rule: DataRule;
}

/** What people write. */
export interface DataPolicyContent {
  readonly name: string;
  readonly description: string;
  /** `null`: all data sources of the organization, then by tags alone. */
  readonly dataSourceId: number | null;
  /** A condition of Cedar about the person and the session; `null`: for everyone. */
  readonly appliesWhen: string | null;
  readonly rules: readonly DataRule[];
}

export interface DataPolicy extends DataPolicyContent {
  /** The tree of the condition, bound to the organization. */
  readonly tree: PolicyTree;
  readonly id: number;
  readonly organizationId: number;
  readonly status: DataPolicyStatus;
  /** Counts every change. */
  readonly version: number;
  readonly updatedBy: number;
  readonly updatedAt: Date;
  /** When its condition first and last failed since its last change, and for whom; `null`: never. */
  readonly failingSince: Date | null;
  readonly failedAt: Date | null;
  readonly failedFor: number | null;
}

export function numbered(rules: readonly DataRule[]): readonly NumberedRule[] {
  return rules.map((rule, index) => ({ index, rule }));
}

/** A rule about one relation, of a policy for one data source. */
export function isOfRelation(rule: DataRule): rule is Exclude<DataRule, { kind: 'tag' }> {
  return rule.kind !== 'tag';
}

/** The comparisons of a condition, with the place of each in it. */
export function* comparisonsOf(
  condition: RowCondition,
  place: string,
): Generator<{ readonly place: string; readonly one: Extract<RowCondition, { column: string }> }> {
  if ('and' in condition) yield* each(condition.and, `${place}.and`);
  else if ('or' in condition) yield* each(condition.or, `${place}.or`);
  else if ('not' in condition) yield* comparisonsOf(condition.not, `${place}.not`);
  else yield { place, one: condition };
}

function* each(terms: readonly RowCondition[], place: string): ReturnType<typeof comparisonsOf> {
  for (const [index, term] of terms.entries()) yield* comparisonsOf(term, `${place}[${index}]`);
}

export function isFromPerson(value: unknown): value is FromPerson {
  return typeof value === 'object' && value !== null && 'attribute' in value;
}

/** The condition of such a policy. */
export function conditionIn(text: string): string {
  return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n'));
}

/** The one Cedar policy that a condition stands for; the condition begins on its second line. */
export function cedarTextOf(appliesWhen: string | null): string {
  return `permit (principal, action == Action::"query.run", resource is DataSource) when {\n${appliesWhen ?? 'true'}\n};`;
}

/** A text can close the brace that it stands in, and then say more. @param tree bound to the organization */
export function isOneCondition(tree: PolicyTree): boolean {
  const { conditions } = tree as { readonly conditions?: readonly { readonly kind: string }[] };
  // The first clause binds the policy to its organization.
  return conditions?.length === 2 && conditions[1]?.kind === 'when';
}

/** Texts and comments, in which braces mean nothing, and braces. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n\r]*|[{}]/g;

/** Where a condition closes a brace that it did not open; `null` if it closes none. */
export function strayBraceIn(appliesWhen: string): number | null {
  let depth = 0;
  for (const { 0: token, index } of appliesWhen.matchAll(TOKENS)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    if (depth < 0) return index;
  }
  return null;
}
