import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { ClaimedDomain, DomainStatus } from '../../domain/claimed-domain.js';

export type NewClaim = Pick<ClaimedDomain, 'organizationId' | 'domain' | 'challenge' | 'connectionId' | 'createdAt'>;

export interface Check {
  readonly id: number;
  readonly status: DomainStatus;
  readonly misses: number;
}

export abstract class ClaimedDomains {
  abstract countOf(organizationId: number): Promise<number>;
  /** @throws DomainClaimed */
  abstract add(claim: NewClaim): Promise<ClaimedDomain>;
  /** Finds it only in an organization of the caller; otherwise `null`, as if it did not exist. */
  abstract findFor(caller: Caller, id: number): Promise<ClaimedDomain | null>;
  /** The row does not change until the unit of work ends. */
  abstract lock(id: number): Promise<ClaimedDomain | null>;
  /** Domains of an organization, in alphabetical order. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<ClaimedDomain>>;
  /** Verified and drifted ones, by id. */
  abstract heldBy(organizationId: number): Promise<readonly ClaimedDomain[]>;
  /** As `heldBy`; they do not change until the unit of work ends. */
  abstract lockHeldBy(organizationId: number): Promise<readonly ClaimedDomain[]>;
  /** The holder of a domain, verified or drifted; locked. */
  abstract lockHolderOf(domain: string): Promise<ClaimedDomain | null>;
  /** @throws DomainTaken when another organization was first */
  abstract recordChecks(checks: readonly Check[], at: Date): Promise<void>;
  /** Verified without a look at the DNS. @throws DomainTaken when another organization holds it */
  abstract vouch(id: number, at: Date): Promise<void>;
  /** @returns false when the organization has no such connection */
  abstract route(claim: ClaimedDomain, connectionId: number | null): Promise<boolean>;
  /** Records that the holder is told of a claim. @returns false when that was done within the last day */
  abstract noteConflict(id: number, at: Date): Promise<boolean>;
  abstract remove(id: number): Promise<void>;
  /** Organizations that hold domains, after one, by id. */
  abstract holdersAfter(organizationId: number, limit: number): Promise<readonly number[]>;
}
