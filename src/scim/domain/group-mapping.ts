import { ValidationFailed } from '../../shared/domain-error.js';

/**
 * Everyone in the group, directly or through other groups, gets the role: in the workspace, or with `null` in the
 * organization.
 */
export interface GroupMapping {
  readonly groupId: string;
  readonly roleId: number;
  readonly workspaceId: number | null;
}

export interface MappingSettings {
  /** A person who leaves their last mapped group gets it; `null` for the least of the built-in roles. */
  readonly defaultRoleId: number | null;
  /** When several give a role at one place, the first counts. */
  readonly mappings: readonly GroupMapping[];
  /** Rises with each change; 0 before the first. */
  readonly version: number;
}

/** Every role that the settings give to people, each with the field of the request that names it. */
export function grantsOf({
  defaultRoleId,
  mappings,
}: MappingSettings): { readonly field: string; readonly roleId: number; readonly workspaceId: number | null }[] {
  return [
    ...(defaultRoleId === null ? [] : [{ field: 'default_role_id', roleId: defaultRoleId, workspaceId: null }]),
    ...mappings.map(({ roleId, workspaceId }, index) => ({ field: `mappings[${index}]`, roleId, workspaceId })),
  ];
}

/** The mappings of workspaces that the new settings have and the old ones do not. */
export function addedTo(
  before: MappingSettings,
  after: MappingSettings,
): { readonly field: string; readonly roleId: number; readonly workspaceId: number }[] {
  return after.mappings.flatMap(({ groupId, roleId, workspaceId }, index) => {
    const isKept = before.mappings.some((one) => one.groupId === groupId && one.roleId === roleId && one.workspaceId === workspaceId);
    return isKept || workspaceId === null ? [] : [{ field: `mappings[${index}]`, roleId, workspaceId }];
  });
}

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

/** A group gives one role at each place. @throws ValidationFailed */
export function assertMappedOnce(mappings: readonly GroupMapping[]): void {
  const seen = new Set<string>();
  for (const [index, { groupId, workspaceId }] of mappings.entries()) {
    const place = `${groupId} ${workspaceId ?? ''}`;
    if (seen.has(place))
      throw new ValidationFailed([
        { field: `mappings[${index}]`, message: 'The group is already mapped at this place. Leave one of the two out.' },
      ]);
    seen.add(place);
  }
}
