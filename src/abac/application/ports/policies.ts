import type { Page, PageRequest } from '../../../shared/page.js';
import type { Policy } from '../../domain/policy.js';

export abstract class Policies {
  /** Those of all these organizations, by id; of every one for `null`. */
  abstract pageOf(organizationIds: readonly number[] | null, request: PageRequest): Promise<Page<Policy>>;
}
