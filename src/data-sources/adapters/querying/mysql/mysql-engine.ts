import type { FieldPacket } from 'mysql2';
import type { Cell } from '../../../domain/statement-outcome.js';
import { faultOf } from '../../introspection/mysql/mysql-faults.js';
import { MySqlSession } from '../../introspection/mysql/mysql-session.js';
import { RowIntake } from '../row-intake.js';
import {
  type OpenConnection,
  type StatementEngine,
  type TakenRows,
  NO_ROWS,
  StatementRefused,
} from '../statement-engine.js';
import { cellOf, typeOf } from './cells.js';

const LOCK_SECONDS = 2;
/** MariaDB ends a recursion without a word after a thousand, with a wrong result; time ends it as well. */
const MOST_ITERATIONS = 1_000_000;

/**
 * MySQL and MariaDB. The role that connects should be one that may SELECT and nothing else: a read-only transaction ends with
 * a statement that commits by itself, and reading and writing of files is a privilege and no write to a table.
 */
export const mySqlEngine: StatementEngine = {
  async open(target, timeoutMs, stop) {
    if (!('server' in target)) throw new TypeError('MySQL is a server and not a file.');
    const session = await MySqlSession.connect(target.server, timeoutMs, stop);
    return session.orCut(prepared(session, timeoutMs), stop);
  },
  faultOf,
};

async function prepared(session: MySqlSession, timeoutMs: number): Promise<OpenConnection> {
  const [[version] = []] = await session.query('SELECT LEFT(VERSION(), 100)');
  const isMariaDb = /mariadb/i.test(version ?? '');
  // A name in double quotes is a name and a backslash is a backslash, as they are where statements are judged.
  await session.query(
    `SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY', time_zone = '+00:00',
       lock_wait_timeout = ${LOCK_SECONDS}, innodb_lock_wait_timeout = ${LOCK_SECONDS}, group_concat_max_len = 65536`,
  );
  await session.query(
    isMariaDb
      ? `SET SESSION max_statement_time = ${timeoutMs / 1_000}, idle_transaction_timeout = 10,
           max_recursive_iterations = ${MOST_ITERATIONS}`
      : `SET SESSION max_execution_time = ${Math.ceil(timeoutMs)}, wait_timeout = 10,
           cte_max_recursion_depth = ${MOST_ITERATIONS}`,
  );
  await session.query('SET SESSION TRANSACTION READ ONLY');
  await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  return new OpenMySql(session);
}

class OpenMySql implements OpenConnection {
  constructor(private readonly session: MySqlSession) {}

  async run(statement: string, maxRows: number): Promise<TakenRows> {
    // The server need not work out what is not asked for; without this it would go on until it is killed.
    await this.session.query(`SET SESSION sql_select_limit = ${maxRows + 1}`);
    let intake: RowIntake | undefined;
    try {
      await this.session.each(statement, (fields) => {
        const taking = (intake = new RowIntake(fields.map(columnOf), maxRows));
        return (row) => taking.take(row.map((bytes, at): Cell => cellOf(bytes, fields[at])));
      });
    } catch (error) {
      throw meaningOf(error);
    }
    if (intake === undefined) throw new StatementRefused(NO_ROWS);
    const taken = intake.taken();
    if (taken.columns.length === 0) throw new StatementRefused(NO_ROWS);
    return taken;
  }

  close(): Promise<void> {
    return this.session.close();
  }
}

function columnOf(field: FieldPacket): { name: string; type: string } {
  return { name: field.name, type: typeOf(field) };
}

/** The connection or a limit of time ends; anything else is what the source has to say to the statement. */
const NO_REFUSAL: ReadonlySet<number> = new Set([1053, 1077, 1205, 1317, 1927, 1969, 3024, 4031]);

function meaningOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { errno, sqlMessage } = error as { errno?: unknown; sqlMessage?: unknown };
  const isAnswer = typeof errno === 'number' && typeof sqlMessage === 'string' && !NO_REFUSAL.has(errno);
  return isAnswer ? new StatementRefused(sqlMessage) : error;
}
