import type { JudgedMember } from './member.js';
import type { RuleCode } from './rule.js';
import type { WaveStatus } from './wave.js';

/**
 * `linked`: has an identity; `verified`: has come through it; `enforced`: has, and cannot come in otherwise; `exempt`: is kept for
 * emergencies; `failed`: stays behind, for the reason that is named beside.
 */
type WaveMemberState = 'pending' | 'invited' | 'linked' | 'verified' | 'enforced' | 'exempt' | 'failed';

export interface WaveMember {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly remindedAt: Date | null;
  readonly linkedAt: Date | null;
  readonly lastLoginAt: Date | null;
  /** Single sign-on is required of him by this wave. */
  readonly isRequired: boolean;
}

export interface WaveMemberView extends WaveMember {
  readonly state: WaveMemberState;
  readonly reason: RuleCode;
}

export function viewOf(member: WaveMember, judged: JudgedMember, status: WaveStatus): WaveMemberView {
  return { ...member, state: stateOf(member, judged, status), reason: judged.reason };
}

/** Derived and nowhere kept, so that it cannot be wrong. */
function stateOf(member: WaveMember, { group, reason }: JudgedMember, status: WaveStatus): WaveMemberState {
  const { isRequired, lastLoginAt, linkedAt, remindedAt } = member;
  if (reason === 'BREAK_GLASS_EXEMPT') return 'exempt';
  if (group === 'requires_admin_intervention' || (status === 'enforced' && !isRequired)) return 'failed';
  if (lastLoginAt !== null) return isRequired ? 'enforced' : 'verified';
  if (linkedAt !== null) return 'linked';
  return remindedAt === null ? 'pending' : 'invited';
}
