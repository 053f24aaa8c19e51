import { createHash } from 'node:crypto';
import type { CatalogFeatures } from './catalog-features.js';
import type { MySqlSession } from './mysql-session.js';

/** Raise it when more is captured than before, or something in another way. */
const EDITION = 'mysql-4';

interface Part {
  readonly view: string;
  readonly schema?: string;
  readonly columns: readonly string[];
}

/**
 * A fingerprint of each schema over all that is captured of it, hashed at the server in one statement; row counts, the next
 * number of a table and times of change are left out. Schemas without a table are missing.
 */
export async function fingerprints(
  session: MySqlSession,
  features: CatalogFeatures,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const parts = partsFor(features);
  const statement = parts.map((part, number) => hashed(part, number, schemas.length > 1)).join(' UNION ALL ');
  const rows = await session.query(
    statement,
    parts.map(() => schemas),
  );
  const wanted = new Set(schemas);
  const perSchema = new Map<string, string[]>();
  for (const [schema, ...hash] of rows) {
    if (schema === null || schema === undefined || !wanted.has(schema)) continue;
    const known = perSchema.get(schema) ?? [];
    perSchema.set(schema, [...known, hash.join(':')]);
  }
  return new Map([...perSchema].map(([schema, hashes]) => [schema, digest(hashes.sort())]));
}

export function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([EDITION, ...parts]))
    .digest('base64url');
}

/**
 * For a single schema the server looks at nothing else. For several it must not mix up names that differ only in case. `QUOTE` keeps
 * neighbours apart and tells NULL from a text; the rows are distinct, so none cancels another.
 */
function hashed({ view, schema = 'table_schema', columns }: Part, number: number, several: boolean): string {
  const name = `CAST(${schema} AS BINARY)`;
  const row = `MD5(CONCAT(${columns.map((column) => `QUOTE(${column})`).join(', ')}))`;
  return `
    SELECT ${name}, ${number}, COUNT(*),
      BIT_XOR(CAST(CONV(LEFT(${row}, 16), 16, 10) AS UNSIGNED))
    FROM information_schema.${view} WHERE ${several ? name : schema} IN (?) GROUP BY ${name}`;
}

function partsFor(features: CatalogFeatures): readonly Part[] {
  const table = 'table_name';
  const parts: Part[] = [
    { view: 'tables', columns: [table, 'table_type', 'table_comment', 'table_collation'] },
    {
      view: 'columns',
      columns: [
        ...[table, 'column_name', 'ordinal_position', 'column_default', 'is_nullable', 'column_type', 'extra'],
        ...['privileges', 'column_comment', 'generation_expression', 'collation_name'],
      ],
    },
    {
      view: 'statistics',
      columns: [
        ...[table, 'index_name', 'seq_in_index', 'non_unique', 'column_name', 'sub_part', 'index_comment', 'collation', 'index_type'],
        ...(features.indexExpressions ? ['expression'] : []),
        ...(features.passedOver === null ? [] : [features.passedOver]),
      ],
    },
    {
      view: 'key_column_usage',
      columns: [
        ...[table, 'constraint_name', 'ordinal_position', 'column_name', 'referenced_table_schema'],
        ...['referenced_table_name', 'referenced_column_name'],
      ],
    },
    {
      view: 'referential_constraints',
      schema: 'constraint_schema',
      columns: [table, 'constraint_name', 'update_rule', 'delete_rule'],
    },
    { view: 'views', columns: [table, 'view_definition', 'check_option', 'security_type'] },
    {
      view: 'partitions',
      columns: [
        ...[table, 'partition_name', 'subpartition_name', 'partition_ordinal_position', 'partition_method'],
        ...['partition_expression', 'partition_description'],
      ],
    },
  ];
  parts.push({
    view: 'triggers',
    schema: 'event_object_schema',
    columns: ['event_object_table', 'trigger_name', 'event_manipulation', 'action_timing', 'action_statement'],
  });
  if (features.checks === 'by name') parts.push({ view: 'table_constraints', columns: [table, 'constraint_name', 'enforced'] });
  if (features.checks !== 'none')
    parts.push({
      view: 'check_constraints',
      schema: 'constraint_schema',
      columns: [...(features.checks === 'by table' ? [table] : []), 'constraint_name', 'check_clause'],
    });
  return parts;
}
