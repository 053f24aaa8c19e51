import type { Caller } from '../caller.js';
import type { NotFound } from '../domain-error.js';
import type { Permission, PermissionGrant } from '../permission.js';
import type { Reach, ReachOfWorkspaces } from '../reach.js';
import type { InWorkspace } from '../workspace-grants.js';
import type { Fixed } from '../sentence.js';

/** Where an act takes place. See `grantsInWorkspace` for what roles give in a workspace. */
export interface Place {
  readonly organizationId: number;
  readonly workspaceId?: number;
  /** What stands in a workspace takes the roles that count there. Access policies know it by itself. */
  readonly dataSourceId?: number;
  /** So does a template. Policies do not tell templates apart. */
  readonly templateId?: number;
}

/** A thing with what holds it: a workspace, or with `null` the organization. */
export interface Placed {
  readonly organizationId: number;
  readonly workspaceId: number | null;
}

/** What a session stands on at a place, as it is read for each decision. */
export interface Standing {
  readonly permissions: readonly PermissionGrant[];
  /** The organization requires single sign-on of the member, and the session did not come by it. */
  readonly isSignOnMissing: boolean;
  /**
   * Another organization's identity provider opened the session, and the user has not proved their own second factor
   * here.
   */
  readonly isFactorOwed: boolean;
  /** Which access policies decide; `null` where there are none. */
  readonly policyEpoch: number | null;
  /** The workspace of the place, or that holds the thing; `null` for what belongs to the organization itself. */
  readonly workspace: InWorkspace | null;
}

/** The place of a thing, with what the caller stands on there: both were read in one statement, a moment ago. */
export interface FoundPlace {
  readonly place: Place;
  /** `null` for strangers and suspended members. */
  readonly standing: Standing | null;
}

/** What a workspace can hold. Policies do not tell templates apart. */
export type HeldKind = Reach['kind'];

/** What a caller asked for by its id. */
export interface Asked {
  /** As in the target of an audit row. */
  readonly type: string;
  readonly id: number;
  /** Its name in a message. */
  readonly name: Fixed;
}

/** What the caller holds at a place; for the rule "you can give only what you hold". */
export interface Held {
  readonly permissions: readonly PermissionGrant[];
  /** Only the power of a system administrator allows it, and no role. */
  readonly isSystemAdmin: boolean;
  /** A system administrator where there never was an owner: someone has to make the first one. */
  readonly isFounding: boolean;
}

/**
 * The one door: every use case that acts for a person asks here first, and what is not granted is denied. Roles are asked first, then the
 * access policies of the organization. Ask before the unit of work begins, so that the record of a refusal is not rolled back with it.
 * Grants are read again each time: a role that was changed or taken away takes effect with the next request.
 */
export abstract class AccessControl {
  /**
   * @param hiddenAs names what is asked for, when a stranger must not learn that it exists
   * @throws PolicyRefused, Unavailable while policies are not loaded; Forbidden; NotFound instead for a caller who has nothing to do with the place, when `hiddenAs` is given
   */
  abstract require(caller: Caller, permission: Permission, place: Place, hiddenAs?: Fixed): Promise<Held>;
  /**
   * The same where the thing was found together with what the caller holds there, so that nothing is read again. It may take several
   * permissions: the first that is refused is the answer.
   */
  abstract requireFound(caller: Caller, permissions: readonly Permission[], found: FoundPlace, hiddenAs?: Fixed): Promise<void>;
  /**
   * The same for use cases that then call `OwnerConsent.settle`: it lets system administrators pass. `require` refuses them what needs
   * consent, so a new use case cannot forget to ask for it.
   */
  abstract requireOrAsk(caller: Caller, permission: Permission, place: Place, hiddenAs?: Fixed): Promise<Held>;
  /**
   * For an id under which the caller finds nothing: it does not exist, or belongs to others. Neither the answer nor the
   * trail tells which.
   * @returns what to throw
   */
  abstract refuseUnknown(caller: Caller, permission: Permission, asked: Asked): Promise<NotFound>;
  /**
   * Policies alone, for what an act touches besides: the roles were asked elsewhere.
   * @throws PolicyRefused, Unavailable
   */
  abstract requirePolicies(caller: Caller, permission: Permission, place: Place): Promise<void>;
  /** The same for answers that leave out what policies refuse. @throws Unavailable */
  abstract passesPolicies(caller: Caller, permission: Permission, place: Place): Promise<boolean>;
  /**
   * What `require` would let the caller do it with in these organizations, so that lists, their totals, searches and exports hold what
   * single reads would. Ask after `require`, `where` or `whereMember` has answered for them.
   */
  abstract reach(caller: Caller, permission: Permission, kind: HeldKind, organizationIds: readonly number[]): Promise<Reach>;
  /** The same for workspaces that the caller sees. */
  abstract reachOfWorkspaces(caller: Caller, organizationIds: readonly number[]): Promise<ReachOfWorkspaces>;
  /**
   * What was read after `reach` has answered, or in a copy of the database that lags behind, without what a workspace hides that holds
   * it as it was read: it may have been made, moved or deleted in between.
   */
  abstract seen<Thing extends Placed>(caller: Caller, permission: Permission, things: readonly Thing[]): Promise<readonly Thing[]>;
  /** The organizations that `require` would refuse by a policy alone, in the same way. */
  abstract refusedOrganizations(caller: Caller, permission: Permission, organizationIds: readonly number[]): Promise<readonly number[]>;
  /** The organizations in which the caller holds the permission, and which accept the session. */
  abstract where(caller: Caller, permission: Permission): Promise<readonly number[]>;
  /**
   * As `where`, and where the caller holds it in one of the workspaces alone: ask `reach` what to read. Refuses callers without an
   * organization. @throws Forbidden
   */
  abstract whereMember(caller: Caller, permission: Permission): Promise<readonly number[]>;
  /** For one organization: whether `whereMember` has it. @throws what `require` throws if not */
  abstract requireWithin(caller: Caller, permission: Permission, organizationId: number): Promise<Held>;
  /** Whether `require` would let the caller, without a record of a refusal. @throws Unavailable */
  abstract holds(caller: Caller, permission: Permission, place: Place): Promise<boolean>;
  /** Whether access policies decide in the organization. */
  abstract hasPolicies(organizationId: number): Promise<boolean>;
  /** A caller without an organization may not act on things of organizations at all. @throws Forbidden */
  abstract requireMembership(caller: Caller, permission: Permission): Promise<void>;
  /** For acts on the installation as a whole. @throws Forbidden */
  abstract requireSystemAdmin(caller: Caller, action: string): Promise<void>;
}
