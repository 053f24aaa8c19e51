import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../data-sources/application/describe-relations.js';
import type { FieldError } from '../../shared/domain-error.js';
import { type DataPolicyContent, isOfRelation } from '../domain/data-policy.js';
import { problemsWith } from '../domain/data-rule-problems.js';

type Ruled = Pick<DataPolicyContent, 'dataSourceId' | 'rules'>;
type Known = NonNullable<Parameters<typeof problemsWith>[1]>;

/** Tells which rules do not fit the data sources as they were discovered last. */
@Injectable()
export class FindOutdatedRules {
  constructor(private readonly describeRelations: DescribeRelations) {}

  /**
   * Reads the schema of each data source once.
   * @returns in the order of the policies, the place of each rule that does not fit, and what is wrong
   */
  async execute(policies: readonly Ruled[]): Promise<readonly (readonly FieldError[])[]> {
    const known = new Map<number, Known>();
    for (const id of new Set(policies.flatMap(({ dataSourceId }) => dataSourceId ?? []))) {
      const rules = policies.flatMap(({ dataSourceId, rules: own }) => (dataSourceId === id ? own : []));
      const names = new Set(rules.filter(isOfRelation).map(({ relation }) => relation));
      const found = names.size === 0 ? [] : ((await this.describeRelations.all(id, [...names])) ?? []);
      known.set(
        id,
        found.map((one) => ({ ...one, columns: one.columns.filter((column) => column.readable) })),
      );
    }
    return policies.map((policy) => {
      const { dataSourceId } = policy;
      return problemsWith(policy, dataSourceId === null ? null : (known.get(dataSourceId) ?? []));
    });
  }
}
