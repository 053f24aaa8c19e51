import { isNativeError } from 'node:util/types';
import { HttpException } from '@nestjs/common';
import {
  DailyQuotaExceeded,
  DomainError,
  type ErrorKind,
  type FieldError,
  QuotaExceeded,
  RateLimited,
  StepUpRequired,
  Unavailable,
  ValidationFailed,
} from '../../shared/domain-error.js';
import type { FieldCause } from '../../shared/field-cause.js';
import { ERRORS, type ErrorCode } from './error-codes.js';
import { IdempotencyKeyInUse, TooManyIdempotencyKeys } from './idempotency/idempotency.errors.js';
import { UNREADABLE_PATH } from './request-head.js';
import { isDatabaseAway, isUnstorableText } from '../database/database-errors.js';
import { type Language, type Sentence, inLanguage, withWords } from '../../shared/sentence.js';

interface ShownField extends FieldCause {
  readonly field: string;
  readonly message: string;
}

export interface ErrorBody {
  readonly success: false;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ShownField[];
  readonly request_id: string;
  readonly [extension: string]: unknown;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly sentence: Sentence;
  readonly details?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly extension?: Readonly<Record<string, unknown>>;
  readonly stepUp?: { readonly acr: string; readonly maxAgeSeconds: number };
}

/** A kind without a status does not compile. */
const STATUS_OF_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  precondition_required: 428,
  rate_limited: 429,
  bad_gateway: 502,
  gateway_timeout: 504,
  unprocessable: 422,
  unsupported: 415,
  not_acceptable: 406,
  too_large: 413,
  not_implemented: 501,
  unavailable: 503,
};

interface FrameworkAnswer extends Omit<ErrorAnswer, 'status' | 'code'> {
  readonly code: ErrorCode;
}

/** What the framework and the body parser refuse before a use case is reached, by the status of its code. */
const FRAMEWORK_ANSWERS: ReadonlyMap<number, FrameworkAnswer> = new Map(
  (
    [
      { code: 'VALIDATION_FAILED', sentence: 'The request is not valid.' },
      { code: 'UNAUTHORIZED', sentence: 'A valid access token is required.' },
      { code: 'FORBIDDEN', sentence: 'You are not allowed to do this.' },
      { code: 'NOT_FOUND', sentence: 'There is nothing at this address.' },
      { code: 'METHOD_NOT_ALLOWED', sentence: 'This address does not take that method.' },
      { code: 'REQUEST_TIMEOUT', sentence: 'The request took too long to arrive.' },
      { code: 'PAYLOAD_TOO_LARGE', sentence: 'The request body is too large.' },
      { code: 'UNSUPPORTED_MEDIA_TYPE', sentence: 'Send the body as application/json in UTF-8, not compressed.' },
      { code: 'HEADERS_TOO_LARGE', sentence: 'The address and headers of the request are larger than 16 KiB together.' },
      { code: 'RATE_LIMITED', sentence: 'Too many requests. Wait before you try again.' },
      {
        code: 'UNAVAILABLE',
        sentence: 'The service cannot answer right now. Try again shortly.',
        retryAfterSeconds: 1,
      },
    ] as const satisfies readonly FrameworkAnswer[]
  ).map((answer) => [ERRORS[answer.code][0], answer]),
);

const INTERNAL: ErrorAnswer = {
  status: ERRORS.INTERNAL[0],
  code: 'INTERNAL',
  sentence: 'Something went wrong on our side. Quote the request id when you report it.',
};

/** @param language of the reader */
export function shownField({ field, message, code = 'invalid', arguments: known = {} }: FieldError, language: Language): ShownField {
  return { field, message: inLanguage(message, language), code, arguments: known };
}

/** As clients read it. */
export function bodyOf({ code, sentence, details, extension }: ErrorAnswer, requestId = '', language: Language = 'en'): ErrorBody {
  const message = inLanguage(sentence, language);
  const read = details?.map((detail) => shownField(detail, language));
  const more = withWords(extension ?? {}, language) as Readonly<Record<string, unknown>>;
  return { success: false, code, message, ...(read && { details: read }), ...more, request_id: requestId };
}

/** Total: everything that is thrown gets exactly one answer, and no detail of an unknown error reaches the client. */
export function answerTo(error: unknown): ErrorAnswer {
  if (error instanceof DomainError) {
    const { kind, code, sentence, details, extension } = error;
    const waits =
      error instanceof RateLimited ||
      error instanceof QuotaExceeded ||
      error instanceof DailyQuotaExceeded ||
      error instanceof Unavailable ||
      error instanceof IdempotencyKeyInUse ||
      error instanceof TooManyIdempotencyKeys;
    return {
      status: STATUS_OF_KIND[kind],
      code,
      sentence,
      ...(details && { details }),
      ...(extension && { extension }),
      ...(waits && { retryAfterSeconds: error.retryAfterSeconds }),
      ...(error instanceof StepUpRequired && { stepUp: error }),
    };
  }
  if (isDatabaseAway(error)) return answerTo(new Unavailable());
  if (isUnstorableText(error)) return answerTo(new ValidationFailed([], 'The request holds a NUL character.'));
  // The router throws one with status 400 for a malformed percent escape in the path, and Nest may wrap it.
  const cause = error instanceof HttpException ? error.cause : error;
  if (isNativeError(cause) && cause.name === 'URIError' && 'status' in cause) return answerTo(new ValidationFailed([], UNREADABLE_PATH));
  const status = frameworkStatusOf(error);
  const answer = status === undefined ? undefined : FRAMEWORK_ANSWERS.get(status);
  if (status === undefined || answer === undefined) return INTERNAL;
  return { status, ...answer };
}

/** Nest's own exceptions, and the `http-errors` that Express and its body parser throw (a 4xx `status` and `expose`). */
function frameworkStatusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!isNativeError(error)) return undefined;
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  if (typeof status !== 'number') return undefined;
  return expose === true ? status : undefined;
}
