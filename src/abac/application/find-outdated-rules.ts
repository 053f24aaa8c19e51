import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import type { FieldError } from '../../shared/domain-error.js';
import { type DataPolicyContent, isOfRelation, numbered } from '../domain/data-policy.js';
import { problemsWith } from '../domain/data-rule-problems.js';
import { unfitInRules } from '../domain/names-of-data-policy.js';

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
    const known = await this.schemasOf(policies);
    return policies.map((policy) => problemsWith(policy, relationsFor(policy, known)));
  }

  /** Beside them, values that members have and that cannot be compared as the rules say. */
  async withUnfit(
    policies: readonly Ruled[],
    own: Parameters<typeof unfitInRules>[2],
  ): Promise<readonly { readonly outdated: readonly FieldError[]; readonly unfit: ReturnType<typeof unfitInRules> }[]> {
    const known = await this.schemasOf(policies);
    return policies.map((policy) => {
      const relations = relationsFor(policy, known);
      const unfit = unfitInRules(numbered(policy.rules), relations ?? [], own);
      return { outdated: problemsWith(policy, relations), unfit };
    });
  }

  private async schemasOf(policies: readonly Ruled[]): Promise<ReadonlyMap<number, Known>> {
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
    return known;
  }
}

function relationsFor({ dataSourceId }: Ruled, known: ReadonlyMap<number, Known>): Known | null {
  return dataSourceId === null ? null : (known.get(dataSourceId) ?? []);
}
