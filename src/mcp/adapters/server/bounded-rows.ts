import { z } from 'zod';
import { listOf } from '../../../platform/http/response-schemas.js';

/** What a model can take in at once; more would only push the question out of its context. */
const MOST_BYTES = 64 * 1024;

interface Restriction {
  readonly schema: string;
  readonly name: string;
  readonly filtersRows: boolean;
  readonly maskedColumns: readonly { readonly name: string; readonly mask: string }[];
  readonly policies: readonly string[];
}

interface Result {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  readonly isTruncated: boolean;
  readonly durationMs: number;
  readonly restrictions?: readonly Restriction[];
}

const text = z.string();

export const BoundedResult = {
  columns: listOf(z.object({ name: text, type: text })),
  rows: listOf(listOf(z.union([text, z.number(), z.boolean(), z.null()]))),
  row_count: z.int(),
  truncated: z.boolean().describe('Whether there were more rows than these.'),
  duration_ms: z.number(),
  restrictions: listOf(
    z.object({
      schema: text,
      relation: text,
      rows_filtered: z.boolean(),
      masked_columns: listOf(z.object({ name: text, mask: text })),
      policies: listOf(text),
    }),
  )
    .optional()
    .describe('What data policies of the organization hid or changed.'),
};

/** Whole rows, as many as fit. */
export function boundedResult({
  columns,
  rows,
  isTruncated,
  durationMs,
  restrictions = [],
}: Result): z.infer<z.ZodObject<typeof BoundedResult>> {
  const kept: Result['rows'][number][] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > MOST_BYTES) break;
    kept.push(row);
  }
  const truncated = isTruncated || kept.length < rows.length;
  const told = restrictions.map(({ schema, name, filtersRows, maskedColumns, policies }) => ({
    schema,
    relation: name,
    rows_filtered: filtersRows,
    masked_columns: maskedColumns,
    policies,
  }));
  return {
    columns,
    rows: kept,
    row_count: kept.length,
    truncated,
    duration_ms: durationMs,
    // Only if there are any: each word costs the model.
    ...(told.length > 0 && { restrictions: told }),
  };
}
