import type { IdentityRow } from '../../application/ports/identities.js';

export interface IdentityResponse {
  readonly id: number;
  readonly connection_id: number;
  readonly connection_name: string;
  readonly user_id: number;
  readonly username: string;
  readonly issuer: string;
  readonly subject: string;
  /** As the provider last said it. */
  readonly email: string | null;
  readonly linked_by: string;
  readonly linked_at: string;
  readonly last_login_at: string | null;
  readonly login_count: number;
  /** False where the connection has another issuer by now: such a link opens nothing. */
  readonly is_current: boolean;
}

export const IDENTITY_EXAMPLE: IdentityResponse = {
  id: 1,
  connection_id: 1,
  connection_name: 'Corporate',
  user_id: 4,
  username: 'vera',
  issuer: 'https://idp.example',
  subject: '00u1a2b3c4',
  email: 'vera@delta.example',
  linked_by: 'first_login',
  linked_at: '2026-11-20T09:15:00.000Z',
  last_login_at: '2026-11-20T09:15:01.000Z',
  login_count: 1,
  is_current: true,
};

export function toIdentityResponse(row: IdentityRow): IdentityResponse {
  return {
    id: row.id,
    connection_id: row.connectionId,
    connection_name: row.connectionName,
    user_id: row.userId,
    username: row.username,
    issuer: row.issuer,
    subject: row.subject,
    email: row.email,
    linked_by: row.linkedBy,
    linked_at: row.linkedAt.toISOString(),
    last_login_at: row.lastLoginAt?.toISOString() ?? null,
    login_count: row.loginCount,
    is_current: row.isCurrent,
  };
}
