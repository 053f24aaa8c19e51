import { z } from 'zod';
import { component, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { SchemaContext as Context } from '../../application/compose-context.js';

const count = z.int().min(0);
const places = listOf(z.object({ schema_name: z.string(), name: z.string() }));

export const SchemaContext = component(
  'SchemaContext',
  z.object({
    text: z.string(),
    token_estimate: count,
    tables_included: places,
    tables_in_short: places.meta({ description: 'Those of them with only their keys and a few columns.' }),
    tables_left_out: z.object({
      count,
      names: places.meta({ description: 'The most relevant first, at most a hundred.' }),
    }),
    level: z.enum(['all', 'ranked', 'names_only']),
    discovered_at: moment,
  }),
  {
    text: 'CREATE TABLE "hydrology"."gauges" (\n  "id" integer NOT NULL,\n  PRIMARY KEY ("id")\n);\n',
    token_estimate: 41,
    tables_included: [{ schema_name: 'hydrology', name: 'gauges' }],
    tables_in_short: [],
    tables_left_out: { count: 1, names: [{ schema_name: 'hydrology', name: 'rivers' }] },
    level: 'ranked',
    discovered_at: '2026-11-20T09:15:00.000Z',
  },
);

export function toContext(context: Context): z.infer<typeof SchemaContext> {
  const place = ({ schema, name }: { schema: string; name: string }) => ({ schema_name: schema, name });
  return {
    text: context.text,
    token_estimate: context.tokenEstimate,
    tables_included: context.tablesIncluded.map(place),
    tables_in_short: context.tablesInShort.map(place),
    tables_left_out: { count: context.tablesLeftOut.count, names: context.tablesLeftOut.names.map(place) },
    level: context.level,
    discovered_at: context.discoveredAt.toISOString(),
  };
}
