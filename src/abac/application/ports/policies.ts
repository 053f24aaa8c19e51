import type { Policy } from '../../domain/policy.js';

export abstract class Policies {
  /** Those of all these organizations, by id; of every one for `null`. */
  abstract ofOrganizations(organizationIds: readonly number[] | null): Promise<Policy[]>;
}
