import type { PermissionGrant } from '../../../shared/permission.js';

export interface PlaceIds {
  readonly organizationId: number;
  readonly workspaceId: number;
  readonly roleId: number;
}

/** What an invitation leads to. */
export interface Place {
  readonly organization: { readonly id: number; readonly name: string };
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: { readonly id: number; readonly name: string; readonly permissions: readonly PermissionGrant[] };
}

export type PartsOfPlace = { readonly [Part in keyof Place]: Place[Part] | null };

/** Organizations with their workspaces, roles and members; the organizations context answers. */
export abstract class Places {
  /** Each part is `null` where the organization has no such thing. */
  abstract describe(ids: PlaceIds): Promise<PartsOfPlace>;
  /** The same, and workspace and role stay as they are until the unit of work ends. Before any invitation is locked. */
  abstract hold(ids: PlaceIds): Promise<PartsOfPlace>;
  /** What somebody holds in the organization itself, and whether they have a role in the workspace. */
  abstract standingOf(
    userId: number,
    ids: PlaceIds,
  ): Promise<{ readonly grants: readonly PermissionGrant[]; readonly isInWorkspace: boolean }>;
  /** Whether the organization never had an owner; if so, nobody makes one until the unit of work ends. */
  abstract isUnowned(organizationId: number): Promise<boolean>;
  /** Where somebody is invited to whom nobody has given a place; `null` while there is no workspace. */
  abstract entranceOf(
    organizationId: number,
    roleId: number | null,
  ): Promise<Pick<PlaceIds, 'workspaceId' | 'roleId'> | null>;
  /** May throw a CONFLICT for whoever is in the workspace already. */
  abstract admit(userId: number, ids: PlaceIds): Promise<void>;
}
