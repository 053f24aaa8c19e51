import { z } from 'zod';
import { component, displayName, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import { RULE_CODES } from '../../domain/rule.js';
import { WAVE_MEMBER_STATES, type WaveMemberView } from '../../domain/wave-member.js';
import { WAVE_STATUSES, type WaveView, successOf } from '../../domain/wave.js';

const people = z.int().min(0);

export const Wave = component(
  'Wave',
  z.object({
    number: id,
    name: z.string(),
    status: z.enum(WAVE_STATUSES).meta({
      description:
        '`draft`: members are chosen; `scheduled`: it starts at `starts_at`; `notified`: its members have been ' +
        'told; `enforced`: they have to use single sign-on; `paused`: at present they do not have to; ' +
        '`rolled_back`: it is over.',
    }),
    starts_at: moment.nullable(),
    grace_hours: z.int().min(0),
    paused_because: listOf(z.string()).meta({ description: 'Codes; empty unless it is paused.' }),
    plan_id: id.nullable(),
    created_by_user_id: id.nullable(),
    created_by: renamed(id.nullable(), 'created_by_user_id'),
    created_at: moment,
    notified_at: moment.nullable(),
    enforced_at: moment.nullable(),
    ended_at: moment.nullable(),
    members: z.object({ total: people, linked: people, verified: people, required: people }),
    success_pct: z.number().min(0).max(100).meta({
      description: 'Members who have to use single sign-on and have come through it.',
    }),
  }),
  {
    number: 1,
    name: 'Pilot',
    status: 'enforced',
    starts_at: '2026-11-30T07:00:00.000Z',
    grace_hours: 24,
    paused_because: [],
    plan_id: 7,
    created_by_user_id: 2,
    created_by: 2,
    created_at: '2026-11-20T09:15:00.000Z',
    notified_at: '2026-11-20T09:15:04.000Z',
    enforced_at: '2026-11-30T07:00:01.000Z',
    ended_at: null,
    members: { total: 9, linked: 9, verified: 8, required: 9 },
    success_pct: 88.8,
  },
);

/** For the examples: none of its members has to use single sign-on, or not any more. */
export const NOBODY_BOUND = { members: { total: 9, linked: 9, verified: 8, required: 0 }, success_pct: 100 };

/** For the examples: a wave that was just created. */
export const CHOSEN = {
  ...NOBODY_BOUND,
  status: 'draft',
  starts_at: null,
  notified_at: null,
  enforced_at: null,
} as const;

export const WaveMember = component(
  'WaveMember',
  z.object({
    user_id: id,
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    state: z.enum(WAVE_MEMBER_STATES).meta({
      description:
        '`invited`: told by mail; `linked`: has an identity; `verified`: has come through it; `enforced`: and ' +
        'cannot log in otherwise; `exempt`: is kept for emergencies; `failed`: stays behind because of `reason`.',
    }),
    reason: z.enum(RULE_CODES),
    required: z.boolean().meta({ description: 'Whether this wave requires them to use single sign-on.' }),
    reminded_at: moment.nullable(),
    linked_at: moment.nullable(),
    last_sso_login_at: moment.nullable(),
  }),
  {
    user_id: 5,
    username: 'mia',
    display_name: 'Mia Brandt',
    email: 'mia@delta.example',
    state: 'enforced',
    reason: 'SSO_OK',
    required: true,
    reminded_at: '2026-11-20T09:15:04.000Z',
    linked_at: '2026-11-21T08:00:00.000Z',
    last_sso_login_at: '2026-11-30T07:20:00.000Z',
  },
);

export function toWave(wave: WaveView): z.infer<typeof Wave> {
  const { members, linked, verified, required } = wave.course;
  return {
    number: wave.number,
    name: wave.name,
    status: wave.status,
    starts_at: textOf(wave.startsAt),
    grace_hours: wave.graceHours,
    paused_because: wave.pausedBecause?.split(',') ?? [],
    plan_id: wave.planId,
    created_by_user_id: wave.createdBy,
    created_by: wave.createdBy,
    created_at: wave.createdAt.toISOString(),
    notified_at: textOf(wave.notifiedAt),
    enforced_at: textOf(wave.enforcedAt),
    ended_at: textOf(wave.endedAt),
    members: { total: members, linked, verified, required },
    success_pct: successOf(wave.course),
  };
}

export function toWaveMember(member: WaveMemberView): z.infer<typeof WaveMember> {
  return {
    user_id: member.userId,
    username: member.username,
    display_name: member.displayName,
    email: member.email,
    state: member.state,
    reason: member.reason,
    required: member.isRequired,
    reminded_at: textOf(member.remindedAt),
    linked_at: textOf(member.linkedAt),
    last_sso_login_at: textOf(member.lastLoginAt),
  };
}

function textOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
