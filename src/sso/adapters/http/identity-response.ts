import { z } from 'zod';
import { component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import type { IdentityRow } from '../../application/ports/identities.js';
import { LINKING_WAYS } from '../../domain/linking.js';

export const LinkedIdentity = component(
  'LinkedIdentity',
  z.object({
    id,
    connection_id: id,
    connection_name: z.string(),
    user_id: id,
    username: z.string(),
    display_name: displayName,
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable().meta({ description: 'As the provider last said it.' }),
    linked_by: z.enum(LINKING_WAYS),
    linked_at: moment,
    last_login_at: moment.nullable(),
    login_count: z.int().min(0),
    is_current: z.boolean().meta({ description: '`false` when the issuer of the connection has changed: such a link opens nothing.' }),
  }),
  {
    id: 1,
    connection_id: 1,
    connection_name: 'Corporate',
    user_id: 4,
    username: 'vera',
    display_name: 'Vera Lindqvist',
    issuer: 'https://idp.example',
    subject: '00u1a2b3c4',
    email: 'vera@delta.example',
    linked_by: 'proof',
    linked_at: '2026-11-20T09:15:00.000Z',
    last_login_at: '2026-11-23T08:02:40.000Z',
    login_count: 2,
    is_current: true,
  },
);

export function toLinkedIdentity(row: IdentityRow): z.infer<typeof LinkedIdentity> {
  return {
    id: row.id,
    connection_id: row.connectionId,
    connection_name: row.connectionName,
    user_id: row.userId,
    username: row.username,
    display_name: row.displayName,
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
