import type { GroupMappingOfConnection } from '../../domain/claimed-groups.js';

/** Which groups that the provider sends give which roles. A change locks the organization exclusively; logins hold it shared. */
export abstract class ConnectionGroupMappings {
  /** `null` while no mapping was ever made. */
  abstract find(connectionId: number): Promise<GroupMappingOfConnection | null>;
  abstract save(
    connection: { readonly id: number; readonly organizationId: number },
    settings: GroupMappingOfConnection,
    at: Date,
  ): Promise<void>;
  /** Nobody is responsible for what the groups give, so that they give nothing, until the mapping is saved again. */
  abstract withhold(connectionId: number, at: Date): Promise<void>;
}
