export interface SignOnAddress {
  readonly connectionId: number;
  readonly startUrl: string;
}

export interface SignOnReadiness {
  readonly connections: readonly { readonly id: number; readonly status: string; readonly testedAt: Date | null }[];
  readonly domains: readonly { readonly domain: string; readonly status: string }[];
  /** Of those asked for, who has logged in through an active connection. */
  readonly provenUserIds: readonly number[];
}

/** Connections, domains and who has come through them; the sso context answers. */
export abstract class SignOn {
  abstract readinessOf(organizationId: number, userIds: readonly number[]): Promise<SignOnReadiness>;
  /** Looks into the DNS now: never inside a unit of work. @returns the domains whose record is there */
  abstract domainsInDns(organizationId: number): Promise<readonly string[]>;
  /** Where somebody logs in for this organization; `null` while it has no active connection. */
  abstract addressFor(organizationId: number, email: string | null): Promise<SignOnAddress | null>;
  /** By the domain of an address, whether or not anybody has it. */
  abstract ofAddress(email: string): Promise<(SignOnAddress & { readonly organizationId: number }) | null>;
}
