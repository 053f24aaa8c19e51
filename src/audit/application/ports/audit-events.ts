import type { AuditCursor, AuditQuery, AuditScope, RecordedEvent } from '../../domain/audit-filter.js';

export abstract class AuditEvents {
  /** Newest first; simultaneous events by id. */
  abstract read(query: AuditQuery, range: { limit: number; offset: number }): Promise<RecordedEvent[]>;
  /** What the holder did for the security of the account, and what others did to it; newest first. */
  abstract ofAccount(userId: number, most: number): Promise<RecordedEvent[]>;
  /** Counts no further than `most`. */
  abstract count(query: AuditQuery, most: number): Promise<number>;
  /** Every action that occurs in the trail, in alphabetical order. */
  abstract actionsOf(scope: AuditScope): Promise<readonly string[]>;
  abstract cursorAt(scope: AuditScope, eventId: number): Promise<AuditCursor | null>;
  /** In order of their ids, after one and up to another. */
  abstract following(organizationId: number, range: { after: number; through: number; most: number }): Promise<RecordedEvent[]>;
  /** The lowest id of what occurred at that time or later; `null` for none. */
  abstract firstSince(organizationId: number, at: Date): Promise<number | null>;
}
