/** What groups may give. */
export interface MappingReach {
  /** The default role of people who leave their last mapped group; `null` for the built-in viewer. */
  readonly fallbackRoleId: number | null;
  /** Roles that some groups, and all groups in which they are, give at any place. */
  readonly roleIds: readonly number[];
}

/** What the groups of people give them. */
export interface Entitlements {
  /** Accounts behind the resources that were asked about, with entitlements or without. */
  readonly userIds: readonly number[];
  readonly roles: readonly Entitlement[];
  readonly workspaces: readonly (Entitlement & { readonly workspaceId: number })[];
}

export interface Entitlement {
  readonly userId: number;
  readonly roleId: number;
  readonly groupId: string;
}
