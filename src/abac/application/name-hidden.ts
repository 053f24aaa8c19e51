import { Injectable } from '@nestjs/common';
import { DescribeRelations, readableColumns } from '../../catalog/application/describe-relations.js';
import { ReadSourceFacts } from '../../catalog/application/read-source-facts.js';
import { TableKin } from '../../catalog/application/table-kin.js';
import { isOfAttribute } from '../domain/data-policy.errors.js';
import { HIDDEN_WHOLE, type HiddenNames, withFormerNames } from '../domain/former-names.js';
import { namedBy, presumedAmong, stillGone } from '../domain/named-relations.js';
import type { PolicyRequest } from '../domain/policy-request.js';
import { type QualifiedName, isSame } from '../../shared/qualified-name.js';
import { type AppliedPolicy, type LimitedRelation, type TagsOfSource, limitsOf } from '../domain/relation-limits.js';
import type { InForce } from './current-data-policies.js';
import { NO_TAGS, applying } from './limit-relations.js';

/** Names what the data policies in force hide from a person, including relations that are gone, because kept texts may name them. */
@Injectable()
export class NameHidden {
  constructor(
    private readonly describeRelations: DescribeRelations,
    private readonly readSourceFacts: ReadSourceFacts,
  ) {}

  /** @throws DataPoliciesFailed */
  async execute(inForce: InForce, dataSourceId: number, request: PolicyRequest): Promise<readonly HiddenNames[]> {
    const policies = applying(inForce, dataSourceId, request);
    const about = inForce.sources.get(dataSourceId) ?? NO_TAGS;
    const named = namedBy(policies, about);
    if (named.length === 0) return [];
    const names = [...new Set(named.map(({ name }) => name))];
    const found = (await this.describeRelations.all(dataSourceId, names)) ?? [];
    const hidden = named.flatMap((one): HiddenNames[] => {
      const relation = found.find((other) => isSame(one, other));
      if (relation === undefined) return [{ ...one, ...HIDDEN_WHOLE }];
      const known = { ...one, columns: readableColumns(relation) };
      const parts = hiddenOf(known, policies, about, request);
      return parts === null ? [] : [{ ...one, ...parts }];
    });
    const presumed = stillGone(presumedAmong(named, about.former), found).map(({ one }) => ({
      ...one,
      ...HIDDEN_WHOLE,
    }));
    const all = [...hidden, ...presumed];
    // What is hidden in a table is hidden in those that inherit from it.
    const facts = all.length === 0 ? null : await this.readSourceFacts.execute({ id: dataSourceId });
    const kin = new TableKin(facts?.heirs ?? []);
    const inherited = all.flatMap((one) => kin.heirsOf(one).map((heir) => ({ ...one, ...heir })));
    return withFormerNames([...all, ...inherited], about.former);
  }
}

/** @returns `null` if nothing of it is hidden */
function hiddenOf(
  relation: LimitedRelation,
  policies: readonly AppliedPolicy[],
  about: TagsOfSource,
  { principal }: PolicyRequest,
): Omit<HiddenNames, keyof QualifiedName> | null {
  try {
    const limits = limitsOf(relation, policies, about, principal, 'is_refused');
    if (limits === null) return null;
    if (limits.isDenied || limits.columns.length === 0) return HIDDEN_WHOLE;
    const { hidden, masked, rows } = limits;
    return { columns: hidden, masked, filtersRows: rows !== null };
  } catch (error) {
    // Nothing of it is shown, not even its name; the rest of a list is.
    if (isOfAttribute(error)) return HIDDEN_WHOLE;
    throw error;
  }
}
