import { z } from 'zod';
import { component, displayName, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import { GROUPS } from '../../domain/group.js';
import type { MemberReport, Reason } from '../../domain/member.js';
import { ACTORS, REASON_CODES, RULE_CODES, SEVERITIES } from '../../domain/rule.js';
import { WAVE_MEMBER_STATES } from '../../domain/wave-member.js';
import { WAVE_STATUSES } from '../../domain/wave.js';

const ReasonOfMember = z.object({
  code: z.enum(REASON_CODES),
  severity: z.enum(SEVERITIES),
  evidence: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The evidence, with different members for each code; `null` when the code says everything.' }),
  since: moment.nullable(),
});

export const MigratingMember = component(
  'MigratingMember',
  z.object({
    user_id: id,
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    role: z.string(),
    group: z.enum(GROUPS),
    primary_reason: z.enum(RULE_CODES).meta({ description: 'What decides the group.' }),
    reasons: listOf(ReasonOfMember).meta({ description: 'The primary one first.' }),
    next_action: z.string(),
    actor: z.enum(ACTORS).meta({ description: 'Who has to act.' }),
    locked_out_if_enforced_now: z.boolean().meta({ description: 'Whether they log in today and would have no way to log in.' }),
    predicted_connection_id: id.nullable().meta({ description: 'The connection through which they log in, or would.' }),
    last_login: z.object({ method: z.string(), at: moment }).nullable().meta({ description: 'Of the sessions that are kept.' }),
    sessions_to_end: z.int().min(0).meta({ description: 'Sessions that end when single sign-on is required.' }),
    tokens_affected: z.int().min(0).meta({ description: 'Refresh tokens of those sessions, and tokens of trusted devices.' }),
    wave: z
      .object({
        number: id,
        name: z.string(),
        status: z.enum(WAVE_STATUSES),
        state: z.enum(WAVE_MEMBER_STATES).meta({ description: 'How far they are in it.' }),
      })
      .nullable()
      .meta({ description: '`null` for members who are in no wave, or in one that was rolled back.' }),
  }),
  {
    user_id: 5,
    username: 'mia',
    display_name: 'Mia Brandt',
    email: 'mia@delta.example',
    role: 'editor',
    group: 'ready_for_migration',
    primary_reason: 'READY',
    reasons: [{ code: 'READY', severity: 'info', evidence: { factors: ['totp'] }, since: '2026-11-01T08:00:00.000Z' }],
    next_action: 'Log in through single sign-on once, and confirm with the second factor.',
    actor: 'user',
    locked_out_if_enforced_now: false,
    predicted_connection_id: 1,
    last_login: { method: 'password+mfa', at: '2026-11-19T07:30:00.000Z' },
    sessions_to_end: 1,
    tokens_affected: 2,
    wave: { number: 1, name: 'Pilot', status: 'notified', state: 'invited' },
  },
);

export function toMigratingMember(member: MemberReport): z.infer<typeof MigratingMember> {
  const { lastLogin } = member;
  return {
    user_id: member.userId,
    username: member.username,
    display_name: member.displayName,
    email: member.email,
    role: member.role,
    group: member.group,
    primary_reason: member.reason,
    reasons: member.reasons.map(toReason),
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

function toReason({ code, severity, evidence, since }: Reason): z.infer<typeof ReasonOfMember> {
  return { code, severity, evidence, since: since?.toISOString() ?? null };
}
