import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { NotInForce } from '../domain/policy.errors.js';
import type { Policy } from '../domain/policy.js';
import { EnterPolicy } from './enter-policy.js';
import { MoveVersion } from './move-version.js';

@Injectable()
export class DisableVersion {
  constructor(
    private readonly access: AccessControl,
    private readonly enterPolicy: EnterPolicy,
    private readonly moveVersion: MoveVersion,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * An active version stops deciding, which may allow what it refused. @throws Forbidden, OwnerApprovalRequired, NotFound, EditedMeanwhile,
   * NotInForce
   */
  async execute(input: {
    readonly caller: Caller;
    readonly policyId: number;
    readonly version: number;
    readonly revision: number;
  }): Promise<Policy> {
    const { caller, policyId, revision } = input;
    const { policy, version } = await this.enterPolicy.version(caller, 'abac.manage', policyId, input.version);
    const { organizationId } = policy;
    const isActive = version.state === 'active';
    const held = isActive ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : null;
    const event = { action: 'abac.policy.disabled', actorUserId: caller.userId, organizationId };
    const target = { type: 'policy', id: policyId };
    return recordRefusal(this.auditTrail, { ...event, target }, async () => {
      // The state that decides which permission is needed is that of this revision.
      if (policy.revision !== revision) throw new EditedMeanwhile();
      if (version.state !== 'active' && version.state !== 'shadow') throw new NotInForce();
      const by = held && { caller, held };
      return this.moveVersion.execute({ policy, version, to: 'disabled', revision, by, judgedAt: null, event });
    });
  }
}
