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

/** What a request is answered with that comes again. */
export type KeptAnswer = { readonly answer: ExecutionAnswer } | { readonly refusal: KeptRefusal };

/** An error written as JSON would leave out its message. */
export function refusalOf({ kind, code, message, details, extension }: DomainError): KeptRefusal {
  return { kind, code, message, ...(details && { details }), ...(extension && { extension }) };
}

export function errorOf({ kind, code, message, details, extension }: KeptRefusal): DomainError {
  return new DomainError(kind, code, message, details, extension);
}
