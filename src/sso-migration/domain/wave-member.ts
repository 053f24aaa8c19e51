import type { JudgedMember } from './judged-member.js';
import { EXEMPT_CODES, type RuleCode } from './rule.js';
import type { WaveStatus } from './wave.js';

/**
 * `linked`: has an identity; `verified`: has come through it; `enforced`: has, and cannot log in otherwise; `exempt`:
 * is exempt, for emergencies or for a time; `failed`: stays behind, for the reason given beside it.
 */
export const WAVE_MEMBER_STATES = ['pending', 'invited', 'linked', 'verified', 'enforced', 'exempt', 'failed'] as const;

export type WaveMemberState = (typeof WAVE_MEMBER_STATES)[number];

/** How far a member has come, as far as their state depends on it. */
export interface WaveSteps {
  readonly isTold: boolean;
  readonly isLinked: boolean;
  readonly hasComeThrough: boolean;
  /** This wave requires them to use single sign-on. */
  readonly isRequired: boolean;
}

export interface WaveMember {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly remindedAt: Date | null;
  readonly linkedAt: Date | null;
  readonly lastLoginAt: Date | null;
  /** This wave requires them to use single sign-on. */
  readonly isRequired: boolean;
}

export interface WaveMemberView extends WaveMember {
  readonly state: WaveMemberState;
  readonly reason: RuleCode;
}

export function viewOf(member: WaveMember, judged: JudgedMember, status: WaveStatus): WaveMemberView {
  const { isRequired, lastLoginAt, linkedAt, remindedAt } = member;
  const steps = {
    isTold: remindedAt !== null,
    isLinked: linkedAt !== null,
    hasComeThrough: lastLoginAt !== null,
    isRequired,
  };
  return { ...member, state: stateOf(steps, judged, status), reason: judged.reason };
}

/** Derived and never stored, so that it cannot be wrong. */
export function stateOf(
  { isTold, isLinked, hasComeThrough, isRequired }: WaveSteps,
  { group, reason }: Pick<JudgedMember, 'group' | 'reason'>,
  status: WaveStatus,
): WaveMemberState {
  if (EXEMPT_CODES.some((code) => code === reason)) return 'exempt';
  if (group === 'requires_admin_intervention' || (status === 'enforced' && !isRequired)) return 'failed';
  if (hasComeThrough) return isRequired ? 'enforced' : 'verified';
  if (isLinked) return 'linked';
  return isTold ? 'invited' : 'pending';
}
