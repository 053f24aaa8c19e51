import { Injectable } from '@nestjs/common';
import type { PolicyName } from '../../shared/policy-name.js';
import type { PolicyRequest } from '../domain/policy-request.js';
import type { RelationLimits } from '../domain/relation-limits.js';
import type { InForce } from './current-data-policies.js';
import { LimitRelations } from './limit-relations.js';

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
    // Each by itself: of several policies about a relation, one may hide the column and another only rows.
    const each = await this.limitRelations.ofEach(inForce, dataSourceId, request, words);
    const isBehind = (limits: readonly RelationLimits[]): boolean => limits.some((one) => isWhole || hidesNamed(one, words));
    return each.flatMap(({ policy: { id, name }, limits }) => (id !== null && isBehind(limits) ? [{ id, name }] : []));
  }
}

function hidesNamed({ isDenied, columns, hidden, masked }: RelationLimits, words: ReadonlySet<string>): boolean {
  return isDenied || columns.length === 0 || [...hidden, ...masked].some((column) => words.has(column.toLowerCase()));
}
