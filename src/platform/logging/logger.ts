import { isNativeError } from 'node:util/types';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Level, type Logger as PinoLogger, pino } from 'pino';
import { currentOrigin } from '../http/request-context.js';

/** The application's logger; an abstract class so that it is its own injection token. */
export abstract class Logger {
  abstract readonly level: string;
  abstract fatal(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract info(fields: object, message: string): void;
  abstract debug(fields: object, message: string): void;
}

/** Last fence: the code logs no secrets, and these paths are blanked should it ever start to. */
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
    redact: { paths: REDACTED.flatMap((path) => [path, `*.${path}`]), censor: '[redacted]' },
    serializers: { err: serializeError },
    mixin: () => {
      const origin = currentOrigin();
      return origin === undefined ? {} : { request_id: origin.requestId };
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** For lines whose fields are fixed: without redaction and mixin, which would look at each of them in vain. */
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
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(isNativeError(driverError) && { driver: serializeError(driverError) }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
    stack: error.stack,
  };
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
