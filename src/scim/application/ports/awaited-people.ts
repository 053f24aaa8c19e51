import type { Page, PageRequest } from '../../../shared/page.js';
import type { Resource } from '../../domain/resource.js';

/**
 * Users who have not come yet: either no member stands behind them, or the member has neither claimed the account nor
 * logged in. Nothing here tells which.
 */
export abstract class AwaitedPeople {
  /** The first made first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<Resource>>;
  /** At least those who could be meant by an address. @param emailKey as addresses are compared */
  abstract about(organizationId: number, emailKey: string): Promise<readonly Resource[]>;
}
