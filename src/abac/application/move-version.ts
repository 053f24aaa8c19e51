import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import type { Held } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { PublishedMeanwhile, TooManyInForce, assertFit } from '../domain/policy.errors.js';
import { MOST_BYTES_IN_FORCE, MOST_IN_FORCE, type Policy, type PolicyVersion, type VersionState } from '../domain/policy.js';
import { NamesInForce } from './ports/names-in-force.js';
import { Policies } from './ports/policies.js';
import { PolicySets } from './ports/policy-sets.js';

interface Move {
  readonly policy: Policy;
  readonly version: PolicyVersion;
  readonly to: VersionState;
  /** The revision of the policy that the caller has seen. */
  readonly revision: number;
  /** Who moves it, and with which power, if that changes decisions; `null` if not. */
  readonly by: { readonly caller: Caller; readonly held: Held } | null;
  /** The epoch in which the move was judged; `null` when it needs no judgement. */
  readonly judgedAt: number | null;
  readonly event: { readonly action: string; readonly actorUserId: number; readonly organizationId: number };
}

/** Publishes to all instances at once: a request that reads the new epoch is decided by the new set, or not at all. */
@Injectable()
export class MoveVersion {
  constructor(
    private readonly policies: Policies,
    private readonly sets: PolicySets,
    private readonly names: NamesInForce,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws OwnerApprovalRequired, EditedMeanwhile, PublishedMeanwhile, TooManyInForce, PoliciesTooLarge */
  execute({ policy, version, to, revision, by, judgedAt, event }: Move): Promise<Policy> {
    const { organizationId, actorUserId } = event;
    return this.unitOfWork.run(async () => {
      // A rename takes these two locks, and the policies, in this order.
      await this.names.lock(organizationId);
      const epoch = await this.sets.advance(organizationId);
      const before = await this.sets.bytesInForce(organizationId);
      const move = { version: version.version, to, by: actorUserId, at: this.clock.now() };
      const moved = await this.policies.move(policy.id, revision, move);
      if (moved === null) throw new EditedMeanwhile();
      if (by !== null)
        await this.consent.settle(by.caller, by.held, organizationId, {
          kind: 'change',
          change: to === 'active' ? 'activate_policy' : 'disable_policy',
          facts: factsOf(policy, version),
        });
      if (judgedAt !== null && epoch !== judgedAt + 1) throw new PublishedMeanwhile();
      const inForce = await this.sets.announce(organizationId, epoch);
      if (to !== 'disabled' && inForce.versions > MOST_IN_FORCE) throw new TooManyInForce(MOST_IN_FORCE);
      assertFit({ before, after: inForce.bytes }, MOST_BYTES_IN_FORCE);
      const detail = { version: version.version, from: version.state, effect: version.effect, sha256: version.sha256 };
      await this.auditTrail.record({ ...event, outcome: 'success', target: { type: 'policy', id: policy.id }, detail });
      return moved;
    });
  }
}

/** The revision is that of what the owner saw: nothing else of the policy has been published since. */
function factsOf({ id, name, revision }: Policy, { version, effect, sha256 }: PolicyVersion) {
  return { policy_id: id, policy: name, version, effect, revision, sha256 };
}
