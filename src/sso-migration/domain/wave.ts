import type { FieldError } from '../../shared/domain-error.js';
import type { JudgedMember } from './judged-member.js';
import { WaveNotThere } from './wave.errors.js';

/**
 * - `draft`: chosen, nothing more;
 * - `scheduled`: starts at a time; `notified`: its members have been told;
 * - `enforced`: its members have to use single sign-on;
 * - `paused`: they do not have to for now; `rolled_back`: they no longer have to.
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
  /** How long sessions of its members last that were opened without single sign-on. */
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
  /** This wave requires single sign-on of them, and they can be bound: active, and not exempt. */
  readonly required: number;
  /** The verified members among those. */
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

/**
 * If two administrators act at once, the second finds the wave as the first has left it. @throws WaveNotThere
 */
export function assertCan({ status, enforcedAt }: Wave, action: WaveAction, from = FROM[action]): void {
  const hasBegun = status === 'paused' && enforcedAt !== null;
  if (!from.includes(status) || (action === 'schedule' && hasBegun)) throw new WaveNotThere(action, status);
}

/** The state to which a paused wave returns that has never started and whose time is ahead; `null` for every other. */
export function statusOfResumed({ enforcedAt, startsAt, notifiedAt }: Wave, now: Date): 'scheduled' | 'notified' | null {
  if (enforcedAt !== null || startsAt === null || startsAt <= now) return null;
  return notifiedAt === null ? 'scheduled' : 'notified';
}

/**
 * Members who first need an administrator or a second factor would be locked out, and so would those whom no connection
 * serves.
 */
export function canMove({ group, isLockedOut }: JudgedMember): boolean {
  return isInMovableGroup(group) && !isLockedOut;
}

export function isInMovableGroup(group: JudgedMember['group']): boolean {
  return group === 'already_using_sso' || group === 'ready_for_migration';
}

/** In percent with one decimal; 100 when no member is bound. */
export function successOf({ required, succeeded }: WaveCourse): number {
  return required === 0 ? 100 : Math.floor((succeeded / required) * 1_000) / 10;
}

const LATEST_MS = 365 * 86_400_000;

export function startProblems(startsAt: Date, now: Date): FieldError[] {
  const ahead = startsAt.getTime() - now.getTime();
  if (ahead > 0 && ahead <= LATEST_MS) return [];
  return [{ field: 'starts_at', message: 'Send a time within the next year.', code: 'invalid' }];
}
