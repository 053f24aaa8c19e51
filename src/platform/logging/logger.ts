import { isNativeError } from 'node:util/types';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Level, type Logger as PinoLogger, pino } from 'pino';
import { DomainError } from '../../shared/domain-error.js';
import { isDatabaseAway } from '../database/database-errors.js';
import { currentOrigin } from '../http/request-context.js';
import { tracing } from '../tracing/tracing.js';

/** The application's logger; an abstract class so that it is its own injection token. */
export abstract class Logger {
  abstract readonly level: string;
  abstract fatal(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract info(fields: object, message: string): void;
  abstract debug(fields: object, message: string): void;
}

/** Last fence: the code logs no secrets, and these paths are blanked in case it ever starts to. */
const REDACTED = [
  'password',
  'new_password',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'activation_token',
  'mfa_token',
  'secret',
  'code',
  'assertion',
  'attestation',
  'otpauth_url',
  'qr_code',
  'recovery_codes',
  'authorization',
  'cookie',
  'headers',
  'body',
  'query',
  'parameters',
];

export function createLogger(level: Level | 'silent', destination?: DestinationStream): PinoLogger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // The censor only learns the names in the list: "err" is the one that it has to know.
    redact: { paths: [...REDACTED.flatMap((path) => [path, `*.${path}`]), 'err.code'], censor: redacted },
    serializers: { err: serializeError },
    mixin: () => {
      const origin = currentOrigin();
      const traceId = tracing()?.traceId();
      return {
        ...(origin !== undefined && { request_id: origin.requestId }),
        ...(traceId !== undefined && { trace_id: traceId }),
      };
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What tells one failure of the database or the network from another is a code as well. */
function redacted(value: unknown, path: readonly string[]): unknown {
  return path[0] === 'err' && path[1] === 'code' ? value : '[redacted]';
}

/** SQLSTATE, or a name such as `ECONNRESET`: nothing that a person types. */
const ERROR_CODE = /^([0-9A-Z]{5}|[A-Z][A-Z0-9_]+)$/;

/** For lines whose fields are fixed: without redaction and mixin, which would check each of them in vain. */
export function accessLogger(logger: PinoLogger): PinoLogger {
  return logger.child({}, { redact: [] });
}

/** A whitelist: errors of the database driver carry the statement, its parameters and the offending row values. */
function serializeError(error: unknown): object {
  if (!isNativeError(error)) return { type: typeof error };
  const { code, constraint, driverError } = error as { code?: unknown; constraint?: unknown; driverError?: unknown };
  return {
    type: error.constructor.name,
    message: error.message,
    ...(typeof code === 'string' && ERROR_CODE.test(code) && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(isNativeError(driverError) && { driver: serializeError(driverError) }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
    ...(!isForeseen(error) && { stack: error.stack }),
  };
}

/** Its origin would say nothing, because it comes from everywhere. */
function isForeseen(error: Error): boolean {
  return error instanceof DomainError || isDatabaseAway(error);
}

/** Nest's own messages (module start, routes) at debug; its warnings and errors as they are. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.log(message, ...context);
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    const err = isNativeError(message) ? message : undefined;
    this.logger.error({ context: context.at(-1), ...(err && { err }) }, err?.message ?? String(message));
  }
}
