import type { Page, PageRequest } from '../../../shared/page.js';
import type { Resource } from '../../domain/resource.js';

/** A user who has not come yet, and why. */
export interface AwaitedPerson extends Resource {
  /** The user who has the address that this one waits for. */
  readonly heldBy: { readonly id: string; readonly username: string } | null;
  /** The person declined the invitation. */
  readonly hasDeclined: boolean;
}

/**
 * Users who have not come yet: either no member stands behind them, or the member has neither claimed the account nor
 * logged in. Nothing here tells which, until they decline.
 */
export abstract class AwaitedPeople {
  /** The oldest first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<AwaitedPerson>>;
  /** At least those who could be meant by an address. @param emailKey as addresses are compared */
  abstract about(organizationId: number, emailKey: string): Promise<readonly Resource[]>;
}
