import { DomainError, Unavailable } from '../../shared/domain-error.js';

/** Adds the execution, so that a client can look up in the history how it ended. */
export function withExecution(failure: DomainError, executionId: number): DomainError {
  // Carries how long to wait.
  if (failure instanceof Unavailable) return failure;
  const { kind, code, sentence, details, extension } = failure;
  // A person who is refused may not read the execution either.
  if (kind === 'unauthenticated' || (kind === 'forbidden' && code !== 'HOST_NOT_ALLOWED')) return failure;
  return new DomainError(kind, code, sentence, details, { ...extension, execution_id: executionId });
}
