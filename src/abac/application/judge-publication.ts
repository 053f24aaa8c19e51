import { Injectable } from '@nestjs/common';
import { type Permission, PERMISSIONS, isAdministrative, mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { actsOn } from '../domain/cedar-schema.js';
import { type PublishedFrom, favourableContexts } from '../domain/request-contexts.js';
import { ExamplesFailed, LocksOut, PermitNotGiven } from '../domain/policy.errors.js';
import type { Policy, PolicyVersion } from '../domain/policy.js';
import { CheckContent } from './check-content.js';
import { PolicyChecks } from './ports/policy-checks.js';
import { PolicyFacts } from './ports/policy-facts.js';
import { PolicySets } from './ports/policy-sets.js';

/** What runs an organization and its policies. */
const ADMINISTRATION = (Object.keys(PERMISSIONS) as Permission[]).filter(
  (permission) => isAdministrative(permission) && actsOn(permission).length === 1,
);

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
    if (version.effect === 'permit') {
      const missing = version.actions.filter((action) => !mayGive(held, [action]));
      if (missing.length > 0) throw new PermitNotGiven(missing);
    }
    const set = await this.sets.load(organizationId);
    const others = (set?.active ?? []).filter(({ id }) => id !== policy.id);
    const candidate = { id: policy.id, name: policy.name, version: version.version, tree: version.tree };
    const { principals, connectionIds } = await this.facts.ofOwners(organizationId);
    const contexts = favourableContexts(connectionIds, this.clock.now(), from);
    const reach = { organizationId, principals, permissions: ADMINISTRATION, contexts };
    const lost = await this.checks.lost([...others, candidate], reach);
    if (lost.length > 0) throw new LocksOut(lost);
    return set?.epoch ?? 0;
  }

  /** @throws ExamplesFailed, Unavailable */
  async tryExamples(organizationId: number, version: PolicyVersion): Promise<void> {
    const outcomes = await this.checkContent.outcomes(organizationId, version);
    const failed = outcomes.filter(({ expected, decided }) => expected !== decided);
    if (failed.length > 0) throw new ExamplesFailed(failed);
  }
}
