import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type AccessRequest, AccessRequestClosed, inForceUntil, toldOf } from '../domain/access-request.js';
import { AccessRequests } from './ports/access-requests.js';
import { Members } from './ports/members.js';

/** An owner approves a request, or refuses it; refusing one that is in force ends it. */
@Injectable()
export class DecideAccessRequest {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
    private readonly requests: AccessRequests,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden for everyone but an owner, and for the one who asked; NotFound, AccessRequestClosed */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    requestId: number;
    decision: 'approved' | 'refused';
  }): Promise<AccessRequest> {
    const { caller, organizationId, requestId, decision } = input;
    const { userId } = caller;
    await this.access.require(caller, 'organization.update', { organizationId });
    const event = {
      action: `access_request.${decision}`,
      actorUserId: userId,
      organizationId,
      target: { type: 'access_request', id: requestId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.assertOwner(organizationId, userId);
        const request = await this.requests.find(organizationId, requestId);
        if (request === null) throw new NotFound('Access request');
        if (decision === 'approved' && request.requestedBy.id === userId)
          throw new Forbidden('You cannot approve your own request. Ask another owner.');
        const at = this.clock.now();
        const isDecided =
          decision === 'approved'
            ? await this.requests.approve(request, { userId, at, expiresAt: inForceUntil(request, at) })
            : await this.requests.refuse(request, { userId, at });
        if (!isDecided) throw new AccessRequestClosed();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: toldOf(request) });
        return (await this.requests.find(organizationId, requestId)) ?? request;
      }),
    );
  }

  /** By membership: a system administrator's power cannot approve its own requests. */
  private async assertOwner(organizationId: number, userId: number): Promise<void> {
    const role = await this.members.roleOf(organizationId, userId);
    const isSuspended = (await this.members.grantsAt(userId, organizationId)) === null;
    if (role === null || !holdsEverything(role.permissions) || isSuspended)
      throw new Forbidden('Only owners of the organization can decide this. Ask one of them.');
  }
}
