import { LockedOut } from './mysql-faults.js';
import type { MySqlSession, Row } from './mysql-session.js';

/** A change of a table is mostly over by then. The least that MySQL takes; MariaDB takes 0 too. */
export const LOCK_SECONDS = 1;
const LOCK_TIMEOUT = '1205';
/** Clocks differ a little. */
const WAITED_MS = LOCK_SECONDS * 900;

/**
 * A server leaves what it cannot lock out of its catalog, with a warning and no error. No table is left out by a statement that
 * came sooner than the server gives up; only of the others the warnings are looked at.
 * @throws LockedOut
 */
export async function readWhole(
  session: MySqlSession,
  sql: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const began = performance.now();
  const rows = await session.query(sql, values);
  if (performance.now() - began >= WAITED_MS && (await lockWarning(session)) !== null) throw new LockedOut();
  return rows;
}

/** What can be had at once. @returns with it the text of the warning when a locked table is missing there */
export async function readAtOnce<T>(
  session: MySqlSession,
  read: () => Promise<T>,
): Promise<{ found: T; warning: string | null }> {
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
