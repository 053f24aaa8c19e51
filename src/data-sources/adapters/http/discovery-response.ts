import type { Discovery } from '../../domain/discovery.js';
import type { DiscoveryResult, SkippedRelation } from '../../domain/snapshot.js';

export interface ResultResponse {
  readonly data_source_id: number;
  readonly schemas_discovered: readonly { schema_name: string; tables_count: number; views_count: number }[];
  readonly total_tables: number;
  readonly total_columns: number;
  readonly discovered_at: string;
  readonly discovery_duration_ms: number;
  /** Only where there are any. */
  readonly skipped_relations?: readonly SkippedResponse[];
}

export interface SkippedResponse {
  readonly schema_name: string;
  readonly name: string;
  readonly reason: 'locked';
}

export interface DiscoveryResponse {
  readonly id: number;
  readonly state: Discovery['state'];
  readonly schema_name: string | null;
  readonly progress: { schemas_done: number; schemas_total: number | null; tables_seen: number };
  /** Of a completed one: what is known of the source now. */
  readonly result: ResultResponse | null;
  readonly error: { code: string; message: string } | null;
  readonly requested_at: string;
  readonly finished_at: string | null;
}

/** Exactly the fields that the specification names, unless something could not be read. */
export function toResultResponse(result: DiscoveryResult): ResultResponse {
  return {
    data_source_id: result.dataSourceId,
    schemas_discovered: result.schemas.map(({ name, counts }) => ({
      schema_name: name,
      tables_count: counts.tables,
      views_count: counts.views,
    })),
    total_tables: result.totalTables,
    total_columns: result.totalColumns,
    discovered_at: result.discoveredAt.toISOString(),
    discovery_duration_ms: result.durationMs,
    ...(result.skipped.length > 0 && { skipped_relations: result.skipped.map(toSkippedResponse) }),
  };
}

export function toSkippedResponse({ schema, name }: SkippedRelation): SkippedResponse {
  return { schema_name: schema, name, reason: 'locked' };
}

export function toDiscoveryResponse(discovery: Discovery, result: DiscoveryResult | null): DiscoveryResponse {
  const { id, state, schemaName, schemasDone, schemasTotal, tablesSeen, errorCode, errorMessage } = discovery;
  return {
    id,
    state,
    schema_name: schemaName,
    progress: { schemas_done: schemasDone, schemas_total: schemasTotal, tables_seen: tablesSeen },
    result: result === null ? null : toResultResponse(result),
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
    requested_at: discovery.requestedAt.toISOString(),
    finished_at: discovery.finishedAt?.toISOString() ?? null,
  };
}

export const RESULT_EXAMPLE = {
  data_source_id: 1,
  schemas_discovered: [{ schema_name: 'hydrology', tables_count: 5, views_count: 2 }],
  total_tables: 5,
  total_columns: 32,
  discovered_at: '2026-11-20T09:15:00.000Z',
  discovery_duration_ms: 84,
};

export const DISCOVERY_EXAMPLE = {
  id: 1,
  state: 'running',
  schema_name: null,
  progress: { schemas_done: 2, schemas_total: 7, tables_seen: 1240 },
  result: null,
  error: null,
  requested_at: '2026-11-20T09:15:00.000Z',
  finished_at: null,
};
