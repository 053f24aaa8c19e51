import { createHash } from 'node:crypto';
import type { Column, Field, Relation } from './relation.js';
import { wordsOf } from '../../shared/words.js';
import {
  type FurtherFacts,
  type StoredIds,
  type CoreRelation,
  core,
  fieldsOf,
  furtherFactsOf,
  storedIdsOf,
  withFurtherFacts,
} from './further-facts.js';

/** A relation as the cache stores it. The reading thread makes it, and the main thread inserts it unchanged. */
export interface RelationRow {
  readonly kind: Relation['kind'];
  readonly columnsCount: number;
  readonly hash: string;
  /** The cells of `schema_relations`, in the order of `RELATION_COLUMNS`. */
  readonly cells: readonly Cell[];
  readonly references: readonly (readonly [ordinal: number, schema: string, relation: string])[];
}

type Cell = string | number | boolean | null;

/** Names and types of the columns that a row fills. */
export const RELATION_COLUMNS = {
  ordinal: 'integer',
  name: 'text',
  kind: 'text',
  comment: 'text',
  row_estimate: 'double precision',
  readable: 'boolean',
  columns_count: 'integer',
  hash: 'text',
  name_words: 'text',
  other_words: 'text',
  words_count: 'integer',
  detail: 'json',
  further: 'json',
  further_hash: 'text',
  engine_id: 'text',
  ids: 'json',
  extension: 'text',
} as const;

export const REFERENCE_COLUMNS = { ordinal: 'integer', target_schema: 'text', target_relation: 'text' } as const;

/** Most columns of a relation have the usual values, so these are left out. */
type StoredColumn = Pick<Column, 'name' | 'type'> & Partial<Column>;

/** As older versions wrote it, so that equal relations have equal details whichever version read them. */
interface Detail extends Partial<Omit<CoreRelation, 'columns'>> {
  readonly columns: readonly StoredColumn[];
}

const USUAL_COLUMN: Omit<Column, 'name' | 'type' | 'valuesCut' | 'collation' | 'options'> = {
  nullable: true,
  default: null,
  generated: null,
  identity: null,
  comment: null,
  readable: true,
  values: null,
};

const USUAL_DETAIL = {
  primaryKey: null,
  foreignKeys: [],
  uniqueKeys: [],
  checks: [],
  indexes: [],
  partitions: null,
  definition: null,
} satisfies Partial<CoreRelation>;

const LONGEST_REFERRED_NAMES = 500;
/** More labels would be data rather than words of a schema. */
const MOST_LABELS = 40;
const MOST_FIELDS = 200;

export function toRow(relation: Relation, ordinal: number): RelationRow {
  const { name, kind, comment, rowEstimate, readable, columns, foreignKeys } = relation;
  const nameWords = wordsOf(name);
  const columnWords = columns.flatMap((column) => wordsOfName(column.name));
  const commentWords = [comment, ...columns.map((column) => column.comment)].flatMap((text) => wordsOf(text ?? ''));
  const wordsCount = nameWords.length + columnWords.length + commentWords.length;
  // This is by far the longest part, so it is written only once, for the digest and for the row.
  const detail = storableJson(detailOf(relation));
  const hash = hashOf(storableJson([kind, comment, readable]), detail);
  const facts = furtherFactsOf(relation);
  const cells: Record<keyof typeof RELATION_COLUMNS, Cell> = {
    ordinal,
    name: storableText(name),
    kind,
    comment: comment === null ? null : storableText(comment),
    row_estimate: rowEstimate,
    readable,
    columns_count: columns.length,
    hash,
    name_words: spaced(nameWords),
    // The bars let the ranking tell names of columns, words of comments and labels apart.
    other_words: `${spaced(columnWords)}|${spaced(commentWords)}|${spaced(labelWordsOf(relation))}`,
    words_count: wordsCount,
    detail,
    // Even an empty list is written: it tells that options were read. It is not part of the hash, so a relation without options equals one
    // that an older version has read.
    further: storableJson({ ...facts, ...fieldsOf(relation), options: relation.options }),
    further_hash: Object.keys(facts).length === 0 ? '' : hashOf(storableJson(facts)),
    engine_id: relation.ids?.self ?? null,
    ids: relation.ids === null ? null : JSON.stringify(storedIdsOf(relation)),
    extension: relation.extension ?? null,
  };
  const references = foreignKeys
    .map(({ target }) => [ordinal, storableText(target.schema), storableText(target.relation)] as const)
    // Only files that were made for this purpose contain names that are too long for an index of PostgreSQL.
    .filter(([, schema, relation]) => schema.length + relation.length <= LONGEST_REFERRED_NAMES);
  return { kind, columnsCount: columns.length, hash, cells: Object.values(cells), references };
}

/**
 * Array literals of PostgreSQL for `unnest`, one for each column of the rows and of their references. PostgreSQL parses them several
 * times faster than rows in JSON.
 */
export function toArrays(rows: readonly RelationRow[]): string[] {
  const columns = Object.keys(RELATION_COLUMNS).map((_, index) => arrayOf(rows.map(({ cells }) => cells[index] ?? null)));
  const references = rows.flatMap((row) => row.references);
  const parts = Object.keys(REFERENCE_COLUMNS).map((_, index) => arrayOf(references.map((cells) => cells[index] ?? null)));
  return [...columns, ...parts];
}

/** The reverse: makes a relation from the row that a statement selects. */
export function fromRow(schema: string, row: StoredRelation): Relation {
  const { name, kind, comment, rowEstimate, readable, detail, further = null, engineId = null, ids = null } = row;
  const columns = detail.columns.map((column) => ({ ...USUAL_COLUMN, ...column }));
  const stored = { ...USUAL_DETAIL, ...detail, schema, name, kind, comment, rowEstimate, readable, columns };
  return withFurtherFacts(stored, further, engineId, ids);
}

export interface StoredRelation {
  readonly name: string;
  readonly kind: Relation['kind'];
  readonly comment: string | null;
  readonly rowEstimate: number | null;
  readonly readable: boolean;
  readonly detail: Detail;
  /** Absent where they are not needed, null where they were not asked for. */
  readonly further?: FurtherFacts | null;
  readonly engineId?: string | null;
  readonly ids?: StoredIds | null;
}

function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('base64url').slice(0, 22);
}

/**
 * JSON that PostgreSQL can store: without NUL and halves of surrogate pairs, which names in files may contain. In JSON both are
 * always escaped, so one search of the text finds them.
 */
function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
}

export function storableText(text: string): string {
  return text.replaceAll(/[\ud800-\udfff\0]/gu, '\u{FFFD}');
}

function arrayOf(cells: readonly Cell[]): string {
  const texts = cells.map((cell) => (typeof cell === 'string' ? `"${cell.replaceAll(/["\\]/g, '\\$&')}"` : String(cell)));
  return `{${texts.join()}}`;
}

function detailOf(relation: Relation): Detail {
  const { columns, primaryKey, foreignKeys, uniqueKeys, checks, indexes, partitions, definition } = relation;
  return {
    columns: columns.map(storedColumn),
    ...(primaryKey !== null && { primaryKey: core(primaryKey) }),
    ...(foreignKeys.length > 0 && { foreignKeys: foreignKeys.map(core) }),
    ...(uniqueKeys.length > 0 && { uniqueKeys: uniqueKeys.map(core) }),
    ...(checks.length > 0 && { checks: checks.map(core) }),
    ...(indexes.length > 0 && { indexes: indexes.map(core) }),
    ...(partitions !== null && { partitions }),
    ...(definition !== null && { definition }),
  };
}

function storedColumn(column: Column): StoredColumn {
  const stored: Partial<Writable<Column>> & StoredColumn = { name: column.name, type: column.type };
  if (!column.nullable) stored.nullable = false;
  if (column.default !== null) stored.default = column.default;
  if (column.generated !== null) stored.generated = column.generated;
  if (column.identity !== null) stored.identity = column.identity;
  if (column.comment !== null) stored.comment = column.comment;
  if (!column.readable) stored.readable = false;
  if (column.values !== null) stored.values = column.values;
  return stored;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A cache, because most names of columns repeat. */
const knownNames = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;

function wordsOfName(name: string): readonly string[] {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  if (knownNames.size < MOST_KNOWN) knownNames.set(name, words);
  return words;
}

/** Words within columns: labels of enumerations and texts in checks, which the schema allows as values, and fields of a STRUCT or a composite type. */
function labelWordsOf({ columns, checks }: Relation): readonly string[] {
  const labels = columns.flatMap(({ values, readable }) => (readable ? (values ?? []).slice(0, MOST_LABELS) : []));
  // A check does not say which columns it is about, so all of them must be readable.
  const texts = columns.every(({ readable }) => readable)
    ? checks.flatMap(({ expression }) => [...expression.matchAll(/'([^']{1,40})'/g)].map(([, text]) => text ?? ''))
    : [];
  const within = columns.flatMap(({ type, fields = [], readable }) => (readable ? [...namesWithin(type), ...namesOf(fields)] : []));
  return [...new Set([...labels, ...texts.slice(0, MOST_LABELS), ...within].flatMap((text) => wordsOf(text.slice(0, 40))))];
}

/** DuckDB writes the fields of a STRUCT into its type, each before a type of its own: `STRUCT(street VARCHAR, geo STRUCT(lat DOUBLE))[]`. */
function namesWithin(type: string): readonly string[] {
  if (!/\b(?:STRUCT|UNION)\(/.test(type)) return [];
  return Array.from(type.matchAll(/(?:\(|, )("(?:[^"]|"")*"|[^\s"'(),]+) (?=[A-Z"])/g), ([, name = '']) => name).slice(0, MOST_FIELDS);
}

function namesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap((field) => [field.name, ...namesOf(field.fields ?? [])]);
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
