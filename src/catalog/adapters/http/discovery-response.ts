import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { DISCOVERY_STATES, type Discovery as Attempt } from '../../domain/discovery.js';
import type { DiscoveryResult as Result, SkippedRelation as Skipped } from '../../domain/snapshot.js';
import { recognized } from '../../../shared/sentence.js';

const count = z.int().min(0);

export const SkippedRelation = component(
  'SkippedRelation',
  z.object({ schema_name: z.string(), name: z.string(), reason: z.literal('locked') }),
  { schema_name: 'hydrology', name: 'basins', reason: 'locked' },
);

export const DiscoveryResult = component(
  'DiscoveryResult',
  z.object({
    data_source_id: id,
    schemas_discovered: listOf(z.object({ schema_name: z.string(), tables_count: count, views_count: count })),
    total_tables: count,
    total_columns: count,
    discovered_at: moment,
    discovery_duration_ms: count,
    skipped_relations: listOf(SkippedRelation).optional().meta({ description: 'Present only if relations were skipped.' }),
  }),
  {
    data_source_id: 1,
    schemas_discovered: [{ schema_name: 'hydrology', tables_count: 5, views_count: 2 }],
    total_tables: 5,
    total_columns: 32,
    discovered_at: '2026-11-20T09:15:00.000Z',
    discovery_duration_ms: 84,
  },
);

export const Discovery = component(
  'Discovery',
  z.object({
    id,
    state: z.enum(DISCOVERY_STATES),
    schema_name: z.string().nullable().meta({ description: '`null` for all schemas.' }),
    progress: z.object({ schemas_done: count, schemas_total: count.nullable(), tables_seen: count }),
    result: DiscoveryResult.nullable().meta({
      description: 'For a completed discovery: what is known of the source now.',
    }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    people_waiting: count.meta({ description: 'How many people wait for it; those who have cancelled do not.' }),
    awaited_by_you: z.boolean(),
    requested_at: moment,
    finished_at: moment.nullable(),
  }),
  {
    id: 1,
    state: 'running',
    schema_name: null,
    progress: { schemas_done: 2, schemas_total: 7, tables_seen: 1240 },
    result: null,
    error: null,
    people_waiting: 1,
    awaited_by_you: true,
    requested_at: '2026-11-20T09:15:00.000Z',
    finished_at: null,
  },
);

export const CancelledDiscovery = component(
  'CancelledDiscovery',
  z.object({
    success: z.literal(true),
    goes_on: z.boolean().meta({ description: 'Whether it goes on, because others wait for it.' }),
  }),
  { success: true, goes_on: false },
);

/** Exactly the fields that the specification names, unless something could not be read. */
export function toDiscoveryResult(result: Result): z.infer<typeof DiscoveryResult> {
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
    ...(result.skipped.length > 0 && { skipped_relations: result.skipped.map(toSkippedRelation) }),
  };
}

export function toSkippedRelation({ schema, name }: Skipped): z.infer<typeof SkippedRelation> {
  return { schema_name: schema, name, reason: 'locked' };
}

/** @param waiting the people who wait for it */
export function toDiscovery(
  discovery: Attempt,
  waiting: readonly number[],
  result: Result | null,
  { userId }: Caller,
): z.infer<typeof Discovery> {
  const { state, schemaName, schemasDone, schemasTotal, tablesSeen, errorCode, errorMessage } = discovery;
  return {
    id: discovery.id,
    state,
    schema_name: schemaName,
    progress: { schemas_done: schemasDone, schemas_total: schemasTotal, tables_seen: tablesSeen },
    result: result === null ? null : toDiscoveryResult(result),
    error: errorCode === null ? null : { code: errorCode, message: forReader(recognized(errorMessage ?? '')) },
    people_waiting: waiting.length,
    awaited_by_you: waiting.includes(userId),
    requested_at: discovery.requestedAt.toISOString(),
    finished_at: discovery.finishedAt?.toISOString() ?? null,
  };
}
