import { type ColumnTag, TagIndex } from './column-tags.js';
import { problemsWith } from './data-rule-problems.js';
import { type AttributeMissing, AttributeUnfit, isOfAttribute } from './data-policy.errors.js';
import { type ColumnEffect, type RowCondition, comparisonsOf, isFromPerson } from './data-policy.js';
import type { Principal } from './policy-request.js';
import { type AppliedPolicy, type LimitedRelation, type RelationLimits, type TagsOfSource, isAbout, limitsOf } from './relation-limits.js';
import type { Sentence } from '../../shared/sentence.js';

type Because = { readonly policy: Pick<AppliedPolicy, 'id' | 'name'> } & (
  | { readonly kind: 'relation' | 'not_reviewed' | 'computed' | 'through_relation' }
  | { readonly kind: 'column'; readonly effect: ColumnEffect }
  | { readonly kind: 'tag'; readonly tag: string; readonly effect: ColumnEffect }
  | { readonly kind: 'rows'; readonly where: RowCondition; readonly attributes: readonly string[] }
  | { readonly kind: 'outdated' | 'condition_failed'; readonly problems: readonly Sentence[] }
  | { readonly kind: 'attribute_missing' | 'attribute_unfit'; readonly attribute: string }
);

/** Why a part of a relation is hidden from a person. */
export type LimitReason = Because | { readonly kind: 'unknown_lineage' };

export interface ExplainedLimits {
  /**
   * `refused`: the person lacks an attribute that rows are compared with, or a value of it does not fit. `null`: nothing is hidden from
   * them.
   */
  readonly limits: RelationLimits | 'refused' | null;
  readonly reasons: readonly LimitReason[];
  /** By the name of a column. */
  readonly columns: ReadonlyMap<string, readonly LimitReason[]>;
}

/**
 * What policies leave of a relation, and what each of them alone would leave, which explains it.
 * @param about with the tags of the relation alone: each policy looks at all of them, and a source may have a hundred thousand
 */
export function explainLimits(
  relation: LimitedRelation,
  policies: readonly AppliedPolicy[],
  about: TagsOfSource,
  person: Principal,
): ExplainedLimits {
  const tags = new TagIndex(about.tags);
  const reasons: LimitReason[] = [];
  const columns = new Map<string, LimitReason[]>();
  for (const policy of policies) {
    const alone = limitsFor(relation, [policy], about, person, 'is_refused');
    if (isOfAttribute(alone)) {
      const kind = alone instanceof AttributeUnfit ? 'attribute_unfit' : 'attribute_missing';
      reasons.push({ kind, policy, attribute: alone.attribute });
    } else if (alone !== null) {
      reasons.push(...ofRelation(alone, relation, policy));
      if (alone.isDenied) continue;
      const shown = new Set(alone.columns.map(({ name }) => name));
      const limited = new Set([...alone.hidden, ...alone.masked]);
      for (const { name, computedFrom } of relation.columns) {
        const isComputed = computedFrom.some((source) => limited.has(source));
        const because = ofColumn(alone, { name, isShown: shown.has(name), isComputed }, policy, tags.named(name));
        columns.set(name, [...(columns.get(name) ?? []), ...because]);
      }
    }
  }
  const all = limitsFor(relation, policies, about, person, 'is_refused');
  return { limits: isOfAttribute(all) ? 'refused' : all, reasons, columns };
}

function limitsFor(...given: Parameters<typeof limitsOf>): RelationLimits | AttributeMissing | AttributeUnfit | null {
  try {
    return limitsOf(...given);
  } catch (error) {
    if (isOfAttribute(error)) return error;
    throw error;
  }
}

function ofRelation({ isDenied }: RelationLimits, relation: LimitedRelation, policy: AppliedPolicy): LimitReason[] {
  const own = policy.rules.filter((rule) => isAbout(rule, relation, []));
  if (isDenied && own.some(({ kind }) => kind === 'relation')) return [{ kind: 'relation', policy }];
  if (isDenied) {
    const problems = problemsWith({ rules: own }, [relation]).map(({ message }) => message);
    return [{ kind: 'outdated', policy, problems }];
  }
  return own.flatMap((rule): LimitReason[] => {
    if (rule.kind !== 'rows') return [];
    const given = [...comparisonsOf(rule.where, '')].map(({ one }) => ('values' in one ? one.values : 'value' in one && one.value));
    const attributes = given.filter(isFromPerson).map(({ attribute }) => attribute);
    return [{ kind: 'rows', policy, where: rule.where, attributes: [...new Set(attributes)] }];
  });
}

function ofColumn(
  { schema, name }: RelationLimits,
  column: { readonly name: string; readonly isShown: boolean; readonly isComputed: boolean },
  policy: AppliedPolicy,
  tags: readonly ColumnTag[],
): LimitReason[] {
  const reasons = policy.rules.flatMap((rule): LimitReason[] => {
    if (rule.kind === 'tag')
      return tags.some(({ tag }) => tag === rule.tag) ? [{ kind: 'tag', policy, tag: rule.tag, effect: rule.effect }] : [];
    const isOwn = rule.kind === 'column' && rule.schema === schema && rule.relation === name && rule.column === column.name;
    return isOwn ? [{ kind: 'column', policy, effect: rule.effect }] : [];
  });
  const isByRule = reasons.some((reason) => 'effect' in reason && reason.effect === 'deny');
  if (column.isComputed) return [...reasons, { kind: 'computed', policy }];
  return !column.isShown && !isByRule ? [...reasons, { kind: 'not_reviewed', policy }] : reasons;
}
