import { type SecretBox, SealedValueUnreadable } from '../../shared/ports/secret-box.js';

/**
 * A column whose values are sealed under the context `<table>.<column>:<key>`; rotation of the master key walks them all.
 * `key` is a column that is unique and not null.
 */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}

const BATCH_ROWS = 500;
const EXAMPLES = 5;

/** The part of `TypeOrmSession` that walks and rewrites rows. */
export interface ResealSession {
  query<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]>;
  execute(sql: string, values: readonly unknown[]): Promise<number>;
}

export interface ResealCount {
  readonly table: string;
  readonly column: string;
  readonly resealed: number;
  readonly alreadyCurrent: number;
  readonly unreadable: number;
  /** Rows that another process changed or deleted between our read and our write; its value wins. */
  readonly overtaken: number;
  /** Why the first few could not be opened. */
  readonly examples: readonly string[];
}

interface SealedRow {
  readonly sealed_key: string | null;
  readonly sealed_value: string;
}

/** Opens every sealed value and seals again what is not under the current key. Unreadable values do not stop the rest. */
export async function resealEverything(
  session: ResealSession,
  secretBox: SecretBox,
  columns: readonly SealedColumn[],
): Promise<ResealCount[]> {
  const counts: ResealCount[] = [];
  for (const column of columns) counts.push(await resealColumn(session, secretBox, column));
  return counts;
}

async function resealColumn(session: ResealSession, secretBox: SecretBox, sealed: SealedColumn): Promise<ResealCount> {
  const { table, column } = sealed;
  const count = { resealed: 0, alreadyCurrent: 0, unreadable: 0, overtaken: 0 };
  const examples: string[] = [];
  for await (const { key, value } of rowsOf(session, sealed)) {
    const context = `${table}.${column}:${key}`;
    try {
      const plaintext = secretBox.open(value, context);
      if (secretBox.isStale(value)) {
        const replaced = await replace(session, sealed, key, value, secretBox.seal(plaintext, context));
        count[replaced ? 'resealed' : 'overtaken'] += 1;
      } else count.alreadyCurrent += 1;
    } catch (error) {
      if (!(error instanceof SealedValueUnreadable)) throw error;
      count.unreadable += 1;
      if (examples.length < EXAMPLES) examples.push(error.message);
    }
  }
  return { table, column, ...count, examples };
}

/** Raw: of any table. By key and not by offset: rows that come and go neither hide others nor repeat them. */
async function* rowsOf(session: ResealSession, sealed: SealedColumn): AsyncGenerator<{ key: string; value: string }> {
  const [table, key, column] = [quoted(sealed.table), quoted(sealed.key), quoted(sealed.column)];
  let last: string | undefined;
  for (;;) {
    const rows = await session.query<SealedRow>(
      `SELECT t.${key}::text AS sealed_key, t.${column} AS sealed_value FROM ${table} t
        WHERE t.${column} IS NOT NULL${last === undefined ? '' : ` AND t.${key} > $1`}
        ORDER BY t.${key} LIMIT ${BATCH_ROWS}`,
      last === undefined ? [] : [last],
    );
    for (const row of rows) {
      // With a key that repeats, rows at the edge of a batch could be missed, and their master key dropped.
      if (row.sealed_key === null || row.sealed_key === last) {
        throw new Error(
          `${sealed.table}.${sealed.key} is not a unique key: the sealed values of the table cannot be read one ` + 'by one.',
        );
      }
      last = row.sealed_key;
      yield { key: row.sealed_key, value: row.sealed_value };
    }
    if (rows.length < BATCH_ROWS) return;
  }
}

/**
 * Raw: of any table. The condition on the old value lets another writer win: our text would bring back what it replaced. The setting makes
 * the commit wait for the disk even on a server that is configured not to: after a power cut, the row must not be back under a key that has
 * been dropped.
 */
async function replace(session: ResealSession, sealed: SealedColumn, key: string, oldValue: string, newValue: string): Promise<boolean> {
  const [table, keyColumn, column] = [quoted(sealed.table), quoted(sealed.key), quoted(sealed.column)];
  const changed = await session.execute(
    `UPDATE ${table} SET ${column} = $1 WHERE ${keyColumn} = $2 AND ${column} = $3
      RETURNING set_config('synchronous_commit', 'on', true)`,
    [newValue, key, oldValue],
  );
  return changed > 0;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
