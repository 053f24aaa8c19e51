import sqlite, { type Database } from 'node-sqlite3-wasm';
import type { Cell, Column } from '../../../domain/statement-outcome.js';
import { FileFault, fileSystemFault } from '../../introspection/file-fault.js';
import { isMark, tokensOf } from '../../introspection/sql-tokens.js';
import { viewPrivately } from '../../introspection/sqlite/private-view.js';
import { closeQuietly, sqliteFault, text } from '../../introspection/sqlite/sqlite-rows.js';
import { BYTES_OF_A_CELL, hexOf, integerOf, RowIntake } from '../row-intake.js';
import {
  type StatementEngine,
  type TakenRows,
  ONE_STATEMENT,
  OutOfMemory,
  StatementRefused,
} from '../statement-engine.js';

/**
 * The file is opened for reading only, through a link of our own as for discoveries, and the driver can load no extension and
 * keeps what it sorts in memory. Nothing interrupts it, and it has no limit of its own: both is up to the process.
 */
export const sqliteEngine: StatementEngine = {
  async open(target, timeoutMs) {
    if (!('file' in target)) throw new TypeError('SQLite is a file.');
    const deadline = Date.now() + timeoutMs;
    return {
      run: async (statement, maxRows) => {
        const query = theOne(statement);
        const { database, taken } = await viewPrivately(target.file, deadline, (opened) =>
          read(opened, query, maxRows),
        );
        closeQuietly(database);
        return taken;
      },
      close: async () => undefined,
    };
  },
  faultOf: (error) => (error instanceof FileFault ? error.fault : (sqliteFault(error) ?? fileSystemFault(error))),
};

/** The driver ignores everything after the first statement. */
function theOne(sql: string): string {
  const tokens = tokensOf(sql);
  const end = tokens.findIndex((token) => isMark(token, ';'));
  if (end !== -1 && end < tokens.length - 1) throw new StatementRefused(ONE_STATEMENT);
  return end === -1 ? sql : sql.slice(0, tokens[end]?.start);
}

function read(database: Database, query: string, maxRows: number): TakenRows {
  try {
    const columns = columnsOf(database, query);
    database.exec('PRAGMA writable_schema = OFF; PRAGMA query_only = ON');
    const intake = new RowIntake(columns, maxRows);
    const statement = database.prepare(byPosition(query, columns.length, maxRows));
    try {
      for (const row of statement.iterate())
        if (!intake.take(columns.map((_, at) => cellOf(row[`v${at}`], row[`t${at}`])))) break;
    } finally {
      statement.finalize();
    }
    return intake.taken();
  } catch (error) {
    // An error of damage is about the file itself; every other one is about the statement.
    if (
      !(error instanceof sqlite.SQLite3Error) ||
      /disk image is malformed|disk I\/O|not a database/.test(error.message)
    )
      throw error;
    throw /^out of memory/.test(error.message) ? new OutOfMemory() : new StatementRefused(error.message);
  }
}

/** A view can be made of a query and of nothing else; the driver itself does not tell the columns of a result. */
function columnsOf(database: Database, query: string): Column[] {
  database.run(`CREATE TEMP VIEW headgate_query AS SELECT * FROM (\n${query}\n)`);
  const columns = database.all(
    `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type FROM pragma_table_xinfo('headgate_query', 'temp')`,
  );
  database.run('DROP VIEW temp.headgate_query');
  return columns.map(({ name, type }) => ({ name: text(name), type: text(type).toLowerCase() }));
}

/**
 * The driver gives rows by the names of columns, of which hostile ones replace each other, and ends a text at its first NUL:
 * so names are replaced by positions, and texts come as bytes.
 */
function byPosition(query: string, count: number, maxRows: number): string {
  const names = Array.from({ length: count }, (_, at) => `c${at}`);
  const cells = names.map(
    (name, at) => `typeof(${name}) AS t${at}, CASE typeof(${name})
      WHEN 'text' THEN substr(CAST(${name} AS BLOB), 1, ${BYTES_OF_A_CELL})
      WHEN 'blob' THEN substr(${name}, 1, ${BYTES_OF_A_CELL}) ELSE ${name} END AS v${at}`,
  );
  return `WITH headgate_rows (${names.join(', ')}) AS MATERIALIZED (
    SELECT * FROM (\n${query}\n) LIMIT ${maxRows + 1}) SELECT ${cells.join(', ')} FROM headgate_rows`;
}

function cellOf(value: unknown, type: unknown): Cell {
  if (value instanceof Uint8Array) return type === 'text' ? text(value) : hexOf(value);
  if (typeof value === 'bigint') return integerOf(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return null;
}
