import type { ReadingFault } from '../source-reader.js';
import { CutOff } from '../wire.js';

/** No session could be opened; `cause` has the reason. */
export class CannotConnect extends Error {
  constructor(cause: unknown) {
    super('No connection could be made.', { cause });
  }
}

/** The catalog that was read is incomplete: a session locks a table, and the server has left it out. */
export class LockedOut extends Error {}

/** What a server answers, by its error number. */
const ANSWERS: Readonly<Record<number, ReadingFault>> = {
  1040: 'UNREACHABLE', // too many connections
  1044: 'ACCESS_DENIED', // no right to the database
  1045: 'LOGIN_FAILED',
  1049: 'NO_DATABASE',
  1053: 'LOST', // shuts down
  1077: 'LOST',
  1129: 'UNREACHABLE', // host blocked
  1130: 'UNREACHABLE', // host not allowed
  1142: 'ACCESS_DENIED',
  1143: 'ACCESS_DENIED',
  1146: 'LOST', // a table has gone meanwhile
  1158: 'LOST',
  1159: 'LOST',
  1160: 'LOST',
  1161: 'LOST',
  1203: 'UNREACHABLE', // too many connections of this user
  1205: 'TIMEOUT', // waits for a lock
  1226: 'UNREACHABLE',
  1227: 'ACCESS_DENIED',
  1251: 'LOGIN_FAILED', // no way to log in that both know
  1317: 'TIMEOUT', // a person or program ended the statement
  1370: 'ACCESS_DENIED',
  1698: 'LOGIN_FAILED',
  1820: 'LOGIN_FAILED', // password has to be changed
  1862: 'LOGIN_FAILED',
  1927: 'LOST', // a person or program ended the connection
  1969: 'TIMEOUT', // max_statement_time of MariaDB
  3024: 'TIMEOUT', // max_execution_time of MySQL
  3118: 'LOGIN_FAILED', // account locked
  3159: 'TLS_FAILED', // demands TLS
  4031: 'LOST', // idle for too long
  4151: 'LOGIN_FAILED', // account locked, MariaDB
};

/** Faults on this side of the wire, by the code of the driver or of Node.js. */
const FAILURES: Readonly<Record<string, ReadingFault>> = {
  AUTH_SWITCH_PLUGIN_ERROR: 'LOGIN_FAILED',
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: 'LOGIN_FAILED',
  HANDSHAKE_NO_SSL_SUPPORT: 'TLS_FAILED',
  HANDSHAKE_SSL_ERROR: 'TLS_FAILED',
  PROTOCOL_CONNECTION_LOST: 'LOST',
  PROTOCOL_PACKETS_OUT_OF_ORDER: 'LOST',
  ECONNRESET: 'LOST',
  EPIPE: 'LOST',
  ETIMEDOUT: 'LOST',
};

/** What a client learns of an error of this driver; `undefined` for a mistake of our own. */
export function faultOf(error: unknown): ReadingFault | undefined {
  if (error instanceof CannotConnect) {
    const fault = faultOf(error.cause);
    return fault === undefined || fault === 'LOST' || fault === 'TIMEOUT' ? 'UNREACHABLE' : fault;
  }
  if (error instanceof CutOff) return error.fault;
  if (error instanceof LockedOut) return 'TIMEOUT';
  // Recognised by its fields, because errors of Node.js itself may come from another realm.
  if (typeof error !== 'object' || error === null) return undefined;
  const { errno, code, fatal, cause } = error as Readonly<Record<string, unknown>>;
  if (cause === 'closed') return 'LOST';
  if (cause === 'silent') return 'TIMEOUT';
  const answer = typeof errno === 'number' ? ANSWERS[errno] : undefined;
  if (answer !== undefined) return answer;
  if (typeof code === 'string' && code in FAILURES) return FAILURES[code];
  return fatal === true ? 'LOST' : undefined;
}

const FULL: ReadonlySet<unknown> = new Set([1040, 1203, 1226]);

/** Whether the server has no connection left, for this account or at all. */
export function isFull(error: unknown): boolean {
  return error instanceof CannotConnect && FULL.has((error.cause as { readonly errno?: unknown } | null)?.errno);
}

const FINAL: ReadonlySet<ReadingFault> = new Set(['LOGIN_FAILED', 'TLS_FAILED', 'ACCESS_DENIED', 'NO_DATABASE', 'TOO_LARGE']);

/** Whether a server answered: its other addresses would say the same. */
export function isRefusal(error: unknown): boolean {
  const fault = faultOf(error);
  return fault !== undefined && FINAL.has(fault);
}
