import type { GroupMappingOfConnection } from '../../domain/claimed-groups.js';

/** Which groups that the provider sends give which roles. Saving locks the organization exclusively; logins hold it shared. */
export abstract class ConnectionGroupMappings {
  /** `null` while no mapping was ever made. */
  abstract find(connectionId: number): Promise<GroupMappingOfConnection | null>;
  abstract save(
    connection: { readonly id: number; readonly organizationId: number },
    settings: GroupMappingOfConnection,
    at: Date,
  ): Promise<void>;
  /**
   * Before the connection is deleted: whose roles from groups no login will replace any more. `null`: everybody’s, since no other connection
   * of the organization has a mapping.
   */
  abstract peopleLeftBy(connection: { readonly id: number; readonly organizationId: number }): Promise<readonly number[] | null>;
  /** Groups come from elsewhere since then. Unless that is trusted, nobody is responsible for what they give until the mapping is saved again. */
  abstract noteOtherGroups(connectionId: number, change: { readonly isTrusted: boolean; readonly at: Date }): Promise<void>;
}
