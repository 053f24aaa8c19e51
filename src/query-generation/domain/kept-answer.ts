import { DomainError, type ErrorKind, type FieldError } from '../../shared/domain-error.js';
import type { ExecutionAnswer } from './execution-answer.js';

/** A refusal as it was answered. */
export interface KeptRefusal {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly FieldError[];
  readonly extension?: Readonly<Record<string, unknown>>;
}

/**
 * The answer to a repeated request. `sight` identifies what policies let the person see when it was made; `null`: all of it. It is
 * missing in answers that an earlier version has kept.
 */
export type KeptAnswer = ({ readonly answer: ExecutionAnswer } | { readonly refusal: KeptRefusal }) & {
  readonly sight?: string | null;
};

/** `JSON.stringify` would leave out the message of an error. */
export function refusalOf({ kind, code, message, details, extension }: DomainError): KeptRefusal {
  return { kind, code, message, ...(details && { details }), ...(extension && { extension }) };
}

export function errorOf({ kind, code, message, details, extension }: KeptRefusal): DomainError {
  return new DomainError(kind, code, message, details, extension);
}
