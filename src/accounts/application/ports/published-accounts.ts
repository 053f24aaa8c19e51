import type { Fixed } from '../../../shared/sentence.js';

export interface PublishedAccount {
  readonly username: string;
  /** Their role, in words for a person. */
  readonly role: Fixed;
}

/**
 * The accounts of a demo that only its own machine reaches, so that its page may name them. The composition root
 * provides them.
 */
export abstract class PublishedAccounts {
  abstract readonly isDemo: boolean;
  /** Empty when others can reach the service, and in production. */
  abstract readonly accounts: readonly PublishedAccount[];
  /** The password of all of them. */
  abstract readonly password: string | null;
}
