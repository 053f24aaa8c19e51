/**
 * How an organization stands to the domain of an address. `drifted`: the DNS once showed that the domain is the
 * organization's and no longer does, and no other organization has shown it since.
 */
export type DomainStanding = 'verified' | 'drifted' | 'not_owned';

/** Domains that organizations have shown to be their own; the sso context answers. */
export abstract class AddressDomains {
  abstract standingOf(organizationId: number, emailKey: string): Promise<DomainStanding>;
  /** Whether the organization of the domain lets people in through its provider only. The same work for every address. */
  abstract isSignOnRequiredAt(email: string): Promise<boolean>;
  /** The organization that lets this member in through its provider; `null` if none does. */
  abstract signOnOf(userId: number): Promise<number | null>;
  /**
   * Unlinks the account from providers of organizations that do not own the domain of the address. Joins the unit of
   * work.
   */
  abstract discardForeignLinks(account: { readonly userId: number; readonly emailKey: string }): Promise<void>;
  /** Unlinks the account from all providers. Joins the unit of work. */
  abstract discardLinks(userId: number): Promise<void>;
}
