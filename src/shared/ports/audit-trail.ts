export const AUDIT_OUTCOMES = ['success', 'refused'] as const;

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface AuditEvent {
  /** Dotted and stable, for example `session.logged_in`. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly actorUserId: number | null;
  readonly organizationId?: number | null;
  readonly target?: { readonly type: string; readonly id: string | number };
  /** Small, free of secrets: passwords, tokens and codes never enter it. */
  readonly detail?: AuditDetail;
}

/**
 * Who did what, to what, when, from where. Rows join the caller's unit of work, so a change and its audit entry commit
 * together; a refusal is recorded in its own unit of work before the error is thrown. The adapter adds time, address
 * and request id. A refusal of a stranger is counted instead.
 */
export abstract class AuditTrail {
  abstract record(event: AuditEvent): Promise<void>;
  /** Many at once, in one statement. */
  abstract recordAll(events: readonly AuditEvent[]): Promise<void>;
}
