import { types } from 'node:util';
import { DatabaseError } from 'pg';
import type { ReadingFault } from '../source-reader.js';
import { CutOff } from '../wire.js';

/** While the connection was made. Holds the reason and none of its text. */
export class ConnectingFailed extends Error {
  constructor(override readonly cause: unknown) {
    super('The server cannot be connected.');
  }
}

/** What was read does not fit together: it was changed while we read. */
export class ChangedMeanwhile extends Error {}

/** Not one that we know how to read. */
export class NotPostgresql extends Error {}

const BY_STATE: readonly (readonly [RegExp, ReadingFault])[] = [
  [/^28/, 'LOGIN_FAILED'],
  [/^(3D000|57P03|53300|55000)$/, 'UNREACHABLE'],
  [/^42501$/, 'ACCESS_DENIED'],
  [/^(57014|55P03|25P03|25P04)$/, 'TIMEOUT'],
  // It names something that another session has dropped.
  [/^(42P01|42703|42704|42883|3F000)$/, 'LOST'],
  [/^(08|25|40|53|54|55|57|58|F0|XX)/, 'LOST'],
];

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|ERR_CRYPTO|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_|PATH_LENGTH|HOSTNAME_MISMATCH|ERROR_IN_C)/;
/** What a PostgreSQL without TLS answers. Anything else before TLS begins may come from any program that listens there. */
const TLS_TEXT = /does not support SSL connections/;
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

/** Somebody holds a relation for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/** The next address may be of a server that runs. */
export function mayTryNextAddress(error: unknown): boolean {
  return faultOf(error) === 'UNREACHABLE';
}

function connectingFaultOf(cause: unknown): ReadingFault | undefined {
  if (cause === undefined) return 'UNREACHABLE';
  if (cause instanceof CutOff) return cause.fault === 'TOO_LARGE' ? 'TOO_LARGE' : 'UNREACHABLE';
  if (cause instanceof DatabaseError) return faultOfState(cause.code ?? '') ?? 'UNREACHABLE';
  if (!types.isNativeError(cause)) return undefined;
  const code = codeOf(cause);
  if (TLS_CODE.test(code) || TLS_TEXT.test(cause.message)) return 'TLS_FAILED';
  if (LOGIN_TEXT.test(cause.message)) return 'LOGIN_FAILED';
  // Something else answers there, and its bytes may break the driver in any place.
  return 'UNREACHABLE';
}

function faultOfState(state: string): ReadingFault | undefined {
  return BY_STATE.find(([pattern]) => pattern.test(state))?.[1];
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
