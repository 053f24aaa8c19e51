import { LockedOut } from './mysql-faults.js';
import type { MySqlSession, Row } from './mysql-session.js';

/** Most changes of a table are over by then. This is the least that MySQL accepts; MariaDB accepts 0 too. */
export const LOCK_SECONDS = 1;
const LOCK_TIMEOUT = '1205';
/** Clocks differ a little. */
const WAITED_MS = LOCK_SECONDS * 900;

/**
 * A server leaves a table that it cannot lock out of its catalog, with a warning and no error. A statement that ended sooner than the
 * server gives up has left out no table, so the warnings are read only after slower ones.
 * @throws LockedOut
 */
export async function readWhole(session: MySqlSession, sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const began = performance.now();
  const rows = await session.query(sql, values);
  if (performance.now() - began >= WAITED_MS && (await lockWarning(session)) !== null) throw new LockedOut();
  return rows;
}

/** Reads what is not locked. @returns with it the text of the warning when a locked table is missing there */
export async function readAtOnce<T>(session: MySqlSession, read: () => Promise<T>): Promise<{ found: T; warning: string | null }> {
  await session.query('SET SESSION lock_wait_timeout = 0');
  const found = await read();
  const warning = await lockWarning(session);
  await session.query(`SET SESSION lock_wait_timeout = ${LOCK_SECONDS}`);
  return { found, warning };
}

async function lockWarning(session: MySqlSession): Promise<string | null> {
  const warnings = await session.query('SHOW WARNINGS');
  return warnings.find(([, code]) => code === LOCK_TIMEOUT)?.[2] ?? null;
}
