import { createHash } from 'node:crypto';
import type { Column, Relation } from '../../domain/relation.js';
import { wordsOf } from '../../domain/words.js';

/** A relation as the cache stores it; made in the thread that reads, inserted as it is by the one that serves. */
export interface RelationRow {
  readonly ordinal: number;
  readonly name: string;
  readonly kind: Relation['kind'];
  readonly comment: string | null;
  readonly row_estimate: number | null;
  readonly readable: boolean;
  readonly columns_count: number;
  readonly hash: string;
  readonly name_words: string;
  readonly other_words: string;
  readonly words_count: number;
  readonly detail: Detail;
  readonly refs: readonly (readonly [schema: string, relation: string])[];
}

/** Most columns have none of these; what is usual is left out. */
type StoredColumn = Pick<Column, 'name' | 'type'> & Partial<Column>;

export interface Detail extends Partial<Omit<Relation, 'columns'>> {
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

export function toRow(relation: Relation, ordinal: number): RelationRow {
  const { name, kind, comment, rowEstimate, readable, columns, primaryKey, foreignKeys, uniqueKeys } = relation;
  const { checks, indexes, partitions, definition } = relation;
  const detail = {
    columns: columns.map(storedColumn),
    ...unusual({ primaryKey, foreignKeys, uniqueKeys, checks, indexes, partitions, definition }),
  };
  const nameWords = wordsOf(name);
  const columnWords = columns.flatMap((column) => wordsOf(column.name));
  const commentWords = [comment, ...columns.map((column) => column.comment)].flatMap((text) => wordsOf(text ?? ''));
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, comment, readable, detail]))
    .digest('base64url');
  return {
    ordinal,
    name,
    kind,
    comment,
    row_estimate: rowEstimate,
    readable,
    columns_count: columns.length,
    hash: hash.slice(0, 22),
    name_words: spaced(nameWords),
    // The bar is no word: it lets a ranking tell the names of columns from what comments say.
    other_words: `${spaced(columnWords)}|${spaced(commentWords)}`,
    words_count: nameWords.length + columnWords.length + commentWords.length,
    detail,
    refs: relation.foreignKeys.map(({ target }) => [target.schema, target.relation]),
  };
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
export function toStorableJson(rows: readonly RelationRow[]): string {
  const json = JSON.stringify(rows);
  if (!/\\u(0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/[\ud800-\udfff\0]/gu, '\u{FFFD}') : value,
  );
}

function storedColumn(column: Column): StoredColumn {
  const stored: Record<string, unknown> = { name: column.name, type: column.type };
  for (const key of Object.keys(USUAL_COLUMN) as (keyof typeof USUAL_COLUMN)[]) {
    if (column[key] !== USUAL_COLUMN[key]) stored[key] = column[key];
  }
  return stored as unknown as StoredColumn;
}

function unusual(
  detail: Omit<Relation, 'schema' | 'name' | 'kind' | 'comment' | 'rowEstimate' | 'readable' | 'columns'>,
) {
  return Object.fromEntries(
    Object.entries(detail).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
