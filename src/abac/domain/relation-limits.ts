import { type ExactNumber, type KnownColumn, comparable, isText, takesTexts } from './column-values.js';
import type { ColumnTag, ReviewedRelation } from './column-tags.js';
import type { FormerName } from './former-names.js';
import {
  type ColumnEffect,
  type Comparison,
  type DataRule,
  type Literal,
  MOST_VALUES,
  type RowCondition,
  comparisonsOf,
  isFromPerson,
} from './data-policy.js';
import { AttributeMissing, AttributeUnfit, isOfAttribute } from './data-policy.errors.js';
import { valuesFor } from './person-attributes.js';
import type { Principal } from './policy-request.js';

/** A policy that applies to the person. */
export interface AppliedPolicy {
  /** `null`: it is not saved. */
  readonly id: number | null;
  readonly name: string;
  readonly rules: readonly DataRule[];
}

/** As it was discovered last, without columns that the service itself may not read. */
export interface KnownRelation {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly KnownColumn[];
}

export interface LimitedRelation extends KnownRelation {
  /** `computedFrom`: the columns whose values each of them may show. */
  readonly columns: readonly (KnownColumn & { readonly computedFrom: readonly string[] })[];
}

/** Tags and reviews of a data source, and former names of what it has. */
export interface TagsOfSource {
  readonly tags: readonly ColumnTag[];
  readonly reviewed: readonly ReviewedRelation[];
  readonly former: readonly FormerName[];
}

type RowLimit =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly RowLimit[] }
  | { readonly kind: 'not'; readonly term: RowLimit }
  | {
      readonly kind: 'compare';
      readonly column: string;
      readonly operator: Comparison;
      readonly value: Literal | ExactNumber;
      readonly isText: boolean;
    }
  | {
      readonly kind: 'in';
      readonly column: string;
      readonly values: readonly (Literal | ExactNumber)[];
      readonly isText: boolean;
      readonly isArray?: true;
    }
  | { readonly kind: 'is_null'; readonly column: string };

/** `keyName`: equal names have equal keys, so that their columns join. */
export type ColumnLimit =
  | { readonly kind: 'null' }
  | { readonly kind: 'hash'; readonly keyName: string }
  | { readonly kind: 'last_four' }
  | { readonly kind: 'year' };

export interface RelationLimits {
  readonly schema: string;
  readonly name: string;
  readonly isDenied: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly mask: ColumnLimit | null }[];
  readonly rows: RowLimit | null;
  /** Columns that are denied, including tagged ones that are gone. */
  readonly hidden: readonly string[];
  /** Columns that are masked, including tagged ones that are gone. */
  readonly masked: readonly string[];
  readonly policies: readonly string[];
}

type Limit = { readonly kind: 'deny' } | ColumnLimit;

/** The policy no longer fits the relation, which is hidden until a person looks at the policy. */
class OutOfDate extends Error {}

/** The person lacks an attribute that rows are compared with, or its value does not fit. */
export type WithoutAttribute = 'is_refused' | 'sees_no_row';

const NO_ROW: RowLimit = { kind: 'or', terms: [] };

/**
 * What policies leave of a relation. Between policies all hold; within one, any of its conditions on rows shows a row.
 * @returns `null` if no policy is about it @throws AttributeMissing, AttributeUnfit for a person who is refused for it
 */
export function limitsOf(
  relation: LimitedRelation,
  policies: readonly AppliedPolicy[],
  about: TagsOfSource,
  person: Principal,
  withoutAttribute: WithoutAttribute,
): RelationLimits | null {
  const { schema, name } = relation;
  const tags = about.tags.filter((tag) => tag.schema === schema && tag.relation === name);
  const touching = policies.filter(({ rules }) => rules.some((rule) => isAbout(rule, relation, tags)));
  if (touching.length === 0) return null;
  const rules = touching.map((policy) => ({
    policy: policy.name,
    own: policy.rules.filter((rule) => isAbout(rule, relation, tags)),
  }));
  const all = rules.flatMap(({ own }) => own);
  const named = { schema, name, policies: touching.map((policy) => policy.name) };
  const denied = { ...named, isDenied: true, columns: [], rows: null, hidden: [], masked: [] };
  if (all.some(({ kind }) => kind === 'relation')) return denied;
  try {
    const limits = columnLimits(relation, all, tags);
    if (all.some(({ kind }) => kind === 'tag')) {
      const reviewed = about.reviewed.find((one) => one.schema === schema && one.relation === name);
      const seen = new Set(reviewed?.columns);
      for (const column of relation.columns) if (!seen.has(column.name)) limits.set(column.name, { kind: 'deny' });
    }
    inherit(limits, relation);
    const terms = rules.flatMap(({ policy, own }): RowLimit[] => {
      try {
        const shown = own.flatMap((rule) => (rule.kind === 'rows' ? [rowLimit(rule.where, relation, person, policy)] : []));
        return shown.length === 0 ? [] : [joined('or', shown)];
      } catch (error) {
        if (withoutAttribute !== 'sees_no_row' || !isOfAttribute(error)) throw error;
        // An outdated policy hides the relation from everyone, with the attribute or without.
        if (!own.every((rule) => rule.kind !== 'rows' || fits(rule.where, relation))) throw new OutOfDate();
        return [NO_ROW];
      }
    });
    const columns = relation.columns.flatMap((column) => {
      const limit = limits.get(column.name) ?? null;
      return limit?.kind === 'deny' ? [] : [{ name: column.name, type: column.type, mask: limit }];
    });
    const hidden = [...limits].flatMap(([column, { kind }]) => (kind === 'deny' ? [column] : []));
    const masked = [...limits].flatMap(([column, { kind }]) => (kind === 'deny' ? [] : [column]));
    const rows = terms.length === 0 ? null : joined('and', terms);
    return { ...named, isDenied: false, columns, rows, hidden, masked };
  } catch (error) {
    if (error instanceof OutOfDate) return denied;
    throw error;
  }
}

/** Whether the rule limits the relation, by its name or by a tag of one of its columns. */
export function isAbout(rule: DataRule, { schema, name }: KnownRelation, tags: readonly ColumnTag[]): boolean {
  if (rule.kind === 'tag') return tags.some(({ tag }) => tag === rule.tag);
  return rule.schema === schema && rule.relation === name;
}

function columnLimits(relation: KnownRelation, rules: readonly DataRule[], tags: readonly ColumnTag[]): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  const limit = (column: string, one: Limit): void => {
    const before = limits.get(column);
    limits.set(column, before === undefined ? one : stricter(before, one));
  };
  for (const rule of rules)
    if (rule.kind === 'column') {
      // It may have a new name, and nothing says which.
      if (!relation.columns.some(({ name }) => name === rule.column)) throw new OutOfDate();
      limit(rule.column, limitBy(rule.effect, `column ${rule.column.toLowerCase()}`));
    } else if (rule.kind === 'tag')
      for (const { tag, column } of tags) if (tag === rule.tag) limit(column, limitBy(rule.effect, `tag ${rule.tag}`));
  return limits;
}

/** A column computed from a denied one is denied. Nobody can say what the mask of a masked one would leave, so then it is null. */
function inherit(limits: Map<string, Limit>, { columns }: LimitedRelation): void {
  const sources = new Map(limits);
  for (const { name, computedFrom } of columns) {
    const kinds = computedFrom.flatMap((source) => sources.get(source)?.kind ?? []);
    if (kinds.length === 0) continue;
    const inherited: Limit = { kind: kinds.includes('deny') ? 'deny' : 'null' };
    limits.set(name, stricter(limits.get(name) ?? inherited, inherited));
  }
}

function limitBy(effect: ColumnEffect, keyName: string): Limit {
  return effect === 'hash' ? { kind: effect, keyName } : { kind: effect };
}

/** Nobody can say what a second mask would leave of the first. */
function stricter(one: Limit, other: Limit): Limit {
  if (one.kind === 'deny' || other.kind === 'deny') return { kind: 'deny' };
  const isSame = one.kind === other.kind && (one.kind !== 'hash' || other.kind !== 'hash' || one.keyName === other.keyName);
  return isSame ? one : { kind: 'null' };
}

function joined(kind: 'and' | 'or', terms: readonly RowLimit[]): RowLimit {
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? only : { kind, terms };
}

function rowLimit(condition: RowCondition, relation: KnownRelation, person: Principal, policy: string): RowLimit {
  const of = (one: RowCondition): RowLimit => rowLimit(one, relation, person, policy);
  if ('and' in condition) return joined('and', condition.and.map(of));
  if ('or' in condition) return joined('or', condition.or.map(of));
  if ('not' in condition) return { kind: 'not', term: of(condition.not) };
  const { column } = condition;
  const known = relation.columns.find(({ name }) => name === column);
  if (known === undefined) throw new OutOfDate();
  if (condition.operator === 'is_null') return { kind: 'is_null', column };
  const { values, value } = { values: undefined, value: undefined, ...condition };
  const given = values ?? value;
  if (given === undefined) throw new OutOfDate();
  const fitting = (value: Literal): Literal | ExactNumber => {
    const literal = comparable(known, value);
    if (literal !== null) return literal;
    throw isFromPerson(given) && takesTexts(known) ? new AttributeUnfit(given.attribute, policy) : new OutOfDate();
  };
  const literals = isFromPerson(given) ? personal(given.attribute, person, policy) : [given].flat();
  const compared = { column, isText: isText(known.type) };
  const ofArrays = known.type.endsWith('[]') ? { isArray: true as const } : {};
  if (condition.operator === 'in') return { kind: 'in', ...compared, ...ofArrays, values: literals.map(fitting) };
  const [only] = literals;
  if (only === undefined || literals.length > 1) throw new OutOfDate();
  return { kind: 'compare', ...compared, operator: condition.operator, value: fitting(only) };
}

/** Whether the relation has all columns of the condition, and each can be compared with what it is compared with. */
function fits(where: RowCondition, { columns }: KnownRelation): boolean {
  return [...comparisonsOf(where, '')].every(({ one }) => {
    const known = columns.find(({ name }) => name === one.column);
    if (known === undefined || one.operator === 'is_null') return known !== undefined;
    const given = one.operator === 'in' ? one.values : one.value;
    if (isFromPerson(given)) return takesTexts(known);
    return [given].flat().every((value) => comparable(known, value) !== null);
  });
}

function personal(attribute: string, person: Principal, policy: string): readonly Literal[] {
  const values = valuesFor(person, attribute);
  if (values === null || values.length > MOST_VALUES) throw new AttributeMissing(attribute, policy);
  return values;
}
