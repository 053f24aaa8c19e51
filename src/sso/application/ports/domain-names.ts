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
   * Where people of a domain log in: the connection of the domain, else the oldest active one of whose domain it is. Of a domain
   * that has drifted too, for those who are linked go on.
   */
  abstract signOnOf(domain: string): Promise<SignOnAddress | null>;
  /** The same within one organization; its oldest active connection where the domain says nothing, or is `null`. */
  abstract signOnAt(organizationId: number, domain: string | null): Promise<SignOnAddress | null>;
}

export abstract class DomainRecords {
  /** Asks the DNS now, for TXT records at a name; outside any unit of work. Never throws for what the DNS does. */
  abstract look(name: string): Promise<DnsFinding>;
}

export type DomainName =
  | { readonly kind: 'own'; readonly name: string }
  /** Nobody's, but everybody's who registers below it. */
  | { readonly kind: 'suffix' }
  /** Of a service that gives addresses to whoever asks. */
  | { readonly kind: 'public_mail' }
  | { readonly kind: 'malformed' };

export abstract class DomainNames {
  /** However it was written: in other scripts, in capitals, with a trailing dot. */
  abstract read(text: string): DomainName;
}
