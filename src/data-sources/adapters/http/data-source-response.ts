import type { TestOutcome } from '../../application/test-data-source.js';
import { type DataSource, type TlsMode, isFileConnection } from '../../domain/data-source.js';
import { CAPABILITIES, type Capabilities, type Engine } from '../../domain/engine.js';

export interface DataSourceResponse {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly engine: Engine;
  readonly connection: ConnectionResponse;
  /** The password itself never comes back. */
  readonly has_password: boolean;
  readonly capabilities: ReturnType<typeof toCapabilities>;
  readonly created_at: string;
  readonly updated_at: string;
}

type ConnectionResponse =
  | {
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly username: string;
      readonly ssl: { readonly mode: TlsMode; readonly ca: string | null };
    }
  | { readonly file: string };

export interface TestResponse {
  readonly ok: boolean;
  readonly latency_ms: number | null;
  readonly server_version: string | null;
  /** When it is not ok. */
  readonly error?: { readonly code: string; readonly message: string };
}

export const DATA_SOURCE_EXAMPLE: DataSourceResponse = {
  id: 1,
  organization_id: 1,
  name: 'Rivers of the world',
  engine: 'postgresql',
  connection: {
    host: 'warehouse.delta.example',
    port: 5432,
    database: 'rivers',
    username: 'headgate_reader',
    ssl: { mode: 'verify-full', ca: null },
  },
  has_password: true,
  capabilities: toCapabilities(CAPABILITIES.postgresql),
  created_at: '2026-11-20T09:15:00.000Z',
  updated_at: '2026-11-20T10:02:11.000Z',
};

export const TEST_EXAMPLE: TestResponse = { ok: true, latency_ms: 12, server_version: 'PostgreSQL 18.1' };

export function toDataSourceResponse(source: DataSource): DataSourceResponse {
  const { id, organizationId, name, engine, connection, hasPassword, createdAt, updatedAt } = source;
  return {
    id,
    organization_id: organizationId,
    name,
    engine,
    connection: toConnection(connection),
    has_password: hasPassword,
    capabilities: toCapabilities(CAPABILITIES[engine]),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function toTestResponse(outcome: TestOutcome): TestResponse {
  if (!('error' in outcome))
    return { ok: true, latency_ms: Math.round(outcome.latencyMs), server_version: outcome.serverVersion };
  const { code, message } = outcome.error;
  return { ok: false, latency_ms: null, server_version: null, error: { code, message } };
}

/** Field by field: whatever else is ever stored with a connection stays here. */
function toConnection(connection: DataSource['connection']): ConnectionResponse {
  if (isFileConnection(connection)) return { file: connection.file };
  const { host, port, database, username, tls } = connection;
  return { host, port, database, username, ssl: { mode: tls.mode, ca: tls.ca } };
}

function toCapabilities(capabilities: Capabilities) {
  const { schemas, comments, enums, domains, checks, partitions } = capabilities;
  return {
    schemas,
    comments,
    enums,
    domains,
    checks,
    partitions,
    foreign_tables: capabilities.foreignTables,
    materialized_views: capabilities.materializedViews,
    column_privileges: capabilities.columnPrivileges,
    row_estimates: capabilities.rowEstimates,
  };
}
