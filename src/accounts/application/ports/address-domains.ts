/**
 * How an organization stands to the domain of an address: `drifted` when the DNS showed that it is the organization's and does not
 * any more, while nobody else has shown it.
 */
export type DomainStanding = 'verified' | 'drifted' | 'not_owned';

/** Domains that organizations have shown to be their own; the sso context answers. */
export abstract class AddressDomains {
  abstract standingOf(organizationId: number, emailKey: string): Promise<DomainStanding>;
  /** Providers of organizations to whom the domain of the address does not belong lead to the account no more. Joins the unit of work. */
  abstract discardForeignLinks(account: { readonly userId: number; readonly emailKey: string }): Promise<void>;
}
