import type { Page, PageRequest } from '../../../shared/page.js';
import type { Resource } from '../../domain/resource.js';

/** A user, and the one who has the address that they wait for. */
export interface AwaitedPerson extends Resource {
  readonly heldBy: { readonly id: string; readonly username: string } | null;
}

/**
 * Users who have not come yet: either no member stands behind them, or the member has neither claimed the account nor
 * logged in. Nothing here tells which.
 */
export abstract class AwaitedPeople {
  /** The oldest first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<AwaitedPerson>>;
  /** At least those who could be meant by an address. @param emailKey as addresses are compared */
  abstract about(organizationId: number, emailKey: string): Promise<readonly Resource[]>;
}
