import { Injectable } from '@nestjs/common';
import type { PolicyRequest } from '../domain/policy-request.js';
import type { RelationLimits } from '../domain/relation-limits.js';
import type { InForce } from './current-data-policies.js';
import { LimitRelations } from './limit-relations.js';

interface PolicyName {
  readonly id: number;
  readonly name: string;
}

/** Tells which data policies keep something that a statement names from a person. */
@Injectable()
export class PoliciesBehind {
  constructor(private readonly limitRelations: LimitRelations) {}

  /**
   * @param words the names in the statement, in lower case
   * @param isWhole any restriction of a relation counts, not only hidden relations and columns that are named
   * @throws DataPoliciesFailed
   */
  async execute(
    inForce: InForce,
    dataSourceId: number,
    request: PolicyRequest,
    words: ReadonlySet<string>,
    isWhole: boolean,
  ): Promise<readonly PolicyName[]> {
    const limitsOf = async (among: InForce): Promise<readonly RelationLimits[]> => {
      const limits = (await this.limitRelations.execute(among, dataSourceId, request, null)) ?? [];
      return limits.filter((one) => words.has(one.name.toLowerCase()) && (isWhole || hidesNamed(one, words)));
    };
    const touching = new Set((await limitsOf(inForce)).flatMap(({ policies }) => policies));
    const behind: PolicyName[] = [];
    // Each by itself: of several policies about a relation, one may hide the column and another only rows.
    for (const policy of inForce.active)
      if (touching.has(policy.name) && (await limitsOf({ ...inForce, active: [policy] })).length > 0)
        behind.push({ id: policy.id, name: policy.name });
    return behind;
  }
}

function hidesNamed({ isDenied, columns, hidden, masked }: RelationLimits, words: ReadonlySet<string>): boolean {
  return isDenied || columns.length === 0 || [...hidden, ...masked].some((column) => words.has(column.toLowerCase()));
}
