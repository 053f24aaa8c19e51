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
