import type { components } from '../dist/api.js';

type Schemas = components['schemas'];

/** The bodies of all errors, one for each code. */
type ErrorBody = Extract<Schemas[keyof Schemas], { success: false; code: string }>;

export type ErrorCode = ErrorBody['code'];

class ErrorAnswer extends Error {
  readonly status: number;
  /** Seconds to wait before the same request may pass, of 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(body: ErrorBody, response: Response) {
    super(body.message);
    Object.assign(this, body, { name: 'HeadgateError' });
    this.status = response.status;
    const seconds = response.headers.get('Retry-After');
    this.retryAfter = seconds ? Number(seconds) : undefined;
  }
}

/** What the service refused, with the members that come with its `code`: `error.code === 'STEP_UP_REQUIRED'` has `error.step_up`. */
export type HeadgateError<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? ErrorAnswer & Omit<Extract<ErrorBody, { code: Code }>, 'success' | 'message'>
  : never;

/** `error instanceof HeadgateError` narrows to the union of all codes. */
export const HeadgateError = ErrorAnswer as unknown as {
  new (body: ErrorBody, response: Response): HeadgateError;
  readonly prototype: HeadgateError;
};

/**
 * An answer that no route declares: it comes from a proxy, or from a fault of the service. It is thrown, as `fetch` throws when there is no
 * network.
 */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly response: Response;

  constructor(response: Response) {
    super(`${response.url} answered ${response.status} without an error code.`);
    this.response = response;
  }
}

type CodeIn<Found> = [Extract<Found, ErrorAnswer>] extends [never] ? ErrorCode : Extract<Found, { readonly code: ErrorCode }>['code'];

/**
 * Whether it is an error with one of these codes. It then has the members that come with the code. For an answer of a route the compiler
 * accepts only codes that the route declares, for anything that was caught all codes.
 */
export function isError<Found, Code extends CodeIn<Found>>(error: Found, ...codes: readonly Code[]): error is Found & HeadgateError<Code> {
  return error instanceof HeadgateError && (codes as readonly ErrorCode[]).includes(error.code);
}

/** @throws UnexpectedAnswer where the body is not that of an error */
export function errorOf(body: unknown, response: Response): HeadgateError {
  if (!isErrorBody(body) || response.status === 500) throw new UnexpectedAnswer(response);
  return new HeadgateError(body, response);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as { readonly code?: unknown } | null | undefined)?.code === 'string';
}
