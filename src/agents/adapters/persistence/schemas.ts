import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { AccessKey, ProofOfKey } from '../../domain/access-key.js';

type StoredKey = AccessKey & ProofOfKey & { readonly hash: Uint8Array | null };

export const accessKeySchema = new EntitySchema<StoredKey>({
  name: 'access_keys',
  tableName: 'access_keys',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer' },
    name: { type: 'text' },
    hash: { name: 'token_hash', type: 'bytea', nullable: true, select: false },
    hint: { type: 'text' },
    scopes: { type: 'text', array: true },
    dataSourceIds: { name: 'data_source_ids', type: 'integer', array: true, nullable: true },
    credentialsEpoch: { name: 'trust_epoch', type: 'integer', select: false },
    ssoConnectionId: { name: 'sso_connection_id', type: 'integer', nullable: true, select: false },
    ssoIdentityId: { name: 'sso_identity_id', type: 'integer', nullable: true, select: false },
    mfaAt: { name: 'mfa_at', type: 'timestamptz', nullable: true, select: false },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
    clientId: { name: 'client_id', type: 'text', nullable: true },
    redirectHost: { name: 'redirect_host', type: 'text', nullable: true },
    refusedScopes: { name: 'refused_scopes', type: 'text', array: true, nullable: true },
  } satisfies ColumnsOf<StoredKey>,
});
