import { DomainError, Unavailable } from '../../shared/domain-error.js';

/** Of twenty first logins of one person one makes the account; the others find it when they look again. */
export const MOST_LOOKS = 5;

/** Somebody else did at the same time what this was about to do: look again, and decide anew. */
export class Raced extends Unavailable {
  constructor() {
    super('Others were changing the same account at the same time. Try again.');
  }
}

/** Runs what conflicts only with others who do the same at the same time. @throws Raced in place of the conflict */
export async function racedOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'conflict') throw new Raced();
    throw error;
  }
}
