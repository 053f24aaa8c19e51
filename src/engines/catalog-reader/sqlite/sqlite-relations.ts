import {
  type Column,
  type ForeignKey,
  type Index,
  type Key,
  NOTHING_FURTHER,
  PLAIN_CONSTRAINT,
  type ReferentialAction,
  type Relation,
} from '../relation.js';
import { parseIndex, parseTable, parseView, type TableDefinition } from '../sql-definitions.js';
import { triggerOf } from './triggers.js';
import { virtualColumns } from './virtual-columns.js';
import { grouped, number, type Row, text, textOrNull } from './sqlite-rows.js';

export interface RowsOfRelation {
  readonly catalog: Row;
  readonly columns: readonly Row[];
  readonly foreignKeys: readonly Row[];
  readonly indexes: readonly Row[];
  readonly triggers: readonly Row[];
}

/** @param spelling of a table, by its name in lower case: a foreign key may spell it in another case */
export function toRelation(rows: RowsOfRelation, spelling: ReadonlyMap<string, string>): Relation {
  const name = text(rows.catalog.name);
  const sql = text(rows.catalog.sql);
  const view = text(rows.catalog.type) === 'view';
  const virtual = virtualColumns(sql);
  // The engine tells no columns of a view of something that is gone, and of a virtual table whose module it lacks.
  const readable = rows.columns.length > 0;
  const parsed = parseTable(view ? '' : sql);
  const indexes = indexesOf(rows.indexes, parsed);
  const primary = rows.columns.filter((row) => number(row.pk) > 0).sort((a, b) => number(a.pk) - number(b.pk));
  const keyIndex = indexes.find((index) => index.origin === 'pk');
  // Then the column is another name for the row's own number, which SQLite assigns itself.
  const numbered = primary.length === 1 && keyIndex === undefined && /^integer$/i.test(text(primary[0]?.type));
  return {
    schema: 'main',
    name,
    kind: view ? 'view' : 'table',
    comment: null,
    rowEstimate: rows.catalog.estimate === null ? null : number(rows.catalog.estimate),
    readable,
    columns:
      virtual.length > 0
        ? virtual.map((column) => ({ ...column, readable }))
        : rows.columns.map((row) => columnOf(row, parsed, numbered && row === primary[0])),
    primaryKey:
      primary.length === 0
        ? null
        : {
            name: keyIndex?.name ?? `${name}_pkey`,
            columns: primary.map((row) => text(row.name)),
            ...PLAIN_CONSTRAINT,
          },
    foreignKeys: foreignKeysOf(name, rows.foreignKeys, parsed, spelling),
    uniqueKeys: indexes.filter((index) => index.origin === 'u').map(({ name, columns }): Key => ({ name, columns, ...PLAIN_CONSTRAINT })),
    checks: parsed.checks.map((check, at) => {
      return { ...check, name: check.name ?? `${name}_check_${at + 1}`, ...PLAIN_CONSTRAINT };
    }),
    indexes: indexes.map(({ origin: _origin, ...index }) => ({ ...index, comment: null })),
    partitions: null,
    definition: view ? parseView(sql) : null,
    ...NOTHING_FURTHER,
    options: parsed.options,
    triggers: rows.triggers.map((row) => triggerOf(text(row.name), text(row.sql))),
    complete: true,
    ids: null,
  };
}

function columnOf(row: Row, parsed: TableDefinition, numbered: boolean): Column {
  const name = text(row.name);
  const generated = GENERATED[number(row.hidden)] ?? null;
  return {
    name,
    type: text(row.type),
    nullable: number(row.not_null) === 0 && !numbered,
    default: generated ? (parsed.generated.get(name.toLowerCase()) ?? null) : textOrNull(row.default_text),
    generated,
    identity: numbered ? 'by_default' : null,
    comment: null,
    readable: true,
    values: null,
    valuesCut: false,
    collation: parsed.collations.get(name.toLowerCase()) ?? null,
    options: [],
  };
}

const GENERATED: Readonly<Record<number, 'virtual' | 'stored'>> = { 2: 'virtual', 3: 'stored' };

/** The engine counts them from the last one in the text; it has no names for them. */
function foreignKeysOf(table: string, rows: readonly Row[], parsed: TableDefinition, spelling: ReadonlyMap<string, string>): ForeignKey[] {
  const byId = grouped(rows, (row) => number(row.id));
  const written = parsed.foreignKeys.length === byId.size ? parsed.foreignKeys : [];
  return [...byId.values()].flatMap((parts, at) => {
    const [first] = parts;
    if (first === undefined) return [];
    const columns = parts.map((part) => text(part.name));
    const relation = text(first.target);
    return {
      name: written[at]?.name ?? [table, ...columns, 'fkey'].join('_'),
      columns,
      target: {
        schema: 'main',
        relation: spelling.get(relation.toLowerCase()) ?? relation,
        columns: parts.map((part) => textOrNull(part.target_column)).filter((column) => column !== null),
      },
      onUpdate: actionOf(first.on_update),
      onDelete: actionOf(first.on_delete),
      ...PLAIN_CONSTRAINT,
      deferrable: written[at]?.deferrable ?? 'no',
    };
  });
}

function actionOf(value: unknown): ReferentialAction {
  switch (value) {
    case 'RESTRICT':
      return 'restrict';
    case 'CASCADE':
      return 'cascade';
    case 'SET NULL':
      return 'set_null';
    case 'SET DEFAULT':
      return 'set_default';
    default:
      return 'no_action';
  }
}

function indexesOf(rows: readonly Row[], { collations }: TableDefinition): (Omit<Index, 'comment'> & { origin: unknown })[] {
  return [...grouped(rows, (row) => text(row.name))].map(([name, parts]) => {
    const sql = textOrNull(parts[0]?.sql);
    const parsed = sql === null ? null : parseIndex(sql);
    const columns = parts.map((part) => textOrNull(part.column_name) ?? parsed?.columns[number(part.seqno)] ?? '');
    return {
      name,
      columns,
      options: parts.flatMap((part, at) => {
        const [column = ''] = columns.slice(at);
        const collation = text(part.coll);
        const isUsual = collation.toUpperCase() === (collations.get(column.toLowerCase()) ?? 'BINARY').toUpperCase();
        const told = [...(isUsual ? [] : [`COLLATE ${collation}`]), ...(number(part.descends) === 1 ? ['DESC'] : [])];
        return told.map((option) => ({ option, columns: [column] }));
      }),
      unique: number(parts[0]?.is_unique) === 1,
      predicate: parsed?.predicate ?? null,
      origin: parts[0]?.origin,
    };
  });
}
