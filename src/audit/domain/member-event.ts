import type { AuditDetail, AuditEvent } from '../../shared/ports/audit-trail.js';
import { isThrottled } from './refusal.js';

/** An event of an account, as it is told to the organizations that its owner belongs to. */
export interface MemberEvent {
  readonly userId: number;
  readonly detail: AuditDetail;
}

const TOLD: ReadonlySet<string> = new Set([
  'session.logged_in',
  'session.all_ended',
  'mfa.factor_added',
  'mfa.factor_imported',
  'mfa.factor_removed',
  'mfa.factors_reset',
  'mfa.recovery_code_used',
  'mfa.recovery_codes_replaced',
  'mfa.counter_regressed',
  'device.activated',
  'device.revoked',
  'device.token_reused',
  'user.address_change_requested',
  'user.address_changed',
  'user.display_name_changed',
  'user.password_changed',
  'user.password_reset',
  'user.password_reset_requested',
  'user.password_reset_started',
]);

/** What went well is part of the login or of the session. */
const TOLD_WHEN_REFUSED: ReadonlySet<string> = new Set(['mfa.verified', 'session.stepped_up']);

/**
 * Why sessions ended, as far as others may know it: what the owner did, and what the installation did for their safety. The directory of
 * one organization that lets a person go, or sets their password, is no business of the others.
 */
const TOLD_OF_OWNER: ReadonlySet<unknown> = new Set([
  'revoked',
  'password_changed',
  'password_reset',
  'address_changed',
  'mfa_changed',
  'account_claimed',
]);
const TOLD_OF_INSTALLATION: ReadonlySet<unknown> = new Set(['revoked', 'mfa_changed', 'device_stolen']);

/** What the owner of an account acts on when they act on the account. */
const OF_ACTOR: ReadonlySet<string> = new Set(['session', 'device', 'mfa_factor']);

/** How it happened, or why not. Numbers of sessions, ids of devices and the like would reveal what the person does elsewhere. */
const TOLD_OF_DETAIL = ['amr', 'acr', 'method', 'type', 'reason'] as const;

/**
 * Logins, refused guesses, factors, devices and resets of an account; `null` for everything else. What belongs to an organization
 * already is its own: a login by single sign-on is told to the organization of the provider (`sso.login.succeeded`), and to no other.
 */
export function memberEventOf(event: AuditEvent): MemberEvent | null {
  const { action, outcome, organizationId, detail = {} } = event;
  if (!TOLD.has(action) && !(outcome === 'refused' && TOLD_WHEN_REFUSED.has(action))) return null;
  if (organizationId !== undefined && organizationId !== null) return null;
  const isWaitingForFactor = detail['reason'] === 'mfa_required';
  if (detail['sso_connection_id'] !== undefined || isWaitingForFactor || isThrottled(detail)) return null;
  const userId = ownerOf(event);
  if (userId === null) return null;
  if (action === 'session.all_ended') {
    const toldReasons = event.actorUserId === userId ? TOLD_OF_OWNER : TOLD_OF_INSTALLATION;
    if (!toldReasons.has(detail['reason'])) return null;
  }
  const told = TOLD_OF_DETAIL.flatMap((name) => {
    const value = detail[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { userId, detail: Object.fromEntries(told) };
}

function ownerOf({ actorUserId, target }: AuditEvent): number | null {
  if (target?.type === 'user') return Number(target.id);
  return target === undefined || OF_ACTOR.has(target.type) ? actorUserId : null;
}
