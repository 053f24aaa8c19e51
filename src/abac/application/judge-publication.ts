import { Injectable } from '@nestjs/common';
import { ALL_PERMISSIONS, isAdministrative } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { actsOn } from '../domain/cedar-schema.js';
import type { PublishedFrom } from '../domain/request-contexts.js';
import { canSignIn } from '../domain/sign-in-ways.js';
import { ExamplesFailed, LocksOut, PermitNotGiven } from '../domain/policy.errors.js';
import type { PolicyTree } from '../domain/policy-set.js';
import { type Policy, type PolicyVersion, permitsBeyond } from '../domain/policy.js';
import { CheckContent } from './check-content.js';
import { type Lost, PolicyChecks } from './ports/policy-checks.js';
import { PolicyFacts } from './ports/policy-facts.js';
import { PolicySets } from './ports/policy-sets.js';

/** What runs an organization and its policies. */
const ADMINISTRATION = ALL_PERMISSIONS.filter((permission) => isAdministrative(permission) && actsOn(permission).length === 1);

/** Permissions in all. */
const MOST_LOST = 5;
const MOST_OWNERS = 1_000;

/** Whether a version may decide: its examples hold, its publisher holds what it permits, and no owner is locked out. */
@Injectable()
export class JudgePublication {
  constructor(
    private readonly sets: PolicySets,
    private readonly facts: PolicyFacts,
    private readonly checks: PolicyChecks,
    private readonly checkContent: CheckContent,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the epoch that was judged
   * @throws ExamplesFailed, PermitNotGiven, LocksOut, Unavailable
   */
  async execute(policy: Policy, version: PolicyVersion, held: Held, from: PublishedFrom): Promise<number> {
    const { organizationId } = policy;
    await this.tryExamples(organizationId, version);
    const missing = permitsBeyond(held, version);
    if (missing.length > 0) throw new PermitNotGiven(missing);
    const { epoch, lost } = await this.lockedOut({ organizationId, replaces: policy.id, tree: version.tree, from });
    if (lost.length > 0) throw new LocksOut(lost);
    return epoch;
  }

  /**
   * Owners whom the policies in force and this one would keep from running the organization, in every way in which they can sign in today.
   * @param candidate.replaces the policy whose active version it would replace
   * @returns also the epoch that was judged @throws Unavailable
   */
  async lockedOut(candidate: {
    readonly organizationId: number;
    readonly replaces: number | null;
    readonly tree: PolicyTree;
    readonly from: PublishedFrom;
  }): Promise<{ readonly epoch: number; readonly lost: readonly Lost[] }> {
    const { organizationId, replaces, tree, from } = candidate;
    const set = await this.sets.load(organizationId);
    const others = (set?.active ?? []).filter(({ id }) => id !== replaces).map((policy) => policy.tree);
    const { people, connectionIds } = await this.facts.people(organizationId, 'owners', MOST_OWNERS);
    const reach = {
      organizationId,
      people: people.filter(({ ways }) => canSignIn(ways)).map((one) => ({ ...one, permissions: ADMINISTRATION })),
      things: [],
      connectionIds,
      tried: { now: this.clock.now(), from, isAllWeek: true },
      most: { ofEach: MOST_LOST, inAll: MOST_LOST },
    };
    return { epoch: set?.epoch ?? 0, lost: await this.checks.lost([...others, tree], reach) };
  }

  /** @throws ExamplesFailed, Unavailable */
  async tryExamples(organizationId: number, version: PolicyVersion): Promise<void> {
    const outcomes = await this.checkContent.outcomes(organizationId, version);
    const failed = outcomes.filter(({ expected, decided }) => expected !== decided);
    if (failed.length > 0) throw new ExamplesFailed(failed);
  }
}
