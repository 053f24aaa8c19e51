import type { QueryConfig } from 'pg';
import { currentCallerId, noteLastWrite, notedLastWrite } from '../http/request-context.js';
import type { PreparedStatement, TypeOrmSession } from './typeorm-session.js';

/** Bytes from the beginning of the write-ahead log. */
export type LogPosition = number;

/** As bytes: PostgreSQL writes two halves in hexadecimal. Exact up to 2^53, which is 9 petabytes. */
export const inBytes = (lsn: string): string => `(${lsn} - '0/0'::pg_lsn)::float8`;

/**
 * The end of what is written, not of what is flushed: a transaction with `synchronous_commit = off` is there before its
 * flush.
 */
export const END_OF_LOG = 'pg_current_wal_insert_lsn()';

const NOTE: PreparedStatement = {
  name: 'last_writes_note',
  text: `INSERT INTO last_writes (user_id, lsn) VALUES ($1, ${END_OF_LOG})
         ON CONFLICT (user_id) DO UPDATE SET lsn = greatest(excluded.lsn, least(last_writes.lsn, ${END_OF_LOG}))`,
};

/**
 * Added to a statement that finds the caller anyway, when replicas answer: how far one has to be. A position beyond the
 * end of the log was written on another server, and came with a dump.
 * @param userId an expression
 */
export const lastWriteBy = (userId: string): string =>
  `(SELECT ${inBytes('lsn')} FROM last_writes WHERE user_id = ${userId} AND lsn <= ${END_OF_LOG})`;

/** Raw: asks for positions of the log. */
const FIND: PreparedStatement = { name: 'last_writes_find', text: `SELECT ${lastWriteBy('$1')} AS position` };

/**
 * Records that the sender of the request has written up to here: in the database, because their next request may reach
 * another instance.
 */
export function noteOfWrite(): QueryConfig<unknown[]> | undefined {
  const userId = currentCallerId();
  if (userId === undefined) return undefined;
  // What was found with the caller is older than this.
  noteLastWrite(undefined);
  return { ...NOTE, values: [userId] };
}

/** @returns 0 when nothing was written */
export async function lastWriteOf(session: TypeOrmSession, userId: number): Promise<LogPosition> {
  const noted = notedLastWrite();
  if (noted !== undefined) return noted;
  const [row] = await session.query<{ position: LogPosition | null }>(FIND, [userId]);
  return row?.position ?? 0;
}
