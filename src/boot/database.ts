import { EntitySchema } from 'typeorm';
import { MIGRATIONS } from '../../migrations/all.js';
import { FINGERPRINTS } from '../../migrations/fingerprints.js';
import type { KnownMigration } from '../platform/database/schema-history.js';
import type { SealedColumn } from '../platform/crypto/reseal.js';
import * as abac from '../abac/adapters/persistence/schemas.js';
import * as accounts from '../accounts/adapters/persistence/schemas.js';
import * as agents from '../agents/adapters/persistence/schemas.js';
import * as ask from '../ask/adapters/persistence/schemas.js';
import * as audit from '../audit/adapters/persistence/schemas.js';
import * as catalog from '../catalog/adapters/persistence/schemas.js';
import * as dataSources from '../data-sources/adapters/persistence/schemas.js';
import * as devices from '../devices/adapters/persistence/schemas.js';
import * as evidence from '../evidence/adapters/persistence/schemas.js';
import * as invitations from '../invitations/adapters/persistence/schemas.js';
import * as knowledge from '../knowledge/adapters/persistence/schemas.js';
import * as mfa from '../mfa/adapters/persistence/schemas.js';
import * as organizations from '../organizations/adapters/persistence/schemas.js';
import * as promptTemplates from '../prompt-templates/adapters/persistence/schemas.js';
import * as queryGeneration from '../query-generation/adapters/persistence/schemas.js';
import * as scim from '../scim/adapters/persistence/schemas.js';
import * as sessions from '../sessions/adapters/persistence/schemas.js';
import * as sso from '../sso/adapters/persistence/schemas.js';
import * as ssoEnforcement from '../sso-enforcement/adapters/persistence/schemas.js';
import * as ssoMigration from '../sso-migration/adapters/persistence/schemas.js';

const SCHEMAS = [
  abac,
  accounts,
  agents,
  ask,
  audit,
  catalog,
  dataSources,
  devices,
  evidence,
  invitations,
  knowledge,
  mfa,
  organizations,
  promptTemplates,
  queryGeneration,
  scim,
  sessions,
  sso,
  ssoEnforcement,
  ssoMigration,
];

/** Every mapping that a context declares: for the server, the command line and the tests. */
export const ENTITY_SCHEMAS: EntitySchema[] = SCHEMAS.flatMap((context) =>
  Object.values(context).filter((declared) => declared instanceof EntitySchema),
);

export { MIGRATIONS };

/** Names of migrations after which instances of the previous version cannot go on; the changelog mentions each. */
const NOT_ADDITIVE: readonly string[] = [];

/** The text of each migration when it was frozen, to be compared with what was applied to a database. */
export const KNOWN_MIGRATIONS: readonly KnownMigration[] = MIGRATIONS.map(({ name }) => ({
  name,
  fingerprint: FINGERPRINTS[name] ?? null,
  isAdditive: !NOT_ADDITIVE.includes(name),
}));

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'application_secrets', key: 'name', column: 'value_sealed' },
  { table: 'signing_keys', key: 'kid', column: 'private_key_sealed' },
  { table: 'mfa_factors', key: 'id', column: 'secret_sealed' },
  { table: 'outbox_mails', key: 'id', column: 'body_sealed' },
  { table: 'data_sources', key: 'id', column: 'password_sealed' },
  { table: 'query_executions', key: 'id', column: 'answer_sealed' },
  { table: 'sso_connections', key: 'id', column: 'client_secret_sealed' },
  { table: 'sso_service_keys', key: 'fingerprint', column: 'private_key_sealed' },
  { table: 'sso_attempts', key: 'state_hash', column: 'memory_sealed' },
  { table: 'sso_attempts', key: 'state_hash', column: 'result_sealed' },
  { table: 'sso_codes', key: 'code_hash', column: 'login_sealed' },
  { table: 'sso_proposed_links', key: 'token_hash', column: 'login_sealed' },
  { table: 'sessions', key: 'refresh_token_hash', column: 'id_token_sealed' },
  { table: 'webhook_secrets', key: 'id', column: 'secret_sealed' },
  { table: 'idempotency_keys', key: 'id', column: 'answer_sealed' },
];
