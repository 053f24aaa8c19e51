import type { AuditCursor, AuditQuery, AuditScope, RecordedEvent } from '../../domain/audit-filter.js';

export abstract class AuditEvents {
  /** Newest first; what happened at the same time by id. */
  abstract read(query: AuditQuery, range: { limit: number; offset: number }): Promise<RecordedEvent[]>;
  /** What the account's holder did for its security, and what was done to the account by whomever; newest first. */
  abstract ofAccount(userId: number, most: number): Promise<RecordedEvent[]>;
  /** Counts no further than `most`. */
  abstract count(query: AuditQuery, most: number): Promise<number>;
  /** Every action that the trail has events of, in alphabetical order. */
  abstract actionsOf(scope: AuditScope): Promise<readonly string[]>;
  abstract cursorAt(scope: AuditScope, eventId: number): Promise<AuditCursor | null>;
}
