import { isNativeError } from 'node:util/types';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

const DISK_FULL = '53100';
const READ_ONLY = '25006';

/**
 * SQLSTATE codes that mean that the server is away, leaving, out of something (class 53: disk, memory, connections),
 * unable to read or write its files, read-only, or in a conflict, and not that the statement is wrong.
 */
const AWAY = /^(08...|57P0[1-5]|57014|53...|58030|25006|40001|40P01)$/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** node-postgres reports these without a code. */
const LOST =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

interface DriverError {
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly message: string;
}

function driverErrorOf(error: unknown): DriverError | undefined {
  if (!isNativeError(error)) return undefined;
  const { driverError } = error as { driverError?: unknown };
  return isNativeError(driverError) ? driverError : error;
}

/** Let a unique violation propagate out of the unit of work before you answer it: inside, the transaction is aborted. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = driverErrorOf(error);
  return cause?.code === UNIQUE_VIOLATION && (constraint === undefined || cause.constraint === constraint);
}

/** As above: a referenced row is missing, or a row to be deleted is still referenced. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  const cause = driverErrorOf(error);
  return cause?.code === FOREIGN_KEY_VIOLATION && (constraint === undefined || cause.constraint === constraint);
}

/** `lock_timeout` ran out: another transaction holds the lock. */
export function isLockUnavailable(error: unknown): boolean {
  return driverErrorOf(error)?.code === '55P03';
}

/**
 * Text that PostgreSQL cannot hold (a NUL byte, in jsonb as an escape): the request brought it, because none of our own
 * texts has any.
 */
export function isUnstorableText(error: unknown): boolean {
  const code = driverErrorOf(error)?.code;
  return code === '22021' || code === '22P05';
}

/** The server is a standby, or an operator has made it read-only. */
export function isReadOnly(error: unknown): boolean {
  return driverErrorOf(error)?.code === READ_ONLY;
}

/** The server answers, but does not write. */
export function isWriteRefused(error: unknown): boolean {
  return driverErrorOf(error)?.code === DISK_FULL || isReadOnly(error);
}

/** True when the server gave up a statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return driverErrorOf(error)?.code === '57014';
}

/** True when the database cannot be reached or is going away: the client may try again, and its request is fine. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = driverErrorOf(error);
  if (cause === undefined) return false;
  // A host name with several addresses: one error for each that was tried.
  if ('errors' in cause && Array.isArray(cause.errors)) return cause.errors.some(isDatabaseAway);
  if (cause.code !== undefined) return AWAY.test(cause.code) || NETWORK.has(cause.code);
  return LOST.test(cause.message);
}
