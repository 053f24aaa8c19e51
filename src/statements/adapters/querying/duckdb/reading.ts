import type { JudgedQuery } from '../../../application/ports/querying.js';
import type { Cell } from '../../../domain/statement-outcome.js';
import type { DuckDbConnection, DuckDbType } from '../../../../engines/catalog-reader/duckdb/duckdb-driver.js';
import { hexOf, integerOf, RowIntake } from '../row-intake.js';
import { type TakenRows, NO_ROWS, ONE_STATEMENT, StatementRefused, UNNAMED_TABLE } from '../statement-engine.js';

/** `StatementType.SELECT` of the driver. */
const SELECT = 1;

export async function read(
  connection: DuckDbConnection,
  { statement: sql, values, reads }: JudgedQuery,
  maxRows: number,
): Promise<TakenRows> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new StatementRefused(ONE_STATEMENT);
  const statement = await statements.prepare(0);
  if (statement.statementType !== SELECT) throw new StatementRefused(NO_ROWS);
  assertReadsOnly(connection, sql, reads);
  statement.bind(Object.fromEntries(values.map((value, at) => [`headgate_${at}`, String(value)])));
  const result = await statement.stream();
  const types = result.columnTypes();
  const intake = new RowIntake(
    result.columnNames().map((name, at) => ({ name, type: String(types[at]).toLowerCase() })),
    maxRows,
  );
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const vectors = types.map((_, at) => chunk.getColumnVector(at));
    for (let row = 0; row < chunk.rowCount; row += 1)
      if (!intake.take(vectors.map((vector, at) => cellOf(vector.getItem(row), types[at])))) return intake.taken();
  }
  return intake.taken();
}

/**
 * The guard judged names. The engine binds them, and so shows what is behind a macro of the file that has the name of a function. The
 * statement may read what the judged relations are made of.
 */
function assertReadsOnly(connection: DuckDbConnection, sql: string, reads: JudgedQuery['reads']): void {
  const allowed = new Set(reads.flatMap((one) => namesIn(connection, `FROM ${qualified(one)}`)));
  // Of a statement with parameters the engine tells no names.
  const whole = sql.replaceAll(/\$headgate_\d+/g, `''`);
  if (!namesIn(connection, whole).every((name) => allowed.has(name))) throw new StatementRefused(UNNAMED_TABLE);
}

function namesIn(connection: DuckDbConnection, sql: string): string[] {
  return connection.getTableNames(sql, false).map((name) => name.toLowerCase());
}

function qualified({ schema, name }: JudgedQuery['reads'][number]): string {
  return [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}

const TIMESTAMP = /^(-?\d+-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(\+00(?::00)?)?$/;

function cellOf(value: unknown, type: DuckDbType | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return integerOf(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value;
  const kind = String(type);
  if (kind === 'BLOB' && typeof value === 'object' && 'bytes' in value) return hexOf(value.bytes as Uint8Array);
  if (kind.startsWith('TIMESTAMP')) return printed(value).replace(TIMESTAMP, (_, day, time, zone) => `${day}T${time}${zone ? 'Z' : ''}`);
  if (/[\])]$/.test(kind) && !kind.startsWith('DECIMAL')) return JSON.stringify(nested(value));
  return printed(value);
}

/** Lists, structs and maps are objects that hold their parts; every other value is given as its text. */
function nested(value: unknown): unknown {
  if (typeof value === 'bigint') return integerOf(String(value));
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('items' in value && Array.isArray(value.items)) return value.items.map(nested);
  if ('entries' in value && Array.isArray(value.entries)) return value.entries.map(nested);
  if ('entries' in value && typeof value.entries === 'object' && value.entries !== null)
    return Object.fromEntries(Object.entries(value.entries).map(([key, part]) => [key, nested(part)]));
  if ('key' in value && 'value' in value) return { key: nested(value.key), value: nested(value.value) };
  return printed(value);
}

/** Values of the driver print themselves as SQL does. */
function printed(value: { toString(): string }): string {
  return value.toString();
}
