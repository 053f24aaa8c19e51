import type { DnsFinding } from '../../domain/claimed-domain.js';
import type { DomainStanding } from '../../domain/linking.js';

export interface SignOnAddress {
  readonly organizationId: number;
  readonly connectionId: number;
}

/** Domains that organizations have shown to be their own. */
export abstract class OwnedDomains {
  abstract standingOf(organizationId: number, domain: string): Promise<DomainStanding>;
  /**
   * Where people of a domain log in: the connection of the domain, else the oldest active one of the organization that
   * owns the domain. Includes a drifted domain, because linked people keep logging in.
   */
  abstract signOnOf(domain: string): Promise<SignOnAddress | null>;
  /** The same within one organization; its oldest active connection when the domain names none, or is `null`. */
  abstract signOnAt(organizationId: number, domain: string | null): Promise<SignOnAddress | null>;
}

export abstract class DomainRecords {
  /** Asks the DNS now for TXT records at a name; outside any unit of work. Never throws because of the DNS. */
  abstract look(name: string): Promise<DnsFinding>;
}

export type DomainName =
  | { readonly kind: 'own'; readonly name: string }
  /** A public suffix: it belongs to no organization, and anyone can register below it. */
  | { readonly kind: 'suffix' }
  /** A service that gives addresses to anyone. */
  | { readonly kind: 'public_mail' }
  | { readonly kind: 'malformed' };

export abstract class DomainNames {
  /** Accepts any spelling: other scripts, capitals, a trailing dot. */
  abstract read(text: string): DomainName;
}
