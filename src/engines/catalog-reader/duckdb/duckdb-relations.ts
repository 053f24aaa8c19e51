import {
  type Check,
  type Column,
  type ForeignKey,
  type Index,
  type Key,
  NOTHING_FURTHER,
  PLAIN_CONSTRAINT,
  type Relation,
} from '../relation.js';
import { parseIndex, parseTable, parseView, type TableDefinition } from '../sql-definitions.js';
import { tokensOf } from '../sql-tokens.js';
import type { DuckDbRow } from './duckdb-driver.js';

export interface RowsOfRelation {
  readonly relation: DuckDbRow;
  readonly columns: readonly DuckDbRow[];
  readonly constraints: readonly DuckDbRow[];
  readonly indexes: readonly DuckDbRow[];
}

export function toRelation(schema: string, rows: RowsOfRelation): Relation {
  const view = rows.relation.is_view === true;
  const sql = text(rows.relation.sql);
  const parsed = parseTable(view ? '' : sql);
  const of = (type: string) => rows.constraints.filter((row) => row.type === type);
  return {
    schema,
    name: text(rows.relation.name),
    kind: view ? 'view' : 'table',
    comment: textOrNull(rows.relation.comment),
    rowEstimate: typeof rows.relation.estimate === 'number' ? rows.relation.estimate : null,
    readable: true,
    columns: rows.columns.map((row) => columnOf(row, parsed)),
    primaryKey: of('PRIMARY KEY').map(keyOf)[0] ?? null,
    foreignKeys: of('FOREIGN KEY').map((row) => foreignKeyOf(schema, row)),
    uniqueKeys: of('UNIQUE').map(keyOf),
    checks: of('CHECK').map((row): Check => ({
      name: text(row.name),
      expression: text(row.expression),
      ...PLAIN_CONSTRAINT,
    })),
    indexes: rows.indexes.map(indexOf),
    partitions: null,
    definition: view ? parseView(sql) : null,
    ...NOTHING_FURTHER,
    complete: true,
    ids: null,
  };
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function columnOf(row: DuckDbRow, parsed: TableDefinition): Column {
  const name = text(row.name);
  const type = text(row.type);
  const computed = parsed.generated.get(name.toLowerCase());
  return {
    name,
    type,
    nullable: row.nullable === true,
    default: computed ?? textOrNull(row.default_text),
    generated: computed === undefined ? null : 'virtual',
    identity: null,
    comment: textOrNull(row.comment),
    readable: true,
    values: labelsOf(type),
    valuesCut: false,
    collation: parsed.collations.get(name.toLowerCase()) ?? null,
    options: [],
  };
}

/** The catalog writes the labels out where it names the type. */
function labelsOf(type: string): string[] | null {
  if (!/^ENUM\(.*\)$/s.test(type)) return null;
  return tokensOf(type).flatMap((token) => (token.kind === 'string' ? [token.value] : []));
}

function keyOf(row: DuckDbRow): Key {
  return { name: text(row.name), columns: texts(row.columns), ...PLAIN_CONSTRAINT };
}

/** It reaches only into its own schema, and forbids everything that would break it. */
function foreignKeyOf(schema: string, row: DuckDbRow): ForeignKey {
  const target = { schema, relation: text(row.target), columns: texts(row.target_columns) };
  return { ...keyOf(row), target, onUpdate: 'no_action', onDelete: 'no_action' };
}

function indexOf(row: DuckDbRow): Index {
  return {
    name: text(row.name),
    unique: row.is_unique === true,
    ...parseIndex(text(row.sql)),
    comment: textOrNull(row.comment),
    options: [],
  };
}
