import type { AuditEvent } from '../../shared/ports/audit-trail.js';

const HOUR_MS = 3_600_000;

export const EXPORT_STATES = ['waiting', 'ready', 'failed'] as const;

/** Whose data an export holds. */
export type Subject = { readonly userId: number } | { readonly organizationId: number };

export interface Export {
  readonly id: number;
  /** One of these two says whose it is. */
  readonly userId: number | null;
  readonly organizationId: number | null;
  readonly requestedBy: number;
  /** The organizations that let the asker in when they asked. */
  readonly admittedTo: readonly number[];
  readonly state: (typeof EXPORT_STATES)[number];
  /** How often it could not be made. */
  readonly failures: number;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  /** When it is deleted; `null` while it waits. */
  readonly expiresAt: Date | null;
  readonly size: number | null;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string | null;
}

export interface ReadyExport extends Export {
  readonly expiresAt: Date;
  readonly size: number;
}

/** After so many failures the next one ends it. */
export const MOST_FAILURES = 3;

export function subjectOf({ id, userId, organizationId }: Export): Subject {
  if (userId !== null) return { userId };
  if (organizationId !== null) return { organizationId };
  throw new Error(`Export ${id} is of nobody.`);
}

export function expiryOf(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + 24 * HOUR_MS);
}

export function isReady(one: Export, now: Date): one is ReadyExport {
  return one.state === 'ready' && one.size !== null && one.expiresAt !== null && one.expiresAt > now;
}

/** Whoever asks again so soon gets the same one, because each reads all that is kept. Other organizations make another file. */
export function isFresh(one: Export, admitting: readonly number[], now: Date): boolean {
  if (one.state === 'waiting') return true;
  const isSame = isOpenTo(one, admitting) && admitting.every((organizationId) => one.admittedTo.includes(organizationId));
  return isSame && isReady(one, now) && now.getTime() - one.requestedAt.getTime() < HOUR_MS;
}

/** @param admitting the organizations that let the caller in now: a file with data of others is not for this session */
export function isOpenTo({ state, admittedTo }: Export, admitting: readonly number[]): boolean {
  return state !== 'ready' || admittedTo.every((organizationId) => admitting.includes(organizationId));
}

type Deed = 'export_requested' | 'export_downloaded';

/** What the audit trail says of it, whatever comes of it. */
export function eventOf(subject: Subject, deed: Deed, actorUserId: number): Omit<AuditEvent, 'outcome'> {
  return 'userId' in subject
    ? { action: `user.${deed}`, actorUserId, target: { type: 'user', id: subject.userId } }
    : {
        action: `organization.${deed}`,
        actorUserId,
        organizationId: subject.organizationId,
        target: { type: 'organization', id: subject.organizationId },
      };
}
