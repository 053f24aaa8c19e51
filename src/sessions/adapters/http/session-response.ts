import { z } from 'zod';
import { Pagination, component, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import type { SessionRow } from '../../application/ports/sessions.js';

const Session = component(
  'Session',
  z.object({
    id,
    created_at: moment,
    last_used_at: moment,
    ip: z.string().nullable(),
    device_name: z.string(),
    auth_method: z.string().meta({ description: 'How it was opened: `amr` of the session, joined by `+`.' }),
    is_current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  }),
  {
    id: 12,
    created_at: '2026-11-20T09:15:00.000Z',
    last_used_at: '2026-11-20T10:02:11.000Z',
    ip: '203.0.113.7',
    device_name: 'Firefox 140 on Linux',
    auth_method: 'pwd',
    is_current: true,
  },
);

export const ListedSessions = namedSuccess({ sessions: listOf(Session), pagination: Pagination }, 'Sessions listed.');

export function toSession(row: SessionRow, caller: Caller): z.infer<typeof Session> {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    ip: row.ip,
    device_name: row.deviceName,
    auth_method: row.amr.join('+'),
    is_current: row.id === caller.sessionId,
  };
}
