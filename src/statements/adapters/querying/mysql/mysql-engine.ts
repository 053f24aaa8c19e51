import type { FieldPacket } from 'mysql2';
import type { JudgedQuery } from '../../../application/ports/querying.js';
import type { Cell, FailureCause } from '../../../domain/statement-outcome.js';
import { faultOf, isFull } from '../../../../engines/catalog-reader/mysql/mysql-faults.js';
import { MySqlSession } from '../../../../engines/catalog-reader/mysql/mysql-session.js';
import { RowIntake } from '../row-intake.js';
import {
  type ServerConnection,
  type ServerEngine,
  type TakenRows,
  AGAIN_MS,
  NOTHING_RUN,
  NO_ROWS,
  StatementRefused,
} from '../statement-engine.js';
import { cellOf, typeOf } from './cells.js';

const LOCK_SECONDS = 2;
/** MySQL ends a longer recursion with an error. */
const MOST_ITERATIONS = 1_000_000;
/** MariaDB silently ends a longer recursion with a wrong result. With the highest limit, the time limit ends it with an error. */
const ENDLESS_ITERATIONS = 4_294_967_295;
/**
 * Modes of the server under which statements may run. The others, and those that stand for several, would give quotes, backslashes or
 * parentheses another meaning than they had when the statement was judged.
 */
const KEPT_MODES: ReadonlySet<string> = new Set(
  `ONLY_FULL_GROUP_BY STRICT_TRANS_TABLES STRICT_ALL_TABLES NO_ZERO_IN_DATE NO_ZERO_DATE ALLOW_INVALID_DATES
   ERROR_FOR_DIVISION_BY_ZERO NO_UNSIGNED_SUBTRACTION PIPES_AS_CONCAT REAL_AS_FLOAT PAD_CHAR_TO_FULL_LENGTH HIGH_NOT_PRECEDENCE
   NO_ENGINE_SUBSTITUTION TIME_TRUNCATE_FRACTIONAL TIME_ROUND_FRACTIONAL`.split(/\s+/),
);

/**
 * MySQL and MariaDB. The role that connects should only be allowed to SELECT: some statements commit by themselves and so end a read-only
 * transaction, and reading and writing files is a privilege, not a write to a table.
 */
export const mySqlEngine: ServerEngine = {
  async open(target, timeoutMs, stop) {
    if (!('server' in target)) throw new TypeError('MySQL is a server and not a file.');
    // Without a database, a name that is not written in full refers to nothing: no table, and no stored function.
    const session = await MySqlSession.connect({ ...target.server, database: '' }, timeoutMs, stop);
    return new OpenMySql(session, await session.orCut(begin(session, timeoutMs), stop));
  },
  faultOf,
  isFull,
};

/** MySQL 5.7 has no roles, and MySQL 8 chooses the role anew at each login. */
const OPENING = 'SELECT LEFT(VERSION(), 100), @@SESSION.sql_mode /*M!100005 , CURRENT_ROLE() */';

/** @returns the role that is in force on MariaDB */
async function begin(session: MySqlSession, timeoutMs: number): Promise<string | null> {
  const [[version, modes, role = null] = []] = await session.query(OPENING);
  const isMariaDb = /mariadb/i.test(version ?? '');
  const kept = (modes ?? '').split(',').filter((mode) => KEPT_MODES.has(mode));
  await session.query(
    `SET SESSION sql_mode = '${kept.join()}', time_zone = '+00:00',
       lock_wait_timeout = ${LOCK_SECONDS}, innodb_lock_wait_timeout = ${LOCK_SECONDS}, group_concat_max_len = 65536`,
  );
  await session.query(
    isMariaDb
      ? `SET SESSION max_statement_time = ${timeoutMs / 1_000}, idle_transaction_timeout = 10,
           max_recursive_iterations = ${ENDLESS_ITERATIONS}`
      : `SET SESSION max_execution_time = ${Math.ceil(timeoutMs)}, wait_timeout = 10,
           cte_max_recursion_depth = ${MOST_ITERATIONS}`,
  );
  await session.query('SET SESSION TRANSACTION READ ONLY');
  await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  return role;
}

class OpenMySql implements ServerConnection {
  constructor(
    private readonly session: MySqlSession,
    private readonly role: string | null,
  ) {}

  get address(): string {
    return this.session.address;
  }

  get isAlive(): boolean {
    return this.session.isAlive;
  }

  undone(): Promise<boolean> {
    return this.session.renew();
  }

  async beginAgain(timeoutMs: number, stop: AbortSignal): Promise<void> {
    this.session.limit(timeoutMs);
    const role = await this.session.orCut(begin(this.session, timeoutMs), stop, AGAIN_MS);
    if (role !== this.role) throw new Error('Another role is in force.');
  }

  async run({ statement, values, restricted }: JudgedQuery, maxRows: number): Promise<TakenRows> {
    // A server with a `max_join_size` refuses by estimates of all rows, so that what is hidden would decide. The time limit holds.
    // Where a server does not let it be set, the limit stays.
    if (restricted) await this.session.query('SET SESSION sql_big_selects = 1').catch(() => undefined);
    // Without this the server would continue to compute rows that no one reads, until it is killed.
    await this.session.query(`SET SESSION sql_select_limit = ${maxRows + 1}`);
    let intake: RowIntake | undefined;
    try {
      await this.session.setVariables(values.map((value, at) => [`headgate_${at}`, value]));
      if ((await this.session.columnsOf(statement)) === 0) throw new StatementRefused(NO_ROWS);
      if (maxRows === 0) return NOTHING_RUN;
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

/** Ends of the connection or a time limit; every other error is the source's answer to the statement. */
const NO_REFUSAL: ReadonlySet<number> = new Set([1053, 1077, 1205, 1317, 1927, 1969, 3024, 4031]);

const COLUMN_BY_NUMBER = /^Unknown column '\d+' in/;

/** By the number of the error. */
const CAUSES: ReadonlyMap<number, FailureCause> = new Map<number, FailureCause>([
  [1365, 'division_by_zero'],
  [1264, 'out_of_range'],
  [1441, 'out_of_range'],
  [1690, 'out_of_range'],
  [1292, 'cannot_convert'],
  [1366, 'cannot_convert'],
  [1411, 'cannot_convert'],
  [3140, 'cannot_convert'],
  [3141, 'cannot_convert'],
  [4038, 'cannot_convert'],
  [1054, 'unknown_column'],
  [1051, 'unknown_column'],
  [1109, 'unknown_column'],
  [1052, 'ambiguous_column'],
  [1267, 'wrong_types'],
  [1055, 'not_grouped'],
  [1140, 'not_grouped'],
  [1242, 'many_rows'],
]);

/**
 * Found while the text is read, in words that hold no value: other numbers of columns than there have to be, aggregates and window functions
 * where none may be, names that are there twice, arguments that are too few.
 */
const OF_TEXT: ReadonlySet<number> = new Set([
  ...[1054, 1056, 1060, 1066, 1111, 1222, 1241, 1247, 1248, 1305, 1327, 1353, 1582, 1583],
  ...[3593, 3594, 4002, 4015, 4016, 4017],
]);

function meaningOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { errno, sqlMessage } = error as { errno?: unknown; sqlMessage?: unknown };
  const isAnswer = typeof errno === 'number' && typeof sqlMessage === 'string' && !NO_REFUSAL.has(errno);
  if (!isAnswer) return error;
  // `ORDER BY 9` is a column that does not exist, too.
  const cause = COLUMN_BY_NUMBER.test(sqlMessage) ? 'other' : causeOf(errno);
  return new StatementRefused(sqlMessage, cause, OF_TEXT.has(errno) ? { at: null } : null);
}

export function causeOf(errno: number): FailureCause {
  return CAUSES.get(errno) ?? 'other';
}
