import { Injectable } from '@nestjs/common';
import { type Sentence, say } from '../../shared/sentence.js';
import { DescribeRelations, readableColumns } from '../../catalog/application/describe-relations.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { ReadSourceFacts } from '../../catalog/application/read-source-facts.js';
import { InheritRestrictions, type Restriction } from '../../statements/application/inherit-restrictions.js';
import { TagIndex } from '../domain/column-tags.js';
import { type ExplainedLimits, type LimitReason, explainLimits } from '../domain/explained-limits.js';
import { absent, namedBy, presumedAmong, stillGone } from '../domain/named-relations.js';
import type { Principal } from '../domain/policy-request.js';
import { type QualifiedName, isSame, keyOf } from '../../shared/qualified-name.js';
import type { AppliedPolicy, RelationLimits, TagsOfSource } from '../domain/relation-limits.js';
import { ColumnTags } from './ports/column-tags.js';

export interface ExplainedRelation {
  /** What the person's statements read of it; `null`: all of it. `refused`: such statements are refused. */
  readonly restriction: Restriction | 'refused' | null;
  readonly reasons: readonly LimitReason[];
  readonly columns: ReadonlyMap<string, readonly LimitReason[]>;
}

/** Tells what data policies leave of relations, and why, just as statements that name them are restricted. */
@Injectable()
export class ExplainRelations {
  constructor(
    private readonly describeRelations: DescribeRelations,
    private readonly readSourceFacts: ReadSourceFacts,
    private readonly inheritRestrictions: InheritRestrictions,
    private readonly tags: ColumnTags,
  ) {}

  /** @returns in the order of the relations @throws Unavailable */
  async execute(
    source: DataSource,
    relations: readonly QualifiedName[],
    policies: readonly AppliedPolicy[],
    person: Principal,
  ): Promise<readonly ExplainedRelation[]> {
    if (policies.length === 0) return relations.map(() => ({ restriction: null, reasons: [], columns: new Map() }));
    const tags = await this.tags.inForce(source.id);
    const { id } = source;
    const [reviewed, former] = [await this.tags.reviewed(id), await this.tags.formerNames(id)];
    const about = { tags, reviewed, former };
    const presumed = await this.presumed(id, policies, about);
    const byRelation = new TagIndex(tags);
    const known = new Map<string, ExplainedLimits>();
    const explain = async (asked: readonly QualifiedName[]): Promise<readonly Restriction[]> => {
      const found = (await this.describeRelations.all(source.id, [...new Set(asked.map(({ name }) => name))])) ?? [];
      const wanted = found.filter((one) => asked.some((other) => keyOf(other) === keyOf(one)));
      return wanted.flatMap((relation) => {
        const columns = readableColumns(relation);
        const its = { ...about, tags: byRelation.ofRelation(relation.schema, relation.name) };
        const explained = presumed.get(keyOf(relation)) ?? explainLimits({ ...relation, columns }, policies, its, person);
        known.set(keyOf(relation), explained);
        return restrictionOf(relation, explained.limits);
      });
    };
    const names = relations.map(({ schema, name }) => ({ schema, name }));
    const own = await explain(names);
    const facts = await this.readSourceFacts.execute(source);
    const inherited = await this.inheritRestrictions.execute({ source, facts }, names, own, explain);
    return inherited.map(({ name, restriction, isRefused, through }) => {
      const explained = known.get(keyOf(name)) ?? { limits: null, reasons: [], columns: new Map() };
      const isUnknown = isRefused && through.length === 0;
      const others = through.flatMap((base) => policiesIn(known.get(keyOf(base))));
      return {
        restriction: isRefused || explained.limits === 'refused' ? 'refused' : restriction,
        reasons: [
          ...explained.reasons,
          ...[...new Map(others.map((policy) => [policy.id, policy])).values()].map((policy): LimitReason => ({
            kind: 'through_relation',
            policy,
          })),
          ...(isUnknown ? [{ kind: 'unknown_lineage' as const }] : []),
        ],
        columns: explained.columns,
      };
    });
  }

  /** Relations that are hidden because each may be a missing relation under a new name. */
  private async presumed(
    dataSourceId: number,
    policies: readonly AppliedPolicy[],
    about: TagsOfSource,
  ): Promise<ReadonlyMap<string, ExplainedLimits>> {
    const pairs = presumedAmong(namedBy(policies, about), about.former);
    if (pairs.length === 0) return new Map();
    const names = [...new Set(namedBy(policies, about).map(({ name }) => name))];
    const found = (await this.describeRelations.all(dataSourceId, names)) ?? [];
    return new Map(
      stillGone(pairs, found).map(({ one, was }) => {
        const [only, ...others] = was;
        if (only === undefined || others.length > 0) return hiddenFor(one, policies, 'It may be a missing one under a new name.');
        const naming = policies.filter((policy) => namedBy([policy], about).some((other) => isSame(other, only)));
        return hiddenFor(one, naming, say('It may be {relation} under a new name.', { relation: `"${only.schema}"."${only.name}"` }));
      }),
    );
  }
}

function hiddenFor(one: QualifiedName, policies: readonly AppliedPolicy[], problem: Sentence): [string, ExplainedLimits] {
  const reasons = policies.map((policy) => ({ kind: 'outdated' as const, policy, problems: [problem] }));
  return [keyOf(one), { limits: absent(one, policies), reasons, columns: new Map() }];
}

/** Rows that cannot be told from each other are kept from the person as the relation itself would be. */
function restrictionOf({ schema, name }: QualifiedName, limits: ExplainedLimits['limits']): Restriction[] {
  if (limits === null) return [];
  if (limits === 'refused') return [{ schema, name, isDenied: true, columns: [], rows: null, policies: [] }];
  return [{ ...limits, columns: limits.columns.map(maskedAlike) }];
}

/** The name of a key represents the key: equal names have equal keys. */
function maskedAlike({ mask, ...column }: RelationLimits['columns'][number]): Restriction['columns'][number] {
  return { ...column, mask: mask?.kind === 'hash' ? { kind: 'hash', key: mask.keyName } : mask };
}

function policiesIn(explained: ExplainedLimits | undefined) {
  const reasons = [...(explained?.reasons ?? []), ...[...(explained?.columns.values() ?? [])].flat()];
  return reasons.flatMap((reason) => (reason.kind === 'unknown_lineage' ? [] : [reason.policy]));
}
