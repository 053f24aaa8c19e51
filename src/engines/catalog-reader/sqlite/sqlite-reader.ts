import { createHash } from 'node:crypto';
import type { Database } from '@sqlite.org/sqlite-wasm';
import { ReadOnlyFiles } from '../../../platform/sqlite/read-only-files.js';
import { startSqlite } from '../../../platform/sqlite/sqlite-engine.js';
import type { FoundSchema, RowEstimates } from '../reading.js';
import type { Target } from '../target.js';
import type { Relation } from '../relation.js';
import type { UserType } from '../user-type.js';
import { FileFault, fileSystemFault } from '../file-fault.js';
import type { OpenSource, ReadingFault, SourceReader } from '../source-reader.js';
import { readConsistently } from './consistent-read.js';
import * as queries from './sqlite-queries.js';
import { toRelation } from './sqlite-relations.js';
import { closeQuietly, grouped, number, rowsOf, sqliteFault, text } from './sqlite-rows.js';
import { isWord, tokensOf } from '../sql-tokens.js';

/** Where modules keep what is in their virtual tables; the engine itself does not know all of them. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  fts3: ['content', 'segments', 'segdir'],
  fts4: ['content', 'segments', 'segdir', 'docsize', 'stat'],
  fts5: ['data', 'idx', 'content', 'docsize', 'config'],
  rtree: ['node', 'rowid', 'parent'],
  rtree_i32: ['node', 'rowid', 'parent'],
  geopoly: ['node', 'rowid', 'parent'],
};

/** The names, in lower case, of the tables that do not belong to the user. */
export function shadowTables(tables: readonly { name: string; sql: string }[]): Set<string> {
  const shadows = new Set<string>();
  for (const { name, sql } of tables) {
    if (!/^\s*create\s+virtual/i.test(sql)) continue;
    const tokens = tokensOf(sql);
    const using = tokens.findIndex((token) => isWord(token, 'USING'));
    const module = tokens[using + 1]?.value.toLowerCase() ?? '';
    for (const suffix of SUFFIXES[module] ?? []) shadows.add(`${name}_${suffix}`.toLowerCase());
  }
  return shadows;
}

/** Goes into every fingerprint: raise it when the same file is read differently. */
const READER_VERSION = '5';
const SCHEMA = 'main';
const RELATIONS_AT_ONCE = 100;

const MEMORY_MB = 256;
/** Started once in a thread. */
let started: Promise<ReadOnlyFiles> | undefined;

async function start(): Promise<ReadOnlyFiles> {
  return new ReadOnlyFiles(await startSqlite(MEMORY_MB));
}

export class SqliteReader implements SourceReader {
  async open(target: Target, timeoutMs: number): Promise<OpenSource> {
    if (!('file' in target)) throw new TypeError('SQLite is a file.');
    const deadline = Date.now() + timeoutMs;
    started ??= start();
    try {
      const { database, taken } = await readConsistently(await started, target.file, deadline, takeCatalog);
      return new OpenSqlite(database, taken, deadline);
    } catch (error) {
      // After an unexpected error the engine may be broken.
      if (this.faultOf(error) === undefined) started = undefined;
      throw error;
    }
  }

  faultOf(error: unknown): ReadingFault | undefined {
    return error instanceof FileFault ? error.fault : (sqliteFault(error) ?? fileSystemFault(error));
  }
}

interface Catalog {
  readonly serverVersion: string;
  readonly fingerprint: string;
  readonly size: number;
  readonly spelling: ReadonlyMap<string, string>;
  readonly shadows: ReadonlySet<string>;
}

class OpenSqlite implements OpenSource {
  constructor(
    private readonly database: Database,
    private readonly catalog: Catalog,
    private readonly deadline: number,
  ) {}

  get serverVersion(): string {
    return this.catalog.serverVersion;
  }

  async schemas(name: string | null): Promise<readonly FoundSchema[]> {
    if (name !== null && name !== SCHEMA) return [];
    return [{ name: SCHEMA, comment: null, fingerprint: this.catalog.fingerprint, engineId: null }];
  }

  async estimates(schema: string): Promise<RowEstimates> {
    if (schema !== SCHEMA) return [];
    const rows = this.rows(queries.CATALOG, 1, this.catalog.size);
    return rows.map(({ name, estimate }) => [text(name), estimate === null ? null : number(estimate)]);
  }

  async types(): Promise<readonly UserType[]> {
    return [];
  }

  async *relations(schema: string): AsyncIterable<readonly Relation[]> {
    if (schema !== SCHEMA) return;
    for (let first = 1; first <= this.catalog.size; first += RELATIONS_AT_ONCE) {
      const batch = this.batch(first, Math.min(first + RELATIONS_AT_ONCE - 1, this.catalog.size));
      if (batch.length > 0) yield batch;
    }
  }

  async close(): Promise<void> {
    closeQuietly(this.database);
  }

  private batch(first: number, last: number): Relation[] {
    const by = (query: string) => grouped(this.rows(query, first, last), (row) => number(row.ordinal));
    const columns = by(queries.COLUMNS);
    const foreignKeys = by(queries.FOREIGN_KEYS);
    const indexes = by(queries.INDEXES);
    const triggers = by(queries.TRIGGERS);
    return this.rows(queries.CATALOG, first, last)
      .map((catalog) => {
        const of = number(catalog.ordinal);
        return {
          catalog,
          columns: columns.get(of) ?? [],
          foreignKeys: foreignKeys.get(of) ?? [],
          indexes: indexes.get(of) ?? [],
          triggers: triggers.get(of) ?? [],
        };
      })
      .filter(({ catalog }) => !this.catalog.shadows.has(text(catalog.name).toLowerCase()))
      .map((rows) => toRelation(rows, this.catalog.spelling));
  }

  private rows(query: string, first: number, last: number) {
    if (!this.database.isOpen()) throw new FileFault('LOST', 'The file was closed while it was read.');
    if (Date.now() > this.deadline) throw new FileFault('TIMEOUT', 'Reading took too long.');
    return rowsOf(this.database, query, first, last);
  }
}

function takeCatalog(database: Database): Catalog {
  database.exec(queries.TAKE_CATALOG);
  if (database.selectValue(queries.HAS_STATISTICS) !== undefined) database.exec(queries.TAKE_STATISTICS);
  const fingerprint = fingerprintOf(database);
  database.exec('PRAGMA query_only = ON');
  const tables = database.selectObjects(queries.NAMES).map((row) => ({ name: text(row.name), sql: text(row.sql) }));
  return {
    serverVersion: `SQLite ${text(database.selectValue(queries.VERSION))}`,
    fingerprint,
    size: tables.length,
    spelling: new Map(tables.map(({ name }) => [name.toLowerCase(), name])),
    shadows: shadowTables(tables),
  };
}

function fingerprintOf(database: Database): string {
  const hash = createHash('sha256').update(READER_VERSION);
  const statement = database.prepare(queries.FINGERPRINTED);
  try {
    while (statement.step()) hash.update(`\0${JSON.stringify(statement.get([]).map(text))}`);
  } finally {
    statement.finalize();
  }
  return hash.digest('base64url');
}
