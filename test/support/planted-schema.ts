import type { DataSource } from 'typeorm';
import { ADD_RELATIONS } from '../../src/catalog/adapters/persistence/typeorm-schema-cache.js';
import { toArrays, toRow } from '../../src/engines/catalog-reader/relation-row.js';
import {
  type Check,
  type Column,
  type ForeignKey,
  NOTHING_FURTHER,
  PLAIN_CONSTRAINT,
  type Key,
  type Relation,
  isView,
} from '../../src/engines/catalog-reader/relation.js';
import type { UserType } from '../../src/engines/catalog-reader/user-type.js';

export interface PlantedSchema {
  readonly name: string;
  readonly comment?: string | null;
  readonly types?: readonly UserType[];
  readonly relations: readonly Relation[];
}

export function column(name: string, type = 'integer', more: Partial<Column> = {}): Column {
  const usual = { nullable: true, default: null, generated: null, identity: null, comment: null, readable: true };
  return { name, type, ...usual, values: null, valuesCut: false, collation: null, options: [], ...more };
}

export function table(schema: string, name: string, columns: readonly Column[], more: Partial<Relation> = {}): Relation {
  return {
    schema,
    name,
    kind: 'table',
    comment: null,
    rowEstimate: null,
    readable: true,
    columns,
    primaryKey: null,
    foreignKeys: [],
    uniqueKeys: [],
    checks: [],
    indexes: [],
    partitions: null,
    definition: null,
    ...NOTHING_FURTHER,
    complete: true,
    ids: null,
    ...more,
  };
}

export function key(name: string, ...columns: string[]): Key {
  return { name, columns, ...PLAIN_CONSTRAINT };
}

export function check(name: string, expression: string): Check {
  return { name, expression, ...PLAIN_CONSTRAINT };
}

export function foreignKey(columnName: string, schema: string, relation: string): ForeignKey {
  return {
    name: `${columnName}_fkey`,
    columns: [columnName],
    target: { schema, relation, columns: ['id'] },
    onUpdate: 'no_action',
    onDelete: 'no_action',
    ...PLAIN_CONSTRAINT,
  };
}

export async function plantSource(db: DataSource, organizationId: number, name: string): Promise<number> {
  const [{ id }] = await db.query(
    `INSERT INTO data_sources (organization_id, name, engine, connection, created_at, updated_at)
     VALUES ($1, $2, 'postgresql', '{}', now(), now()) RETURNING id`,
    [organizationId, name],
  );
  return id;
}

/** A schema as a discovery would have stored it, not named by any snapshot yet. */
export async function plantContent(db: DataSource, dataSourceId: number, schema: PlantedSchema): Promise<number> {
  const rows = schema.relations.map(toRow);
  const views = schema.relations.filter(({ kind }) => isView(kind)).length;
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const [{ id }] = await db.query(
    `INSERT INTO schema_contents (data_source_id, schema_name, comment, fingerprint, types, tables_count, views_count,
                                  columns_count, begun_at)
     VALUES ($1, $2, $3, 'f', $4, $5, $6, $7, now()) RETURNING id::int`,
    [
      dataSourceId,
      schema.name,
      schema.comment ?? null,
      JSON.stringify(schema.types ?? []),
      rows.length - views,
      views,
      sum(rows.map((row) => row.columnsCount)),
    ],
  );
  await db.query(ADD_RELATIONS.text, [id, ...toArrays(rows)]);
  return id;
}

export async function plantSnapshot(db: DataSource, dataSourceId: number, parts: Readonly<Record<string, number>>): Promise<number> {
  const [{ id }] = await db.query(
    `INSERT INTO schema_snapshots (data_source_id, covers_all, taken_at, discovered_at, duration_ms)
     VALUES ($1, true, now(), now(), 5) RETURNING id`,
    [dataSourceId],
  );
  await db.query(
    `INSERT INTO schema_snapshot_parts (snapshot_id, schema_name, content_id, discovered_at, duration_ms)
     SELECT $1, key, value::bigint, now(), 5 FROM json_each_text($2::json)`,
    [id, JSON.stringify(parts)],
  );
  return id;
}

/** One snapshot of all these schemas. */
export async function plant(db: DataSource, dataSourceId: number, schemas: readonly PlantedSchema[]): Promise<number> {
  const parts: Record<string, number> = {};
  for (const schema of schemas) parts[schema.name] = await plantContent(db, dataSourceId, schema);
  return plantSnapshot(db, dataSourceId, parts);
}
