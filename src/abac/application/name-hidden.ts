import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../data-sources/application/describe-relations.js';
import { ReadSourceFacts } from '../../data-sources/application/read-source-facts.js';
import { TableKin } from '../../data-sources/application/table-kin.js';
import { AttributeMissing } from '../domain/data-policy.errors.js';
import { type HiddenNames, withFormerNames } from '../domain/former-names.js';
import { namedBy, presumedAmong, stillGone } from '../domain/named-relations.js';
import type { PolicyRequest } from '../domain/policy-request.js';
import { isSame } from '../../shared/qualified-name.js';
import { type AppliedPolicy, type KnownRelation, type TagsOfSource, limitsOf } from '../domain/relation-limits.js';
import type { InForce } from './current-data-policies.js';
import { NO_TAGS, applying } from './limit-relations.js';

/** Names what the data policies in force hide from a person, of relations that are gone too: texts were kept that name them. */
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
      if (relation === undefined) return [{ ...one, columns: null }];
      const known = { ...one, columns: relation.columns.filter(({ readable }) => readable) };
      const columns = hiddenOf(known, policies, about, request);
      return columns?.length === 0 ? [] : [{ ...one, columns }];
    });
    const presumed = stillGone(presumedAmong(named, about.former), found).map(({ one }) => ({ ...one, columns: null }));
    const all = [...hidden, ...presumed];
    // What is hidden of a table is hidden of those that inherit from it.
    const facts = all.length === 0 ? null : await this.readSourceFacts.execute(dataSourceId);
    const kin = new TableKin(facts?.heirs ?? []);
    const inherited = all.flatMap((one) => kin.heirsOf(one).map((heir) => ({ ...heir, columns: one.columns })));
    return withFormerNames([...all, ...inherited], about.former);
  }
}

function hiddenOf(
  relation: KnownRelation,
  policies: readonly AppliedPolicy[],
  about: TagsOfSource,
  { principal }: PolicyRequest,
): readonly string[] | null {
  try {
    const limits = limitsOf(relation, policies, about, principal, 'is_refused');
    if (limits === null) return [];
    return limits.isDenied || limits.columns.length === 0 ? null : limits.hidden;
  } catch (error) {
    // Nothing of it is shown, so its name is not either; the rest of a list is.
    if (error instanceof AttributeMissing) return null;
    throw error;
  }
}
