import { ConcurrentChange, DomainError } from '../../shared/domain-error.js';

/**
 * If one person has twenty simultaneous first logins, one creates the account; the others find it when they look again.
 */
export const MOST_LOOKS = 5;

/**
 * Runs work that only conflicts with others who do the same at the same time. @throws ConcurrentChange in place of the
 * conflict
 */
export async function concurrentOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') throw new ConcurrentChange();
    throw error;
  }
}
