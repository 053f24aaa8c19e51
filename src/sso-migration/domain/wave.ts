import type { JudgedMember } from './judged-member.js';
import { WaveNotThere } from './wave.errors.js';

/**
 * - `draft`: chosen, nothing more;
 * - `scheduled`: starts at a time; `notified`: its members have been told;
 * - `enforced`: single sign-on is required of its members;
 * - `paused`: for the moment it is not; `rolled_back`: nor will it be.
 */
export const WAVE_STATUSES = ['draft', 'scheduled', 'notified', 'enforced', 'paused', 'rolled_back'] as const;

export type WaveStatus = (typeof WAVE_STATUSES)[number];

export type WaveAction = 'schedule' | 'start' | 'pause' | 'resume' | 'rollback';

export interface Wave {
  readonly organizationId: number;
  /** Counts up within an organization. */
  readonly number: number;
  readonly name: string;
  readonly status: WaveStatus;
  readonly planId: number | null;
  readonly startsAt: Date | null;
  /** How long sessions of its members live on that were opened without single sign-on. */
  readonly graceHours: number;
  /** Codes, with a comma between them; `null` unless it is paused. */
  readonly pausedBecause: string | null;
  readonly createdBy: number | null;
  readonly createdAt: Date;
  readonly notifiedAt: Date | null;
  readonly enforcedAt: Date | null;
  readonly endedAt: Date | null;
}

/** How far its members have come. */
export interface WaveCourse {
  readonly members: number;
  /** Have an identity at an active connection. */
  readonly linked: number;
  /** Have come through an active connection. */
  readonly verified: number;
  /** Single sign-on is required of them by this wave, and they can be bound: active, and kept for no emergency. */
  readonly required: number;
  /** Of those, the verified ones. */
  readonly succeeded: number;
}

export interface WaveView extends Wave {
  readonly course: WaveCourse;
}

const FROM: Readonly<Record<WaveAction, readonly WaveStatus[]>> = {
  schedule: ['draft', 'scheduled', 'notified', 'paused'],
  start: ['draft', 'scheduled', 'notified'],
  pause: ['scheduled', 'notified', 'enforced'],
  resume: ['paused'],
  rollback: ['draft', 'scheduled', 'notified', 'enforced', 'paused'],
};

/** Of two administrators at once the second finds the wave where the first has brought it. @throws WaveNotThere */
export function assertCan({ status, enforcedAt }: Wave, action: WaveAction, from = FROM[action]): void {
  const hasBegun = status === 'paused' && enforcedAt !== null;
  if (!from.includes(status) || (action === 'schedule' && hasBegun)) throw new WaveNotThere(action, status);
}

/** Where a paused wave goes back to that has never started and whose time is ahead; `null` for every other. */
export function statusOfResumed(
  { enforcedAt, startsAt, notifiedAt }: Wave,
  now: Date,
): 'scheduled' | 'notified' | null {
  if (enforcedAt !== null || startsAt === null || startsAt <= now) return null;
  return notifiedAt === null ? 'scheduled' : 'notified';
}

/** Whoever needs an administrator or a second factor first would be locked out, and so would be whom no connection serves. */
export function canMove({ group, isLockedOut }: JudgedMember): boolean {
  return isInMovableGroup(group) && !isLockedOut;
}

export function isInMovableGroup(group: JudgedMember['group']): boolean {
  return group === 'already_using_sso' || group === 'ready_for_migration';
}

/** In percent with one decimal; 100 where nobody is bound. */
export function successOf({ required, succeeded }: WaveCourse): number {
  return required === 0 ? 100 : Math.floor((succeeded / required) * 1_000) / 10;
}
