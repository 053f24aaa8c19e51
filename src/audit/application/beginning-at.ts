import { ValidationFailed } from '../../shared/domain-error.js';
import type { AuditCursor, AuditScope } from '../domain/audit-filter.js';
import type { AuditEvents } from './ports/audit-events.js';

/** @throws ValidationFailed when there is no such event, or the reader may not see it */
export async function beginningAt(events: AuditEvents, scope: AuditScope, eventId: number | null): Promise<AuditCursor | null> {
  if (eventId === null) return null;
  const cursor = await events.cursorAt(scope, eventId);
  if (cursor === null)
    throw new ValidationFailed([{ field: 'before', message: 'This list has no such event. Begin again without "before".' }]);
  return cursor;
}
