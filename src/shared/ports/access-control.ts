import type { Caller } from '../caller.js';
import type { NotFound } from '../domain-error.js';
import type { Permission, PermissionGrant } from '../permission.js';

/** Where something is to be done. A role held in a workspace adds to the one held in its organization. */
export interface Place {
  readonly organizationId: number;
  readonly workspaceId?: number;
}

/** What somebody asked for by its id. */
export interface Asked {
  /** As in the target of an audit row. */
  readonly type: string;
  readonly id: number;
  /** As a message names it. */
  readonly name: string;
}

/** What the caller holds at a place; for the rule "you can give only what you hold". */
export interface Held {
  readonly permissions: readonly PermissionGrant[];
  /** What allows it is the power of a system administrator, and no role. */
  readonly isSystemAdmin: boolean;
  /** A system administrator where there never was an owner: somebody has to make the first one. */
  readonly isFounding: boolean;
}

/**
 * The one door: every use case that acts for somebody asks here first, and what is not granted is denied. Ask before the
 * unit of work begins, so that the record of a refusal is not rolled back with it. Grants are read anew each time: a role that
 * was changed or taken away counts on the next request.
 */
export abstract class AccessControl {
  /**
   * @param hiddenAs names what is asked for, where a stranger must not learn that it exists
   * @throws Forbidden; NotFound instead for a caller who has nothing to do with the place, when `hiddenAs` is given
   */
  abstract require(caller: Caller, permission: Permission, place: Place, hiddenAs?: string): Promise<Held>;
  /**
   * For an id that leads the caller to nothing: it is not there, or others have it. Neither the answer nor the trail tells which.
   * @returns what to throw
   */
  abstract refuseUnknown(caller: Caller, permission: Permission, asked: Asked): Promise<NotFound>;
  /** The organizations in which the caller holds the permission, and which the session is good for. */
  abstract where(caller: Caller, permission: Permission): Promise<readonly number[]>;
  /** A caller without an organization may not touch things of organizations at all. @throws Forbidden */
  abstract requireMembership(caller: Caller, permission: Permission): Promise<void>;
  /** For what concerns the installation as a whole. @throws Forbidden */
  abstract requireSystemAdmin(caller: Caller, action: string): Promise<void>;
}
