import { createHash } from 'node:crypto';
import type { Column, Relation } from '../../domain/relation.js';
import { wordsOf } from '../../domain/words.js';

/** A relation as the cache stores it; made in the thread that reads, inserted as it is by the one that serves. */
export interface RelationRow {
  readonly kind: Relation['kind'];
  readonly columnsCount: number;
  readonly hash: string;
  /** The cells of `schema_relations`, in the order of `RELATION_COLUMNS`. */
  readonly cells: readonly Cell[];
  readonly references: readonly (readonly [ordinal: number, schema: string, relation: string])[];
}

type Cell = string | number | boolean | null;

/** Name and type of the columns that a row fills. */
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
} as const;

export const REFERENCE_COLUMNS = { ordinal: 'integer', target_schema: 'text', target_relation: 'text' } as const;

/** Most columns have none of these; what is usual is left out. */
type StoredColumn = Pick<Column, 'name' | 'type'> & Partial<Column>;

interface Detail extends Partial<Omit<Relation, 'columns'>> {
  readonly columns: readonly StoredColumn[];
}

const USUAL_COLUMN: Omit<Column, 'name' | 'type'> = {
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
} satisfies Partial<Relation>;

const LONGEST_REFERRED_NAMES = 500;

export function toRow(relation: Relation, ordinal: number): RelationRow {
  const { name, kind, comment, rowEstimate, readable, columns, foreignKeys } = relation;
  const nameWords = wordsOf(name);
  const columnWords = columns.flatMap((column) => wordsOfName(column.name));
  const commentWords = [comment, ...columns.map((column) => column.comment)].flatMap((text) => wordsOf(text ?? ''));
  const wordsCount = nameWords.length + columnWords.length + commentWords.length;
  // By far the longest part: it is written once, for the digest and for the row.
  const detail = storableJson(detailOf(relation));
  const hash = createHash('sha256')
    .update(storableJson([kind, comment, readable]))
    .update(detail)
    .digest('base64url')
    .slice(0, 22);
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
    // The bar is not a word: it lets a ranking tell the names of columns from what comments say.
    other_words: `${spaced(columnWords)}|${spaced(commentWords)}`,
    words_count: wordsCount,
    detail,
  };
  const references = foreignKeys
    .map(({ target }) => [ordinal, storableText(target.schema), storableText(target.relation)] as const)
    // Names that no index of PostgreSQL takes belong to files that somebody made for that.
    .filter(([, schema, relation]) => schema.length + relation.length <= LONGEST_REFERRED_NAMES);
  return { kind, columnsCount: columns.length, hash, cells: Object.values(cells), references };
}

/**
 * Array literals of PostgreSQL, one for each column of the rows and of their references: what `unnest` takes, and several
 * times faster to parse there than rows in JSON.
 */
export function toArrays(rows: readonly RelationRow[]): string[] {
  const columns = Object.keys(RELATION_COLUMNS).map((_, index) =>
    arrayOf(rows.map(({ cells }) => cells[index] ?? null)),
  );
  const references = rows.flatMap((row) => row.references);
  const parts = Object.keys(REFERENCE_COLUMNS).map((_, index) =>
    arrayOf(references.map((cells) => cells[index] ?? null)),
  );
  return [...columns, ...parts];
}

/** The other way round, from what a statement selects of it. */
export function fromRow(schema: string, row: StoredRelation): Relation {
  const { name, kind, comment, rowEstimate, readable, detail } = row;
  const columns = detail.columns.map((column) => ({ ...USUAL_COLUMN, ...column }));
  return { ...USUAL_DETAIL, ...detail, schema, name, kind, comment, rowEstimate, readable, columns };
}

export interface StoredRelation {
  readonly name: string;
  readonly kind: Relation['kind'];
  readonly comment: string | null;
  readonly rowEstimate: number | null;
  readonly readable: boolean;
  readonly detail: Detail;
}

/**
 * JSON that PostgreSQL can store: no NUL and no half of a surrogate pair, which names in files may hold. Both only ever
 * appear escaped, so that one look at the text tells whether any is there.
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
  const texts = cells.map((cell) =>
    typeof cell === 'string' ? `"${cell.replaceAll(/["\\]/g, '\\$&')}"` : String(cell),
  );
  return `{${texts.join()}}`;
}

function detailOf(relation: Relation): Detail {
  const { columns, primaryKey, foreignKeys, uniqueKeys, checks, indexes, partitions, definition } = relation;
  return {
    columns: columns.map(storedColumn),
    ...(primaryKey !== null && { primaryKey }),
    ...(foreignKeys.length > 0 && { foreignKeys }),
    ...(uniqueKeys.length > 0 && { uniqueKeys }),
    ...(checks.length > 0 && { checks }),
    ...(indexes.length > 0 && { indexes }),
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

/** Most names of columns come again and again. */
const knownNames = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;

function wordsOfName(name: string): readonly string[] {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  if (knownNames.size < MOST_KNOWN) knownNames.set(name, words);
  return words;
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
