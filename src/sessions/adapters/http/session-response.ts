import type { Caller } from '../../../shared/caller.js';
import type { SessionRow } from '../../application/ports/sessions.js';

export interface SessionResponse {
  readonly id: number;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly ip: string | null;
  readonly device_name: string;
  readonly auth_method: string;
  readonly is_current: boolean;
}

export const SESSION_EXAMPLE: SessionResponse = {
  id: 12,
  created_at: '2026-11-20T09:15:00.000Z',
  last_used_at: '2026-11-20T10:02:11.000Z',
  ip: '203.0.113.7',
  device_name: 'Firefox 140 on Linux',
  auth_method: 'pwd',
  is_current: true,
};

export function toSessionResponse(row: SessionRow, caller: Caller): SessionResponse {
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
