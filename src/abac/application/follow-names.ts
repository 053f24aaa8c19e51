import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { isOfRelation } from '../domain/data-policy.js';
import { type Movement, followReview, followRule, followTag, formerNamesIn } from '../domain/follow-names.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { NamesInForce, type NamesOfSource, type SourceOfNames } from './ports/names-in-force.js';

/** Up to this many renamed relations get an audit row each. */
const MOST_TOLD = 50;

/** Updates the names of relations and columns in data policies, tags and reviews after a discovery. */
@Injectable()
export class FollowNames {
  constructor(
    private readonly names: NamesInForce,
    private readonly kept: DataPoliciesKept,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Until the unit of work ends, they change only by what is done in it. @returns the names of relations that they know */
  async lock({ id, organizationId }: SourceOfNames): Promise<readonly { schema: string; name: string }[]> {
    await this.names.lock(organizationId);
    return namesIn(await this.names.of(id));
  }

  /** In the unit of work that has locked them. */
  async execute(source: SourceOfNames, movement: Movement, requestedBy: number | null): Promise<void> {
    const { organizationId } = source;
    const known = await this.names.of(source.id);
    // A review alone restricts nothing.
    const former = formerNamesIn(movement, namesIn({ ...known, reviewed: [] }));
    if (former.length === 0) return;
    const at = this.clock.now();
    await this.kept.advance(organizationId);
    const policies: number[] = [];
    for (const { id, rules } of known.policies) {
      const now = distinct(rules.flatMap((rule) => followRule(rule, movement)));
      if (isSame(now, rules)) continue;
      await this.names.changeRules(id, now, requestedBy, at);
      policies.push(id);
    }
    let tags = 0;
    for (const tag of known.tags) {
      const { state: _state, ...place } = tag;
      const now = followTag(place, movement);
      if (isSame(now, [place])) continue;
      await this.names.moveTag(source, tag, now, requestedBy, at);
      tags += 1;
    }
    for (const review of known.reviewed) {
      const now = followReview(review, movement);
      if (!isSame(now, [review])) await this.names.moveReview(source, review, now);
    }
    await this.names.remember(source, former);
    await this.record(source, { policies, tags, former }, requestedBy);
  }

  private record(
    { id, organizationId }: SourceOfNames,
    { policies, tags, former }: { policies: number[]; tags: number; former: ReturnType<typeof formerNamesIn> },
    requestedBy: number | null,
  ): Promise<void> {
    const told = (isCertain: boolean): string[] =>
      former
        .filter((one) => one.isCertain === isCertain)
        .slice(0, MOST_TOLD)
        .map((one) => {
          const was = [one.wasSchema, one.wasRelation, one.wasColumn].filter((name) => name !== null);
          const now = [one.schema, one.relation, one.column].filter((name) => name !== null);
          return `${was.join('.')} -> ${now.join('.')}`;
        });
    return this.auditTrail.record({
      action: 'abac.names_followed',
      outcome: 'success',
      actorUserId: requestedBy,
      organizationId,
      target: { type: 'data_source', id },
      detail: {
        data_policies: policies.map(String),
        tags,
        names: former.length,
        renamed: told(true),
        presumed: told(false),
      },
    });
  }
}

function namesIn({ policies, tags, reviewed }: NamesOfSource): readonly { schema: string; name: string }[] {
  const rules = policies.flatMap((policy) => policy.rules.filter(isOfRelation));
  const named = [...rules, ...tags, ...reviewed].map(({ schema, relation }) => ({ schema, name: relation }));
  return distinct(named);
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Both were made from the same members in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
