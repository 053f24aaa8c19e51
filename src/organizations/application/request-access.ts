import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, RateLimited, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import {
  type AccessRequest,
  AccessRequestClosed,
  EmergencyEnded,
  EmergencyOpen,
  NoApprovalNeeded,
  answerDeadline,
  emergencyCooldownStart,
  inForceUntil,
  requestThrottle,
  toldOf,
  emergencyProblems,
} from '../domain/access-request.js';
import { accessMail } from '../domain/access-mail.js';
import { AccessRequests, type NewAccessRequest } from './ports/access-requests.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { type ActFields, ReadRequestedAct } from './read-requested-act.js';

export interface AccessRequested extends ActFields {
  readonly reason: string;
  readonly isEmergency: boolean;
}

interface Requested {
  readonly request: AccessRequest;
  readonly isNew: boolean;
}

/**
 * A system administrator asks the owners, or helps themselves in an emergency; a member asks for what the
 * organization lets nobody do alone. Every owner receives a mail.
 * A repeated request gets the open one, and no owner is mailed twice.
 */
@Injectable()
export class RequestAccess {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly readRequestedAct: ReadRequestedAct,
    private readonly requests: AccessRequests,
    private readonly throttle: AttemptThrottle,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NoApprovalNeeded, NotFound, ValidationFailed, UnknownReference, EmergencyEnded, EmergencyOpen, RateLimited */
  async execute(caller: Caller, organizationId: number, asked: AccessRequested): Promise<Requested> {
    const { kind, isEmergency, reason } = asked;
    await this.admit(caller, organizationId, asked);
    const event = { action: 'access_request.created', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, async () => {
      const problems = isEmergency ? emergencyProblems(kind) : [];
      if (problems.length > 0) throw new ValidationFailed(problems);
      return this.unitOfWork.run(async () => {
        const organization = await this.organizations.find(organizationId);
        if (organization === null) throw new NotFound('Organization');
        if (!caller.isSystemAdmin && kind === 'reset_factors' && organization.factorResets === 'direct') throw new NoApprovalNeeded();
        const subject = await this.readRequestedAct.execute(organizationId, caller.userId, asked);
        const createdAt = this.clock.now();
        const wanted: NewAccessRequest = {
          organizationId,
          kind,
          subject,
          reason,
          isEmergency,
          requestedBy: caller.userId,
          createdAt,
          status: isEmergency ? 'approved' : 'requested',
          expiresAt: isEmergency ? inForceUntil(asked, createdAt) : answerDeadline(createdAt),
        };
        const id = await this.requests.add(wanted);
        if (id === null) return { request: await this.openOne(wanted), isNew: false };
        const wait = await this.throttle.settle([requestThrottle(caller.userId, organizationId)], 'failure');
        if (wait > 0) throw new RateLimited(wait);
        // After it was added: an owner who ends the one before at this moment has then either done so, or ends this one.
        if (isEmergency && (await this.requests.wasEndedSince(organizationId, emergencyCooldownStart(createdAt))))
          throw new EmergencyEnded();
        const request = await this.requests.find(organizationId, id);
        if (request === null) throw new NotFound('Access request');
        const owners = await this.members.ownersOf(organizationId);
        const helped = kind === 'reset_factors' ? asked.userId : null;
        const member = helped === null ? null : await this.members.find(organizationId, helped);
        const about = { organization: organization.name, by: caller, member: member?.username ?? null };
        await this.mailer.send(...owners.map((owner) => accessMail(owner, about, request)));
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'access_request', id },
          detail: { ...toldOf(request), emergency: isEmergency },
        });
        return { request, isNew: true };
      });
    });
  }

  /** Members ask for what the service would do for them with an approval: the sealed change is what it has refused them. */
  private async admit(caller: Caller, organizationId: number, { kind, isEmergency }: AccessRequested): Promise<void> {
    if (caller.isSystemAdmin || isEmergency) return this.access.requireSystemAdmin(caller, 'access_request.create');
    if (kind === 'reset_factors') await this.access.require(caller, 'member.assist', { organizationId });
    else if (kind === 'change') await this.access.require(caller, 'organization.update', { organizationId });
    else await this.access.requireSystemAdmin(caller, 'access_request.create');
  }

  private async openOne(wanted: NewAccessRequest): Promise<AccessRequest> {
    const open = await this.requests.findOpen(wanted);
    if (open !== null) return open;
    throw wanted.isEmergency ? new EmergencyOpen() : new AccessRequestClosed();
  }
}
