import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { AuthorizedDatabase, type Prepared } from '../../../../platform/sqlite/authorized-database.js';
import { columnsOfQuery } from '../../../../platform/sqlite/columns-of-query.js';
import { addHashFunction } from '../../../../platform/sqlite/hash-function.js';
import type { JudgedQuery } from '../../../application/ports/querying.js';
import type { Cell, FailureCause } from '../../../domain/statement-outcome.js';
import { isOfStatement, isOutOfMemory, text } from '../../../../engines/catalog-reader/sqlite/sqlite-rows.js';
import { BYTES_OF_A_CELL, hexOf, integerOf, numberOf, RowIntake } from '../row-intake.js';
import { type TakenRows, NO_ROWS, ONE_STATEMENT, OutOfMemory, StatementRefused, UNNAMED_TABLE } from '../statement-engine.js';
import { Witness } from './witness.js';

export interface RunningSqlite {
  readonly sqlite3: Sqlite3Static;
  /** The functions that a statement may call. */
  readonly functions: ReadonlySet<string>;
}

/** @throws StatementRefused, OutOfMemory; errors of the engine that are about the file */
export function read(
  { sqlite3, functions }: RunningSqlite,
  database: Database,
  { statement, values, reads }: JudgedQuery,
  maxRows: number,
): TakenRows {
  try {
    database.exec('PRAGMA writable_schema = OFF; PRAGMA query_only = ON');
    addHashFunction(database, values);
    const authorized = new AuthorizedDatabase(sqlite3, database);
    const witness = new Witness(authorized, reads, functions);
    assertQuery(authorized, statement, witness);
    database.exec('PRAGMA query_only = OFF');
    const columns = columnsOf(database, statement);
    database.exec('PRAGMA query_only = ON');
    const prepared = preparedBy(authorized, statement, witness);
    const intake = new RowIntake(columns ?? declaredColumns(sqlite3, prepared), maxRows);
    const cells = new Cells(sqlite3, prepared);
    try {
      while (maxRows > 0 && authorized.step(prepared) && intake.take(cells.ofRow()));
    } finally {
      authorized.finalize(prepared);
    }
    return intake.taken();
  } catch (error) {
    if (isOutOfMemory(error)) throw new OutOfMemory();
    throw isOfStatement(error) ? refusalOf(error.message.replace(OF_DRIVER, '')) : error;
  }
}

const OF_DRIVER = /^SQLITE_\w+: sqlite3 result code \d+: /;
const NO_COLLATION = /no such collation sequence: (.*)$/s;

function refusalOf(words: string): StatementRefused {
  const advice = NO_COLLATION.test(words) ? '. Only the application that wrote the file has it: sort and compare with COLLATE BINARY' : '';
  return new StatementRefused(words + advice, causeOf(words));
}

/** @returns `null` where a column has a collation of the application: a view of it cannot be described, although it can be read */
function columnsOf(database: Database, statement: string): ReturnType<typeof columnsOfQuery> | null {
  try {
    return columnsOfQuery(database, statement);
  } catch (error) {
    if (error instanceof Error && NO_COLLATION.test(error.message)) return null;
    throw error;
  }
}

/** Without the types of computed columns. */
function declaredColumns(sqlite3: Sqlite3Static, { statement }: Prepared): ReturnType<typeof columnsOfQuery> {
  // Its types lack one function that it has.
  const capi = sqlite3.capi as Sqlite3Static['capi'] & { sqlite3_column_decltype(statement: number, at: number): string | null };
  return Array.from({ length: capi.sqlite3_column_count(statement) }, (_, at) => ({
    name: capi.sqlite3_column_name(statement, at) ?? '',
    type: (capi.sqlite3_column_decltype(statement, at) ?? '').toLowerCase(),
  }));
}

/** The engine distinguishes most failures only by their words. */
const CAUSES: readonly (readonly [RegExp, FailureCause])[] = [
  [/^no such (?:column|table)/, 'unknown_column'],
  [/^ambiguous column name/, 'ambiguous_column'],
  [/^integer overflow/, 'out_of_range'],
  [/^malformed JSON|^bad JSON path|^JSON cannot hold/, 'cannot_convert'],
  [/^wrong number of arguments/, 'wrong_types'],
  [/too big/, 'too_large'],
];

function causeOf(words: string): FailureCause {
  return CAUSES.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

function assertQuery(database: AuthorizedDatabase, sql: string, witness: Witness): void {
  const prepared = preparedBy(database, sql, witness);
  const fault = database.faultOf(prepared);
  database.finalize(prepared);
  if (fault !== null) throw new StatementRefused(fault === 'several' ? ONE_STATEMENT : NO_ROWS);
}

function preparedBy(database: AuthorizedDatabase, sql: string, witness: Witness): Prepared {
  try {
    return database.prepare(sql, (question) => witness.answer(question));
  } catch (error) {
    // The engine's words would name a table that is hidden from the person.
    if (witness.denied?.about === 'read') throw new StatementRefused(UNNAMED_TABLE);
    throw error;
  }
}

/** The cells of the current row. Texts are read as bytes, because NUL does not end them. */
class Cells {
  private readonly columns: readonly number[];

  constructor(
    private readonly sqlite3: Sqlite3Static,
    private readonly prepared: Prepared,
  ) {
    this.columns = Array.from({ length: sqlite3.capi.sqlite3_column_count(prepared.statement) }, (_, at) => at);
  }

  ofRow(): Cell[] {
    return this.columns.map((at) => this.cell(at));
  }

  private cell(at: number): Cell {
    const { capi } = this.sqlite3;
    const { statement } = this.prepared;
    switch (capi.sqlite3_column_type(statement, at)) {
      case capi.SQLITE_INTEGER:
        return integerOf(String(capi.sqlite3_column_int64(statement, at)));
      case capi.SQLITE_FLOAT: {
        const value = capi.sqlite3_column_double(statement, at);
        return numberOf(value);
      }
      case capi.SQLITE_TEXT:
        return text(this.bytes(at));
      case capi.SQLITE_BLOB:
        return hexOf(this.bytes(at));
      default:
        return null;
    }
  }

  private bytes(at: number): Uint8Array {
    const { capi, wasm } = this.sqlite3;
    const { statement } = this.prepared;
    const from = capi.sqlite3_column_blob(statement, at);
    const length = capi.sqlite3_column_bytes(statement, at);
    if (from === 0 && length > 0) throw new OutOfMemory();
    return wasm.heap8u().subarray(from, from + Math.min(length, BYTES_OF_A_CELL));
  }
}
