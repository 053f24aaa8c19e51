import type { JudgedQuery } from '../../../application/ports/querying.js';
import type { DuckDbConnection } from '../../../../engines/catalog-reader/duckdb/duckdb-driver.js';
import { RowIntake } from '../row-intake.js';
import { type TakenRows, NOTHING_RUN, NO_ROWS, ONE_STATEMENT, StatementRefused, UNNAMED_TABLE } from '../statement-engine.js';
import { cellOf, numbered } from './cells.js';

/** `StatementType.SELECT` of the driver. */
const SELECT = 1;

export async function read(
  connection: DuckDbConnection,
  { statement: sql, values, reads }: JudgedQuery,
  maxRows: number,
): Promise<TakenRows> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new StatementRefused(ONE_STATEMENT);
  const statement = await statements.prepare(0).catch(async (error: unknown) => {
    throw (await unreadableAmong(connection, reads, error)) ?? error;
  });
  if (statement.statementType !== SELECT) throw new StatementRefused(NO_ROWS);
  assertReadsOnly(connection, sql, reads);
  statement.bind(Object.fromEntries(values.map((value, at) => [`headgate_${at}`, String(value)])));
  if (maxRows === 0) return NOTHING_RUN;
  const result = await statement.stream();
  const types = result.columnTypes();
  const intake = new RowIntake(
    result.columnNames().map((name, at) => ({ name, type: String(types[at]).toLowerCase() })),
    maxRows,
  );
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const vectors = types.map((_, at) => chunk.getColumnVector(at));
    for (const { type } of vectors) numbered(type);
    for (let row = 0; row < chunk.rowCount; row += 1)
      if (!intake.take(vectors.map((vector) => cellOf(vector.getItem(row), vector.type)))) return intake.taken();
  }
  return intake.taken();
}

/**
 * The engine says what a view lacks as if the statement had named it, and its catalog does not say which views lack something. To look
 * at all of them with the schema might take for ever: views can double each other. These the statement has just read itself.
 */
async function unreadableAmong(
  connection: DuckDbConnection,
  reads: JudgedQuery['reads'],
  error: unknown,
): Promise<StatementRefused | null> {
  if (!(error instanceof Error) || !/^(?:Binder|Catalog) Error/.test(error.message)) return null;
  for (const one of reads) {
    const alone = await connection.extractStatements(`FROM ${qualified(one)}`);
    const isReadable = await alone.prepare(0).then(
      () => true,
      () => false,
    );
    if (!isReadable)
      return new StatementRefused(
        `${one.name} cannot be read: it is gone, or it is a view of something that is gone. Read other tables, or repair it.`,
      );
  }
  return null;
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
