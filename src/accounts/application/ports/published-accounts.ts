export interface PublishedAccount {
  readonly username: string;
  /** What they are, in words for a person. */
  readonly role: string;
}

/** The accounts of a demo that nobody else reaches, so that its page may name them. The composition root answers. */
export abstract class PublishedAccounts {
  abstract readonly isDemo: boolean;
  /** None where others reach the service, or in production. */
  abstract readonly accounts: readonly PublishedAccount[];
  /** Of all of them. */
  abstract readonly password: string | null;
}
