import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../data-sources/application/describe-relations.js';
import type { FieldError } from '../../shared/domain-error.js';
import { type DataPolicyContent, isOfRelation } from '../domain/data-policy.js';
import { problemsWith } from '../domain/data-rule-problems.js';
import { distinct, isSame, presumedAmong, stillGone } from '../domain/named-relations.js';
import { ColumnTags } from './ports/column-tags.js';

type Ruled = Pick<DataPolicyContent, 'dataSourceId' | 'rules'>;
type Known = NonNullable<Parameters<typeof problemsWith>[1]>;

export interface Outdated {
  /** The place of each rule that does not fit the schema, and what is wrong. */
  readonly problems: readonly FieldError[];
  /** Relations that appeared where one that a rule names had gone. They are hidden until a person has looked at them. */
  readonly presumed: readonly { readonly schema: string; readonly relation: string }[];
}

export const UP_TO_DATE: Outdated = { problems: [], presumed: [] };

/** Tells which rules do not fit the data sources as they were discovered last. */
@Injectable()
export class FindOutdatedRules {
  constructor(
    private readonly describeRelations: DescribeRelations,
    private readonly tags: ColumnTags,
  ) {}

  /** Reads the schema of each data source once. @returns in the order of the policies */
  async execute(policies: readonly Ruled[]): Promise<readonly Outdated[]> {
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
    const found: Outdated[] = [];
    for (const policy of policies) {
      const { dataSourceId } = policy;
      const relations = dataSourceId === null ? null : (known.get(dataSourceId) ?? []);
      const problems = problemsWith(policy, relations);
      found.push(problems.length === 0 ? UP_TO_DATE : { problems, presumed: await this.presumed(policy, relations) });
    }
    return found;
  }

  private async presumed({ dataSourceId, rules }: Ruled, relations: Known | null): Promise<Outdated['presumed']> {
    if (dataSourceId === null || relations === null) return [];
    const named = rules.filter(isOfRelation).map(({ schema, relation }) => ({ schema, name: relation }));
    if (named.every((one) => relations.some((other) => isSame(one, other)))) return [];
    const presumed = presumedAmong(named, await this.tags.formerNames(dataSourceId));
    return distinct(stillGone(presumed, relations).map(({ one }) => one)).map(({ schema, name }) => ({
      ...{ schema, relation: name },
    }));
  }
}
