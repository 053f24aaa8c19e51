import type { GroupSettings } from '../../domain/claimed-groups.js';

/** Which groups among the claims of a connection give which roles. A change locks the organization exclusively; logins hold it shared. */
export abstract class ClaimMappings {
  /** `null` while no mapping was ever made. */
  abstract find(connectionId: number): Promise<GroupSettings | null>;
  abstract save(connection: { readonly id: number; readonly organizationId: number }, settings: GroupSettings, at: Date): Promise<void>;
  /** Nobody answers for what the groups give, so that they give nothing, until the mapping is saved again. */
  abstract withhold(connectionId: number, at: Date): Promise<void>;
}
