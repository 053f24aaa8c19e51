import { z } from 'zod';
import { id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { SchemaPart } from '../../application/export-schema.js';
import { SkippedRelation, toSkippedRelation } from './discovery-response.js';
import { DiscoveredSchema, toSchema } from './schema-response.js';
import { DiscoveredTable, toTable } from './table-response.js';

export const NDJSON = 'application/x-ndjson';

/** A line of the whole schema: first what it is, then each schema, and behind it its tables and views. */
export const SchemaLine = z.union([
  z.object({
    line: z.literal('snapshot'),
    snapshot_id: id,
    data_source_id: id,
    discovered_at: moment,
    relations_count: z.int().min(0).meta({ description: 'How many lines of tables and views follow in all.' }),
    skipped_relations: listOf(SkippedRelation),
  }),
  z.object({ line: z.literal('schema'), ...DiscoveredSchema.shape }),
  z.object({ line: z.literal('table'), ...DiscoveredTable.shape }),
]);

export async function* linesOf(dataSourceId: number, parts: AsyncIterable<SchemaPart>): AsyncGenerator<string> {
  for await (const part of parts) {
    yield toLines(dataSourceId, part)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  }
}

function toLines(dataSourceId: number, part: SchemaPart): z.infer<typeof SchemaLine>[] {
  if ('relations' in part) return part.relations.map((relation) => ({ line: 'table', ...toTable(relation, part.engine) }));
  if ('schema' in part) return [{ line: 'schema', ...toSchema(part.schema) }];
  const { snapshot, schemas, skipped } = part;
  return [
    {
      line: 'snapshot',
      snapshot_id: snapshot.id,
      data_source_id: dataSourceId,
      discovered_at: snapshot.discoveredAt.toISOString(),
      relations_count: schemas.reduce((sum, { counts: { tables, views } }) => sum + tables + views, 0),
      skipped_relations: skipped.map(toSkippedRelation),
    },
  ];
}
