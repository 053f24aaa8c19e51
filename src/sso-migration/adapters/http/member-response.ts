import { type Pagination, paginationOf } from '../../../shared/page.js';
import type { Enlistment, MemberReport, Reason } from '../../domain/member.js';

interface ReasonResponse {
  readonly code: string;
  readonly severity: string;
  readonly evidence: Readonly<Record<string, unknown>> | null;
  readonly since: string | null;
}

interface MemberResponse {
  readonly user_id: number;
  readonly username: string;
  readonly email: string;
  readonly role: string;
  readonly group: string;
  readonly primary_reason: string;
  readonly reasons: readonly ReasonResponse[];
  readonly next_action: string;
  readonly actor: string;
  readonly locked_out_if_enforced_now: boolean;
  readonly predicted_connection_id: number | null;
  readonly last_login: { readonly method: string; readonly at: string } | null;
  readonly sessions_to_end: number;
  readonly tokens_affected: number;
  readonly wave: Enlistment | null;
}

export interface MembersResponse {
  readonly users: readonly MemberResponse[];
  readonly pagination: Pagination;
}

export function memberResponse(member: MemberReport): MemberResponse {
  const { lastLogin } = member;
  return {
    user_id: member.userId,
    username: member.username,
    email: member.email,
    role: member.role,
    group: member.group,
    primary_reason: member.reason,
    reasons: member.reasons.map(reasonResponse),
    next_action: member.nextAction,
    actor: member.actor,
    locked_out_if_enforced_now: member.isLockedOut,
    predicted_connection_id: member.connectionId,
    last_login: lastLogin && { method: lastLogin.method, at: lastLogin.at.toISOString() },
    sessions_to_end: member.sessionsToEnd,
    tokens_affected: member.tokensAffected,
    wave: member.wave,
  };
}

function reasonResponse({ code, severity, evidence, since }: Reason): ReasonResponse {
  return { code, severity, evidence, since: since?.toISOString() ?? null };
}

export const MEMBERS_EXAMPLE: MembersResponse = {
  users: [
    {
      user_id: 4,
      username: 'mia',
      email: 'mia@delta.example',
      role: 'editor',
      group: 'ready_for_migration',
      primary_reason: 'READY',
      reasons: [
        { code: 'READY', severity: 'info', evidence: { factors: ['totp'] }, since: '2026-11-01T08:00:00.000Z' },
      ],
      next_action: 'Log in through single sign-on once, and confirm with the second factor.',
      actor: 'user',
      locked_out_if_enforced_now: false,
      predicted_connection_id: 1,
      last_login: { method: 'password+mfa', at: '2026-11-19T07:30:00.000Z' },
      sessions_to_end: 1,
      tokens_affected: 2,
      wave: { number: 1, name: 'Pilot', status: 'notified', state: 'invited' },
    },
  ],
  pagination: paginationOf({ page: 1, limit: 10 }, 1),
};
