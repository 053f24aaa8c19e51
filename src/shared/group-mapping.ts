import type { FieldError } from './domain-error.js';

/**
 * Everyone in the group gets the role: in the workspace, or with `null` in the organization. A group is one of a directory, by its id, or
 * one that the claims of a login name, by exactly that name.
 */
export interface GroupMapping {
  readonly groupId: string;
  readonly roleId: number;
  readonly workspaceId: number | null;
}

/** As a person writes it: with `null`, the role is the default one of the workspace. */
export type AskedMapping = Omit<GroupMapping, 'roleId'> & { readonly roleId: number | null };

export interface MappingSettings {
  /** A person who leaves their last mapped group gets it; `null` for the least of the built-in roles. */
  readonly defaultRoleId: number | null;
  /** When several give a role at one place, the first counts. */
  readonly mappings: readonly GroupMapping[];
  /** Rises with each change; 0 before the first. */
  readonly version: number;
}

/** What a person in these groups gets: at each place what the first mapping that names one of them gives. */
export function givenBy(mappings: readonly GroupMapping[], groupIds: ReadonlySet<string>): readonly GroupMapping[] {
  const byPlace = new Map<number | null, GroupMapping>();
  for (const mapping of mappings)
    if (groupIds.has(mapping.groupId) && !byPlace.has(mapping.workspaceId)) byPlace.set(mapping.workspaceId, mapping);
  return [...byPlace.values()];
}

/** A role that a rule will give to people later; in a workspace or, with `null`, in the organization. */
export interface FutureGrant {
  /** The name of the field in the request, such as `mappings[0]`; for errors. */
  readonly field: string;
  readonly roleId: number;
  readonly workspaceId: number | null;
}

/** Every role that the settings give to people. */
export function grantsOf({ defaultRoleId, mappings }: MappingSettings): FutureGrant[] {
  return [
    ...(defaultRoleId === null ? [] : [{ field: 'default_role_id', roleId: defaultRoleId, workspaceId: null }]),
    ...mappings.map(({ roleId, workspaceId }, index) => ({ field: `mappings[${index}]`, roleId, workspaceId })),
  ];
}

/** What the new settings give in workspaces and the old ones do not, by workspace. */
export function addedTo(before: MappingSettings, after: MappingSettings): ReadonlyMap<number, readonly FutureGrant[]> {
  const keyOf = ({ groupId, roleId, workspaceId }: GroupMapping): string => [groupId, roleId, workspaceId ?? ''].join(' ');
  const kept = new Set(before.mappings.map(keyOf));
  const added = new Map<number, FutureGrant[]>();
  for (const [index, mapping] of after.mappings.entries()) {
    const { roleId, workspaceId } = mapping;
    if (workspaceId === null || kept.has(keyOf(mapping))) continue;
    added.set(workspaceId, [...(added.get(workspaceId) ?? []), { field: `mappings[${index}]`, roleId, workspaceId }]);
  }
  return added;
}

/** Fields as they came in. */
type Written = Readonly<Record<keyof GroupMapping, unknown>>;

/** A group gives one role at each place, and only workspaces have a role for people who come without one. */
export function faultsOfMappings(mappings: readonly Written[]): FieldError[] {
  return [...mappedTwice(mappings), ...withoutRole(mappings)];
}

function withoutRole(mappings: readonly Written[]): FieldError[] {
  return mappings.flatMap(({ roleId, workspaceId }, index) => {
    const isNamed = [roleId, workspaceId].some((one) => one !== undefined && one !== null);
    const message = 'Say which role the group gives. You can leave it out only for a workspace: the group then gives its default role.';
    return isNamed ? [] : [{ field: `mappings[${index}].role_id`, message, code: 'missing' }];
  });
}

function mappedTwice(mappings: readonly Written[]): FieldError[] {
  const seen = new Set<string>();
  return mappings.flatMap(({ groupId, workspaceId }, index) => {
    if (typeof groupId !== 'string') return [];
    const place = `${groupId} ${typeof workspaceId === 'number' ? workspaceId : ''}`;
    if (!seen.has(place)) {
      seen.add(place);
      return [];
    }
    const message = 'The group is already mapped at this place. Leave one of the two out.';
    return [{ field: `mappings[${index}]`, message, code: 'invalid' }];
  });
}
