import { Injectable } from '@nestjs/common';
import { DescribeRelations, readableColumns } from '../../catalog/application/describe-relations.js';
import { DataPoliciesFailed } from '../domain/data-policy.errors.js';
import { absent, namedBy, presumedAmong, stillGone } from '../domain/named-relations.js';
import type { PolicyRequest } from '../domain/policy-request.js';
import { type QualifiedName, distinct, keyOf } from '../../shared/qualified-name.js';
import { type AppliedPolicy, type RelationLimits, type TagsOfSource, limitsOf } from '../domain/relation-limits.js';
import type { InForce } from './current-data-policies.js';

export const NO_TAGS: TagsOfSource = { tags: [], reviewed: [], former: [] };

/** Tells what the data policies in force leave of relations for a person. */
@Injectable()
export class LimitRelations {
  constructor(private readonly describeRelations: DescribeRelations) {}

  /**
   * @param among `null`: all of the current schema. Then a person who lacks a fitting attribute is not refused but sees no row, because the
   * names that they may know do not depend on it
   * @returns those that are restricted; `null` if none of the source is @throws AttributeMissing, AttributeUnfit, DataPoliciesFailed
   */
  async execute(
    inForce: InForce,
    dataSourceId: number,
    request: PolicyRequest,
    among: readonly QualifiedName[] | null,
  ): Promise<readonly RelationLimits[] | null> {
    const policies = applying(inForce, dataSourceId, request);
    if (policies.length === 0) return null;
    const about = inForce.sources.get(dataSourceId) ?? NO_TAGS;
    const named = namedBy(policies, about);
    const withoutAttribute = among === null ? 'sees_no_row' : 'is_refused';
    const wanted = among && new Set(among.map(keyOf));
    const isAsked = (one: QualifiedName): boolean => wanted === null || wanted.has(keyOf(one));
    const asked = named.filter(isAsked);
    const presumed = presumedAmong(named, about.former).filter(({ one }) => isAsked(one));
    if (asked.length === 0 && presumed.length === 0) return [];
    const names = [...(presumed.length === 0 ? asked : named), ...presumed.map(({ one }) => one)].map(({ name }) => name);
    const found = (await this.describeRelations.all(dataSourceId, [...new Set(names)])) ?? [];
    // A statement named relations that were known a moment ago.
    if (found.length === 0 && among !== null) throw new DataPoliciesFailed();
    const known = new Map(found.map((one) => [keyOf(one), one]));
    const gone = stillGone(presumed, found).map(({ one }) => one);
    const hidden = distinct(gone.filter((one) => known.has(keyOf(one))));
    const isHidden = new Set(hidden.map(keyOf));
    const others = asked.filter((one) => !isHidden.has(keyOf(one)));
    const limits = others.flatMap((one) => {
      const relation = known.get(keyOf(one));
      if (relation === undefined) return [];
      return limitsOf({ ...one, columns: readableColumns(relation) }, policies, about, request.principal, withoutAttribute) ?? [];
    });
    return [...limits, ...hidden.map((one) => absent(one, policies))];
  }
}

/** @returns the policies that hold for the person at a data source @throws DataPoliciesFailed */
export function applying(inForce: InForce, dataSourceId: number, request: PolicyRequest): readonly AppliedPolicy[] {
  const known = inForce.conditions.holding(request);
  if (known === null) throw new DataPoliciesFailed();
  const { holding, failing } = known;
  const about = inForce.active.filter((policy) => (policy.dataSourceId ?? dataSourceId) === dataSourceId);
  // It is unknown whether a failing policy is for the person, so what it would hide is not shown.
  const failed = about.flatMap(({ id, name }) => failing.filter((one) => one.id === id).map(({ cause }) => ({ id, name, cause })));
  if (failed.length > 0) throw new DataPoliciesFailed(failed);
  return about.filter(({ id }) => holding.includes(id));
}
