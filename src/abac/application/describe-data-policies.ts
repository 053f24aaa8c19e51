import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import type { FieldError } from '../../shared/domain-error.js';
import { type DataPolicy, numbered } from '../domain/data-policy.js';
import type { FormerName } from '../domain/former-names.js';
import type { UnknownNameAt, unfitInRules } from '../domain/names-of-data-policy.js';
import { namedBy, presumedAmong, stillGone } from '../domain/named-relations.js';
import { distinct, keyOf } from '../../shared/qualified-name.js';
import { FindOutdatedRules } from './find-outdated-rules.js';
import { ColumnTags } from './ports/column-tags.js';
import { WarnOfNames } from './warn-of-names.js';

interface PresumedRelation {
  readonly dataSourceId: number;
  readonly schema: string;
  readonly relation: string;
}

/** A data policy beside the schemas as they were discovered last. */
export interface DescribedDataPolicy {
  readonly policy: DataPolicy;
  /** The place of each rule that does not fit, and what is wrong. */
  readonly outdated: readonly FieldError[];
  /** Relations that appeared when a relation that a rule or tag names had disappeared. They are hidden until a person has reviewed them. */
  readonly presumed: readonly PresumedRelation[];
  /** Names in its condition and its rules that do not exist. */
  readonly namesNothing: readonly UnknownNameAt[];
  /** Attributes of members that cannot be compared as its rules say. */
  readonly unfit: ReturnType<typeof unfitInRules>;
}

@Injectable()
export class DescribeDataPolicies {
  constructor(
    private readonly findOutdatedRules: FindOutdatedRules,
    private readonly describeRelations: DescribeRelations,
    private readonly tags: ColumnTags,
    private readonly warnOfNames: WarnOfNames,
  ) {}

  async one(policy: DataPolicy): Promise<DescribedDataPolicy> {
    const [described] = await this.execute(policy.organizationId, [policy]);
    if (described === undefined) throw new Error('The policy was not described.');
    return described;
  }

  /** @param policies of the organization @returns in their order */
  async execute(organizationId: number, policies: readonly DataPolicy[]): Promise<readonly DescribedDataPolicy[]> {
    if (policies.length === 0) return [];
    const known = await this.warnOfNames.known(organizationId);
    const fit = await this.findOutdatedRules.withUnfit(policies, known);
    const presumed = await this.presumed(organizationId, policies);
    const naming = policies.map(({ dataSourceId, tree, rules }) => ({ dataSourceId, tree, rules: numbered(rules) }));
    const names = await this.warnOfNames.inDataPolicies(organizationId, known, naming);
    return policies.map((policy, index) => {
      const { outdated, unfit } = fit[index] ?? { outdated: [], unfit: [] };
      return { policy, outdated, unfit, namesNothing: names[index] ?? [], presumed: presumed.get(policy) ?? [] };
    });
  }

  private async presumed(
    organizationId: number,
    policies: readonly DataPolicy[],
  ): Promise<ReadonlyMap<DataPolicy, readonly PresumedRelation[]>> {
    const presumed = new Map<DataPolicy, readonly PresumedRelation[]>();
    for (const [dataSourceId, former] of await this.tags.presumedNames(organizationId)) {
      const own = policies.filter((policy) => (policy.dataSourceId ?? dataSourceId) === dataSourceId);
      for (const [policy, relations] of await this.presumedAt(dataSourceId, own, former))
        presumed.set(policy, [...(presumed.get(policy) ?? []), ...relations]);
    }
    return presumed;
  }

  private async presumedAt(
    dataSourceId: number,
    policies: readonly DataPolicy[],
    former: readonly FormerName[],
  ): Promise<ReadonlyMap<DataPolicy, readonly PresumedRelation[]>> {
    const tags = await this.tags.inForce(dataSourceId);
    const named = namedBy(policies, { tags });
    if (named.length === 0) return new Map();
    const names = new Set([...named.map(({ name }) => name), ...former.map(({ relation }) => relation)]);
    const present = (await this.describeRelations.all(dataSourceId, [...names])) ?? [];
    const known = new Set(present.map(keyOf));
    return new Map(
      policies.map((policy) => {
        const presumed = stillGone(presumedAmong(namedBy([policy], { tags }), former), present);
        const hidden = distinct(presumed.map(({ one }) => one)).filter((one) => known.has(keyOf(one)));
        return [policy, hidden.map(({ schema, name }) => ({ dataSourceId, schema, relation: name }))];
      }),
    );
  }
}
