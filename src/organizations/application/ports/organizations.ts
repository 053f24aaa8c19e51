import type { Page, PageRequest } from '../../../shared/page.js';
import type { Organization } from '../../domain/organization.js';

export interface Affiliation {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly roleName: string;
  readonly permissions: readonly string[];
  /** How long a device may be trusted: `null` until it is revoked, 0 not at all. */
  readonly deviceTrustDays: number | null;
}

export abstract class Organizations {
  abstract add(organization: Omit<Organization, 'id' | 'version' | 'deviceTrustDays'>): Promise<Organization>;
  abstract find(id: number): Promise<Organization | null>;
  /** Locks the row until the unit of work ends; changes of owners take turns by it. */
  abstract lock(id: number): Promise<Organization | null>;
  /** Raises the version. */
  abstract save(organization: Organization, at: Date): Promise<Organization>;
  /** By id; those that `enteredBy` answers, or all with `null`. */
  abstract pageOf(
    member: { readonly userId: number; readonly ssoConnectionId: number | null } | null,
    request: PageRequest,
  ): Promise<Page<Organization>>;
  /** Without those that require single sign-on of the user, where the session was not opened through a connection of theirs. */
  abstract enteredBy(userId: number, ssoConnectionId: number | null): Promise<Affiliation[]>;
  abstract affiliationsOf(userId: number): Promise<Affiliation[]>;
}
