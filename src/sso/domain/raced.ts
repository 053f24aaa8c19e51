import { Unavailable } from '../../shared/domain-error.js';

/** Of twenty first logins of one person one makes the account; the others find it when they look again. */
export const MOST_LOOKS = 5;

/** Somebody else did at the same time what this was about to do: look again, and decide anew. */
export class Raced extends Unavailable {
  constructor() {
    super('Others were changing the same account at the same time. Try again.');
  }
}
