import { types } from 'node:util';
import { DatabaseError } from 'pg';
import type { ReadingFault } from '../source-reader.js';
import { CutOff } from '../wire.js';

/** The connection failed. The error holds the reason, but not its text. */
export class ConnectingFailed extends Error {
  constructor(override readonly cause: unknown) {
    super('The server cannot be reached.');
  }
}

/** What was read does not fit together, because it changed during the reading. */
export class ChangedMeanwhile extends Error {}

/** The server requires TLS, and the connection was tried without. */
export class WantsTls extends Error {}

/** The server is not a version of PostgreSQL that we can read. */
export class NotPostgresql extends Error {}

const BY_STATE: readonly (readonly [RegExp, ReadingFault])[] = [
  [/^28/, 'LOGIN_FAILED'],
  [/^3D000$/, 'NO_DATABASE'],
  [/^(57P03|53300|55000)$/, 'UNREACHABLE'],
  [/^42501$/, 'ACCESS_DENIED'],
  [/^(57014|55P03|25P03|25P04)$/, 'TIMEOUT'],
  // These codes name an object that another session has dropped.
  [/^(42P01|42703|42704|42883|3F000)$/, 'LOST'],
  [/^(08|25|40|53|54|55|57|58|F0|XX)/, 'LOST'],
];

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|ERR_CRYPTO|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_|PATH_LENGTH|HOSTNAME_MISMATCH|ERROR_IN_C)/;
/** The answer of a PostgreSQL without TLS. Any other answer before TLS begins may come from any program that listens there. */
const TLS_TEXT = /does not support SSL connections/;
/** The answers of poolers and hosted servers to a connection without TLS. */
const WANTS_TLS_TEXT = /\b(SSL|TLS)\b.*\brequired\b|\brequires? (an? )?(SSL|TLS)\b|sslmode=/i;
const LOGIN_TEXT = /^SASL|scram/i;
const SOCKET_CODE = /^E[A-Z_]+$/;
const LOST_TEXT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

export function faultOf(error: unknown): ReadingFault | undefined {
  if (error instanceof ConnectingFailed) return connectingFaultOf(error.cause);
  if (error instanceof CutOff) return error.fault;
  if (error instanceof ChangedMeanwhile) return 'LOST';
  if (error instanceof NotPostgresql) return 'UNREACHABLE';
  if (error instanceof DatabaseError) return faultOfState(error.code ?? '');
  if (!types.isNativeError(error)) return undefined;
  if (LOST_TEXT.test(error.message) || SOCKET_CODE.test(codeOf(error))) return 'LOST';
  return undefined;
}

/** Whether the server has no connection left, for this role, this database or at all. */
export function isFull(error: unknown): boolean {
  return error instanceof ConnectingFailed && error.cause instanceof DatabaseError && error.cause.code === '53300';
}

/** Whether another session has held a relation for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/** Whether to try the next address, because its server may run. */
export function mayTryNextAddress(error: unknown): boolean {
  return faultOf(error) === 'UNREACHABLE';
}

/**
 * Whether the server refused because TLS is missing. A server refuses by its rules for hosts (`pg_hba.conf`) before it asks for a
 * password, in another function than the one that reports a wrong password; its texts may be in any language.
 */
export function isRefusalWithoutTls(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const isByRule = error.code === '28000' && error.routine === 'ClientAuthentication';
  return isByRule || WANTS_TLS_TEXT.test(error.message);
}

function connectingFaultOf(cause: unknown): ReadingFault | undefined {
  if (cause === undefined) return 'UNREACHABLE';
  if (cause instanceof WantsTls) return 'TLS_FAILED';
  if (cause instanceof CutOff) return cause.fault === 'TOO_LARGE' ? 'TOO_LARGE' : 'UNREACHABLE';
  if (cause instanceof DatabaseError) return faultOfState(cause.code ?? '') ?? 'UNREACHABLE';
  if (!types.isNativeError(cause)) return undefined;
  const code = codeOf(cause);
  if (TLS_CODE.test(code) || TLS_TEXT.test(cause.message)) return 'TLS_FAILED';
  if (LOGIN_TEXT.test(cause.message)) return 'LOGIN_FAILED';
  // Another program answers there, and its bytes may break the driver at any point.
  return 'UNREACHABLE';
}

function faultOfState(state: string): ReadingFault | undefined {
  return BY_STATE.find(([pattern]) => pattern.test(state))?.[1];
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
