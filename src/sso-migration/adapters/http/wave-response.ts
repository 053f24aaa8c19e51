import { type Pagination, paginationOf } from '../../../shared/page.js';
import type { WaveMemberView } from '../../domain/wave-member.js';
import { type WaveView, successOf } from '../../domain/wave.js';

export interface WaveResponse {
  readonly number: number;
  readonly name: string;
  readonly status: string;
  readonly starts_at: string | null;
  readonly grace_hours: number;
  readonly paused_because: readonly string[];
  readonly plan_id: number | null;
  readonly created_by: number | null;
  readonly created_at: string;
  readonly notified_at: string | null;
  readonly enforced_at: string | null;
  readonly ended_at: string | null;
  readonly members: {
    readonly total: number;
    readonly linked: number;
    readonly verified: number;
    readonly required: number;
  };
  readonly success_pct: number;
}

interface WaveMemberResponse {
  readonly user_id: number;
  readonly username: string;
  readonly email: string;
  readonly state: string;
  readonly reason: string;
  readonly required: boolean;
  readonly reminded_at: string | null;
  readonly linked_at: string | null;
  readonly last_sso_login_at: string | null;
}

export interface WaveMembersResponse {
  readonly wave: WaveResponse;
  readonly members: readonly WaveMemberResponse[];
  readonly pagination: Pagination;
}

export function waveResponse(wave: WaveView): WaveResponse {
  const { members, linked, verified, required } = wave.course;
  return {
    number: wave.number,
    name: wave.name,
    status: wave.status,
    starts_at: textOf(wave.startsAt),
    grace_hours: wave.graceHours,
    paused_because: wave.pausedBecause?.split(',') ?? [],
    plan_id: wave.planId,
    created_by: wave.createdBy,
    created_at: wave.createdAt.toISOString(),
    notified_at: textOf(wave.notifiedAt),
    enforced_at: textOf(wave.enforcedAt),
    ended_at: textOf(wave.endedAt),
    members: { total: members, linked, verified, required },
    success_pct: successOf(wave.course),
  };
}

export function waveMemberResponse(member: WaveMemberView): WaveMemberResponse {
  return {
    user_id: member.userId,
    username: member.username,
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

export const WAVE_EXAMPLE: WaveResponse = {
  number: 1,
  name: 'Pilot',
  status: 'enforced',
  starts_at: '2026-11-30T07:00:00.000Z',
  grace_hours: 24,
  paused_because: [],
  plan_id: 7,
  created_by: 2,
  created_at: '2026-11-20T09:15:00.000Z',
  notified_at: '2026-11-20T09:15:04.000Z',
  enforced_at: '2026-11-30T07:00:01.000Z',
  ended_at: null,
  members: { total: 9, linked: 9, verified: 8, required: 9 },
  success_pct: 88.8,
};

export const WAVE_MEMBERS_EXAMPLE: WaveMembersResponse = {
  wave: WAVE_EXAMPLE,
  members: [
    {
      user_id: 4,
      username: 'mia',
      email: 'mia@delta.example',
      state: 'enforced',
      reason: 'SSO_OK',
      required: true,
      reminded_at: '2026-11-20T09:15:04.000Z',
      linked_at: '2026-11-21T08:00:00.000Z',
      last_sso_login_at: '2026-11-30T07:20:00.000Z',
    },
  ],
  pagination: paginationOf({ page: 1, limit: 10 }, 9),
};
