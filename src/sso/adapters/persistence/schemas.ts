import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { Identity } from '../../application/ports/identities.js';
import type { LinkedBy } from '../../domain/linking.js';
import type { KeptLogin } from '../../application/ports/login-codes.js';
import type { ProposedLink } from '../../application/ports/proposed-links.js';
import type { ClaimedDomain } from '../../domain/claimed-domain.js';
import type { Connection, OidcSettings, SamlSettings } from '../../domain/connection.js';
import type { ConnectionTest } from '../../domain/connection-test.js';
import type { ServiceKey } from '../../domain/service-key.js';

export type ConnectionRow = Omit<Connection, 'type' | 'settings' | 'hasGroupMapping'> & {
  readonly type: Connection['type'];
  readonly settings: OidcSettings | SamlSettings;
};

type StoredConnection = ConnectionRow & { readonly clientSecretSealed: string | null };

export const connectionSchema = new EntitySchema<StoredConnection>({
  name: 'sso_connections',
  tableName: 'sso_connections',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    name: { type: 'text' },
    type: { type: 'text' },
    status: { type: 'text' },
    issuer: { type: 'text' },
    settings: { type: 'jsonb' },
    clientSecretSealed: { name: 'client_secret_sealed', type: 'text', nullable: true, select: false },
    defaultRoleId: { name: 'default_role_id', type: 'integer', nullable: true },
    configurationVersion: { name: 'configuration_version', type: 'integer', default: 1 },
    testedVersion: { name: 'tested_version', type: 'integer', nullable: true },
    testedAt: { name: 'tested_at', type: 'timestamptz', nullable: true },
    testedBy: { name: 'tested_by', type: 'integer', nullable: true },
    activatedAt: { name: 'activated_at', type: 'timestamptz', nullable: true },
    disabledAt: { name: 'disabled_at', type: 'timestamptz', nullable: true },
    version: { type: 'integer', default: 1 },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredConnection>,
});

type StoredServiceKey = ServiceKey & { readonly privateKeySealed: string };

export const serviceKeySchema = new EntitySchema<StoredServiceKey>({
  name: 'sso_service_keys',
  tableName: 'sso_service_keys',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    connectionId: { name: 'connection_id', type: 'integer' },
    isCurrent: { name: 'is_current', type: 'boolean' },
    fingerprint: { type: 'text' },
    certificate: { type: 'text' },
    privateKeySealed: { name: 'private_key_sealed', type: 'text', select: false },
    notAfter: { name: 'not_after', type: 'timestamptz' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredServiceKey>,
});

/** Columns that are not selected are compared and written, but never read. */
type StoredTest = ConnectionTest & { readonly ticketHash: Uint8Array };

export const connectionTestSchema = new EntitySchema<StoredTest>({
  name: 'sso_tests',
  tableName: 'sso_tests',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    connectionId: { name: 'connection_id', type: 'integer' },
    configurationVersion: { name: 'configuration_version', type: 'integer' },
    startedBy: { name: 'started_by', type: 'integer' },
    ticketHash: { name: 'ticket_hash', type: 'bytea', select: false },
    status: { type: 'text' },
    steps: { type: 'jsonb' },
    outcome: { type: 'jsonb', nullable: true },
    startedAt: { name: 'started_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    finishedAt: { name: 'finished_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredTest>,
});

type StoredDomain = ClaimedDomain & { readonly conflictToldAt: Date | null };

export const claimedDomainSchema = new EntitySchema<StoredDomain>({
  name: 'sso_domains',
  tableName: 'sso_domains',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    domain: { type: 'text' },
    challenge: { type: 'text' },
    status: { type: 'text' },
    connectionId: { name: 'connection_id', type: 'integer', nullable: true },
    verifiedAt: { name: 'verified_at', type: 'timestamptz', nullable: true },
    checkedAt: { name: 'checked_at', type: 'timestamptz', nullable: true },
    misses: { type: 'integer', default: 0 },
    conflictToldAt: { name: 'conflict_told_at', type: 'timestamptz', nullable: true, select: false },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredDomain>,
});

/** Columns that are not selected are read only by joins. */
interface StoredIdentity extends Identity {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly linkedBy: LinkedBy;
  readonly linkedAt: Date;
  readonly lastLoginAt: Date | null;
  readonly loginCount: number;
}

export const identitySchema = new EntitySchema<StoredIdentity>({
  name: 'sso_identities',
  tableName: 'sso_identities',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    connectionId: { name: 'connection_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer' },
    issuer: { type: 'text' },
    subject: { type: 'text' },
    email: { type: 'text', nullable: true, select: false },
    emailKey: { name: 'email_key', type: 'text', nullable: true, select: false },
    linkedBy: { name: 'linked_by', type: 'text', select: false },
    linkedAt: { name: 'linked_at', type: 'timestamptz', select: false },
    lastLoginAt: { name: 'last_login_at', type: 'timestamptz', nullable: true, select: false },
    loginCount: { name: 'login_count', type: 'integer', default: 0, select: false },
  } satisfies ColumnsOf<StoredIdentity>,
});

export type KeptLink = KeptLogin & Pick<ProposedLink, 'isEmailVerified' | 'groups'>;

type StoredLink = Omit<ProposedLink, keyof KeptLink> & { readonly sealed: string; readonly spentAt: Date | null };

export const proposedLinkSchema = new EntitySchema<StoredLink>({
  name: 'sso_proposed_links',
  tableName: 'sso_proposed_links',
  columns: {
    tokenHash: { name: 'token_hash', type: 'bytea', primary: true },
    organizationId: { name: 'organization_id', type: 'integer' },
    connectionId: { name: 'connection_id', type: 'integer' },
    userId: { name: 'user_id', type: 'integer' },
    issuer: { type: 'text' },
    subject: { type: 'text' },
    sealed: { name: 'login_sealed', type: 'text' },
    codeChallenge: { name: 'code_challenge', type: 'text', nullable: true },
    failures: { type: 'integer', default: 0 },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    spentAt: { name: 'spent_at', type: 'timestamptz', nullable: true, select: false },
  } satisfies ColumnsOf<StoredLink>,
});
