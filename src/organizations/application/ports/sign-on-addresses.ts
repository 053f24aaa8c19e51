export interface SignOnAddress {
  readonly connectionId: number;
  readonly startUrl: string;
}

export abstract class SignOnAddresses {
  /** Where people log in for an organization; `null` while it has no active connection. The sso context answers. */
  abstract of(organizationId: number, email: string): Promise<SignOnAddress | null>;
}
