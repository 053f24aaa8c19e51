import { performance } from 'node:perf_hooks';
import { DomainError } from '../../shared/domain-error.js';

/** For a duration that has `outcome` among its labels. */
type Observe<Name extends string> = (labels: Readonly<Record<Name | 'outcome', string>>, seconds: number) => void;

/**
 * Does the work and measures it, with its outcome as a further label: what `outcomeOf` says about the result, or the
 * code of the error; `INTERNAL` if it has none.
 */
export async function timed<T, Name extends string>(
  observe: Observe<Name>,
  labels: Readonly<Record<Exclude<Name, 'outcome'>, string>>,
  work: () => Promise<T>,
  outcomeOf: (result: T) => string = () => 'success',
): Promise<T> {
  const startedAt = performance.now();
  let outcome = 'INTERNAL';
  try {
    const result = await work();
    outcome = outcomeOf(result);
    return result;
  } catch (error) {
    outcome = outcomeOfError(error);
    throw error;
  } finally {
    observe({ ...labels, outcome } as Readonly<Record<Name | 'outcome', string>>, (performance.now() - startedAt) / 1000);
  }
}

/** A code is written in the program; a message may hold anything. */
function outcomeOfError(error: unknown): string {
  if (!(error instanceof DomainError)) return isGivenUp(error) ? 'cancelled' : 'INTERNAL';
  const fault = error.extension?.['fault'];
  return typeof fault === 'string' ? fault : error.code;
}

/** The reason of a signal that was aborted without one. */
function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
