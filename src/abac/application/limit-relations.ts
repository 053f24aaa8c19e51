import { Injectable } from '@nestjs/common';
import { DescribeRelations, readableColumns } from '../../catalog/application/describe-relations.js';
import { DataPoliciesFailed } from '../domain/data-policy.errors.js';
import { absent, namedBy, presumedAmong, stillGone } from '../domain/named-relations.js';
import type { PolicyRequest } from '../domain/policy-request.js';
import { type QualifiedName, distinct, keyOf } from '../../shared/qualified-name.js';
import { type AppliedPolicy, type LimitedRelation, type RelationLimits, type TagsOfSource, limitsOf } from '../domain/relation-limits.js';
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
    const withoutAttribute = among === null ? 'sees_no_row' : 'is_refused';
    const wanted = among && new Set(among.map(keyOf));
    const read = await this.read(dataSourceId, policies, about, (one) => wanted === null || wanted.has(keyOf(one)));
    if (read === null) return [];
    // A statement named relations that were known a moment ago.
    if (read.isNoneFound && among !== null) throw new DataPoliciesFailed();
    const limits = read.relations.flatMap((one) => limitsOf(one, policies, about, request.principal, withoutAttribute) ?? []);
    return [...limits, ...read.hidden.map((one) => absent(one, policies))];
  }

  /**
   * The same for each policy by itself, of relations with these names in any schema.
   * @param names in lower case @throws DataPoliciesFailed
   */
  async ofEach(
    inForce: InForce,
    dataSourceId: number,
    request: PolicyRequest,
    names: ReadonlySet<string>,
  ): Promise<readonly { readonly policy: AppliedPolicy; readonly limits: readonly RelationLimits[] }[]> {
    const policies = applying(inForce, dataSourceId, request);
    const about = inForce.sources.get(dataSourceId) ?? NO_TAGS;
    const read = await this.read(dataSourceId, policies, about, ({ name }) => names.has(name.toLowerCase()));
    if (read === null) return [];
    return policies.map((policy) => {
      const limits = read.relations.flatMap((one) => limitsOf(one, [policy], about, request.principal, 'sees_no_row') ?? []);
      const presumed = new Set(presumedAmong(namedBy([policy], about), about.former).map(({ one }) => keyOf(one)));
      const gone = read.hidden.filter((one) => presumed.has(keyOf(one))).map((one) => absent(one, [policy]));
      return { policy, limits: [...limits, ...gone] };
    });
  }

  /** What the schema has of the relations that policies name; `null` if they name none of those asked for. */
  private async read(
    dataSourceId: number,
    policies: readonly AppliedPolicy[],
    about: TagsOfSource,
    isAsked: (one: QualifiedName) => boolean,
  ): Promise<ReadRelations | null> {
    const named = namedBy(policies, about);
    const asked = named.filter(isAsked);
    const presumed = presumedAmong(named, about.former).filter(({ one }) => isAsked(one));
    if (asked.length === 0 && presumed.length === 0) return null;
    const names = [...(presumed.length === 0 ? asked : named), ...presumed.map(({ one }) => one)].map(({ name }) => name);
    const found = (await this.describeRelations.all(dataSourceId, [...new Set(names)])) ?? [];
    const known = new Map(found.map((one) => [keyOf(one), one]));
    const gone = stillGone(presumed, found).map(({ one }) => one);
    const hidden = distinct(gone.filter((one) => known.has(keyOf(one))));
    const isHidden = new Set(hidden.map(keyOf));
    const relations = asked.flatMap((one) => {
      const relation = isHidden.has(keyOf(one)) ? undefined : known.get(keyOf(one));
      return relation === undefined ? [] : [{ ...one, columns: readableColumns(relation) }];
    });
    return { relations, hidden, isNoneFound: found.length === 0 };
  }
}

interface ReadRelations {
  readonly relations: readonly LimitedRelation[];
  /** Perhaps a relation that policies name, under a name that nobody has confirmed. */
  readonly hidden: readonly QualifiedName[];
  readonly isNoneFound: boolean;
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
