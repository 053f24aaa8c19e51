import { DomainError, type FieldError } from '../../shared/domain-error.js';
import { emailOf } from '../../shared/email-key.js';
import type { AuditEvent } from '../../shared/ports/audit-trail.js';
import type { ConsentedAct } from '../../shared/ports/owner-consent.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { say } from '../../shared/sentence.js';

/**
 * `act_as_owner`: see and change the data of the organization for an hour, but give no roles. Each of the others allows a
 * single act.
 */
export const ACCESS_KINDS = ['act_as_owner', 'give_role', 'reset_factors', 'activate_connection', 'change'] as const;

export type AccessKind = (typeof ACCESS_KINDS)[number];

/**
 * An act with a lasting effect needs an owner. One that passes, or that gives a rightful holder their account back, is
 * possible in an emergency.
 */
const EMERGENCY_KINDS: readonly AccessKind[] = ['act_as_owner', 'reset_factors'];

export function emergencyProblems(kind: AccessKind): FieldError[] {
  if (EMERGENCY_KINDS.includes(kind)) return [];
  return [{ field: 'emergency', message: say('Only an owner can approve {kind}. Ask without emergency.', { kind }), code: 'invalid' }];
}

/** The subject of a request, in the one form in which requests and acts are compared. */
export type AccessSubject = Readonly<Record<string, string | number | readonly string[]>>;

export type RequestedAct = ConsentedAct | { readonly kind: 'act_as_owner' };

/** @throws ValidationFailed when it is not an address */
export function subjectOf(act: RequestedAct): AccessSubject {
  switch (act.kind) {
    case 'act_as_owner':
      return {};
    case 'give_role':
      return { email: emailOf(act.email).key, role_id: act.roleId, permissions: [...act.permissions].sort() };
    case 'reset_factors':
      return { user_id: act.userId };
    case 'activate_connection':
      return { connection_id: act.connectionId, configuration_version: act.configurationVersion };
    case 'change':
      return { change: act.change, ...act.facts };
  }
}

/** What a system administrator sees of a subject: the names of prompt templates are data of the organization. */
export function shownOutside(subject: AccessSubject): AccessSubject {
  return Object.fromEntries(Object.entries(subject).filter(([name]) => name !== 'template'));
}

/** What the audit trail says about a request beside its id. */
export function toldOf({ kind, subject }: Pick<AccessRequest, 'kind' | 'subject'>): AuditEvent['detail'] {
  return kind === 'change' ? { kind, change: String(subject['change']) } : { kind };
}

/** `approved` means in force: by an owner, or from the start in an emergency. */
export const ACCESS_REQUEST_STATUSES = ['requested', 'approved', 'refused', 'used', 'expired'] as const;

export interface AccessRequest {
  readonly id: number;
  readonly organizationId: number;
  readonly kind: AccessKind;
  readonly subject: AccessSubject;
  readonly reason: string;
  readonly isEmergency: boolean;
  readonly status: (typeof ACCESS_REQUEST_STATUSES)[number];
  readonly requestedBy: { readonly id: number; readonly username: string; readonly displayName: string | null };
  readonly decidedBy: { readonly id: number; readonly username: string; readonly displayName: string | null } | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const HOUR_MS = 3_600_000;
const ANSWER_HOURS = 72;
const ACT_HOURS = 24;
const EMERGENCY_HOURS = 1;

/** When the owners' time to answer is over. */
export function answerDeadline(at: Date): Date {
  return new Date(at.getTime() + ANSWER_HOURS * HOUR_MS);
}

/** When a request stops being in force. */
export function inForceUntil({ kind, isEmergency }: Pick<AccessRequest, 'kind' | 'isEmergency'>, from: Date): Date {
  const hours = kind === 'act_as_owner' || isEmergency ? EMERGENCY_HOURS : ACT_HOURS;
  return new Date(from.getTime() + hours * HOUR_MS);
}

/**
 * An owner who ends an emergency is there to be asked, so no emergency is possible for a day: otherwise the ended one could begin again.
 * @returns the moment since which no emergency may have been ended
 */
export function emergencyCooldownStart(at: Date): Date {
  return new Date(at.getTime() - 24 * HOUR_MS);
}

/** Each request mails every owner. */
export function requestThrottle(userId: number, organizationId: number): ThrottledAction {
  return {
    scope: 'access_request',
    subject: `user ${userId} organization ${organizationId}`,
    freeFailures: 10,
    firstWaitSeconds: 60,
    longestWaitSeconds: 3600,
    forgivenInSeconds: 86_400,
    clearedBySuccess: false,
  };
}

export class EmergencyEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'An owner has ended an emergency here within the last day. Ask without emergency.');
  }
}

/** One at a time, so that an owner who ends it has ended all of it. */
export class EmergencyOpen extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Another emergency is open here. Wait until it is over, or ask without emergency.');
  }
}

export class NoApprovalNeeded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This needs no approval here. Remove the second factors of the member yourself.');
  }
}

export class AccessRequestClosed extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The request was decided already, was used, or has expired. If it is still needed, make a new one.');
  }
}
