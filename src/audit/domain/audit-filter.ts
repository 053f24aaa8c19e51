import type { AuditDetail, AuditOutcome } from '../../shared/ports/audit-trail.js';

/** `null` for everything in the installation. */
export type AuditScope = { readonly organizationId: number } | null;

export interface AuditFilter {
  readonly action?: string;
  readonly actorId?: number;
  /** Whose account it happened to, as the organizations of a member are told. */
  readonly memberId?: number;
  readonly outcome?: AuditOutcome;
  readonly from?: Date;
  /** Exclusive, so that periods fit together. */
  readonly to?: Date;
}

/** A place in the order of the trail, finer than a `Date` holds. */
export interface AuditCursor {
  readonly occurredAt: string;
  readonly id: number;
}

export interface AuditQuery {
  readonly scope: AuditScope;
  readonly filter: AuditFilter;
  readonly before: AuditCursor | null;
}

export interface RecordedEvent {
  readonly id: number;
  readonly occurredAt: Date;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actor: { readonly userId: number; readonly username: string | null; readonly displayName: string | null } | null;
  readonly organizationId: number | null;
  /** With the name of a member. */
  readonly target: {
    readonly type: string;
    readonly id: string;
    readonly username?: string | null;
    readonly displayName?: string | null;
  } | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly detail: AuditDetail;
  readonly cursor: AuditCursor;
}
