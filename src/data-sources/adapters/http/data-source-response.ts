import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { Labels, component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { ToldSource } from '../../application/name-same-data.js';
import type { TestOutcome } from '../../application/try-connection.js';
import { CLOSED_REASONS, type DataSource as Source, isFileConnection } from '../../domain/data-source.js';
import { TLS_MODES } from '../../../engines/catalog-reader/target.js';
import { CAPABILITIES, type Capabilities, ENGINES } from '../../../engines/catalog-reader/engine.js';

const ServerConnection = z.object({
  host: z.string(),
  port: z.int().min(1).max(65_535),
  database: z.string(),
  username: z.string(),
  ssl: z.object({
    mode: z.enum(TLS_MODES),
    ca: z.string().nullable().meta({ description: 'PEM; `null` for the authorities that the service trusts by default.' }),
  }),
});

const FileConnection = z.object({
  file: z.string().meta({ description: 'A path in the directory of the organization.' }),
});

const Connection = z.union([ServerConnection, FileConnection]);

const Capability = z.object({
  schemas: z.boolean(),
  comments: z.boolean(),
  enums: z.boolean(),
  domains: z.boolean(),
  checks: z.boolean(),
  partitions: z.boolean(),
  foreign_tables: z.boolean(),
  materialized_views: z.boolean(),
  column_privileges: z.boolean(),
  row_estimates: z.boolean(),
});

export const DataSource = component(
  'DataSource',
  z.object({
    id,
    organization_id: id,
    workspace_id: id.nullable().meta({ description: 'The workspace that holds it; `null`: the organization itself.' }),
    name: z.string(),
    engine: z.enum(ENGINES),
    connection: Connection,
    has_password: z.boolean().meta({ description: 'No answer holds the password itself.' }),
    labels: Labels,
    state: z.enum(['open', 'closed']).meta({
      description: '`closed`: nothing of its data is read until a person with `abac.grant` opens it.',
    }),
    closed_because: z
      .enum(CLOSED_REASONS)
      .nullable()
      .meta({
        description:
          '`new`: the organization opens new data sources by hand. `same_data`: policies or labels of another data source protect the ' +
          'data that it reads.',
      }),
    failing_since: moment
      .nullable()
      .meta({ description: 'Since when tests and discoveries fail. `null` if the latest one succeeded, and before the first one.' }),
    capabilities: Capability.meta({ description: 'What the engine can report about a schema.' }),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 1,
    organization_id: 1,
    workspace_id: null,
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
    labels: [],
    state: 'open',
    closed_because: null,
    failing_since: null,
    capabilities: toCapabilities(CAPABILITIES.postgresql),
    created_at: '2026-11-20T09:15:00.000Z',
    updated_at: '2026-11-20T10:02:11.000Z',
  },
);

export const SameData = component(
  'SameData',
  listOf(
    z.object({
      data_source_id: id.nullable().meta({ description: '`null` for one that was deleted or pointed elsewhere.' }),
      name: z.string().nullable().meta({ description: '`null` where you may not see it.' }),
      protected: z.boolean().meta({ description: 'Whether policies or labels of its own protect the data.' }),
      closed: z.boolean(),
    }),
  ).meta({
    description:
      'Other data sources that read the same data. Filled only where policies or labels protect that data and this change concerns it. ' +
      'Those policies do not apply to this data source. Only its own do.',
  }),
  [],
);

export function toSameData(told: readonly ToldSource[]): z.infer<typeof SameData> {
  return told.map(({ dataSourceId, name, isProtected, isClosed }) => ({
    data_source_id: dataSourceId,
    name,
    protected: isProtected,
    closed: isClosed,
  }));
}

export const DataSourceTest = component(
  'DataSourceTest',
  z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      latency_ms: z.int().min(0),
      server_version: z.string(),
      warning: z.string().nullable(),
    }),
    z.object({
      ok: z.literal(false),
      latency_ms: z.null(),
      server_version: z.null(),
      error: z.object({ code: z.string(), message: z.string() }),
    }),
  ]),
  { ok: true, latency_ms: 12, server_version: '18.4', warning: null },
);

const MAY_WRITE = 'The account may do more than SELECT at this source. Give the data source an account that may only read.';

export function toDataSource(source: Source): z.infer<typeof DataSource> {
  const { organizationId, name, engine, connection, hasPassword, createdAt, updatedAt } = source;
  return {
    id: source.id,
    organization_id: organizationId,
    workspace_id: source.workspaceId,
    name,
    engine,
    connection: toConnection(connection),
    has_password: hasPassword,
    labels: [...source.labels],
    state: source.closed === null ? 'open' : 'closed',
    closed_because: source.closed,
    failing_since: source.failingSince?.toISOString() ?? null,
    capabilities: toCapabilities(CAPABILITIES[engine]),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function toDataSourceTest(outcome: TestOutcome): z.infer<typeof DataSourceTest> {
  if (!('error' in outcome))
    return {
      ok: true,
      latency_ms: Math.round(outcome.latencyMs),
      server_version: outcome.serverVersion,
      warning: outcome.mayWrite ? forReader(MAY_WRITE) : null,
    };
  const { code, sentence } = outcome.error;
  return { ok: false, latency_ms: null, server_version: null, error: { code, message: forReader(sentence) } };
}

/** Field by field, so that new fields of a connection are never sent by mistake. */
function toConnection(connection: Source['connection']): z.infer<typeof Connection> {
  if (isFileConnection(connection)) return { file: connection.file };
  const { host, port, database, username, tls } = connection;
  return { host, port, database, username, ssl: { mode: tls.mode, ca: tls.ca } };
}

function toCapabilities(capabilities: Capabilities): z.infer<typeof Capability> {
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
