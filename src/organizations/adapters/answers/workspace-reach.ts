import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../shared/caller.js';
import {
  OF_VIEWERS,
  type Permission,
  type PermissionGrant,
  covers,
  isAdministrative,
  isHeldInWorkspaces,
} from '../../../shared/permission.js';
import type { HeldKind, Place, Placed, Standing } from '../../../shared/ports/access-control.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';
import { type InWorkspace, grantsInWorkspace } from '../../../shared/workspace-grants.js';
import { Clock } from '../../../shared/ports/clock.js';
import { AccessRequests } from '../../application/ports/access-requests.js';
import { type HeldWithin, Members } from '../../application/ports/members.js';
import { Organizations } from '../../application/ports/organizations.js';
import { PolicyCheck } from './policy-check.js';

/** What people reach in organizations and in their workspaces. */
@Injectable()
export class WorkspaceReach {
  constructor(
    private readonly members: Members,
    private readonly entered: Organizations,
    private readonly accessRequests: AccessRequests,
    private readonly policyCheck: PolicyCheck,
    private readonly clock: Clock,
  ) {}

  /** A person with an access key is a stranger outside the organization of the key, and inside it they hold no more than the key lends. */
  async standingAt(caller: Caller, place: Place): Promise<Standing | null> {
    return standingOfCaller(caller, place, await this.members.standingAt(caller, place));
  }

  /** Where an approval lets a system administrator act as an owner; whether they owe a second factor there is judged by who asks. */
  async approvedFor(caller: Caller, permission: Permission): Promise<readonly number[]> {
    if (!caller.isSystemAdmin || isAdministrative(permission)) return [];
    return this.accessRequests.actedFor(caller.userId, this.clock.now());
  }

  /** Where a system administrator acts as an owner, whose data they may then see: not where they are a member who owes a second factor. */
  async actedFor(caller: Caller, permission: Permission): Promise<readonly number[]> {
    const acted = await this.approvedFor(caller, permission);
    const standings = await Promise.all(acted.map((organizationId) => this.members.standingAt(caller, { organizationId })));
    return acted.filter((_, at) => standings[at]?.isFactorOwed !== true);
  }

  /**
   * Those in which the caller holds the permission, `anywhere` in one of their workspaces too. Leaves out organizations that require what
   * the session lacks: single sign-on or a second factor.
   */
  async organizations(caller: Caller, permission: Permission, where: 'organization' | 'anywhere'): Promise<readonly number[]> {
    const affiliations = await this.entered.enteredBy(caller);
    const stands = affiliations
      .filter(({ organizationId }) => caller.key === undefined || caller.key.organizationId === organizationId)
      .map(({ organizationId, permissions, policyEpoch: epoch }) => {
        return { organizationId, isAllowedByRoles: covers(lentTo(caller, permissions), [permission]), epoch };
      });
    const lacking = stands.filter((one) => !one.isAllowedByRoles).map(({ organizationId }) => organizationId);
    const within = where === 'anywhere' ? await this.withWorkspaces(caller, permission, lacking) : [];
    const acted = await this.actedFor(caller, permission);
    const asMember = stands
      .map((one) => ({ ...one, isAllowedByRoles: one.isAllowedByRoles || within.includes(one.organizationId) }))
      .filter((one) => one.isAllowedByRoles || !acted.includes(one.organizationId));
    const asOwner = acted
      .filter((id) => asMember.every(({ organizationId }) => organizationId !== id))
      .map((organizationId) => ({ organizationId, isAllowedByRoles: true, epoch: undefined }));
    return this.policyCheck.among(caller, permission, [...asMember, ...asOwner]);
  }

  /** Those of the organizations that have a workspace in which the caller holds the permission. */
  async withWorkspaces(caller: Caller, permission: Permission, organizationIds: readonly number[]): Promise<readonly number[]> {
    if (organizationIds.length === 0 || !isHeldInWorkspaces(permission)) return [];
    const workspaces = await this.entered.workspacesOf(caller.userId, organizationIds);
    return workspaces.filter(({ workspace }) => isOpen(caller, permission, [], workspace)).map(({ organizationId }) => organizationId);
  }

  /** See `AccessControl.seen`. */
  async seen<Thing extends Placed>(caller: Caller, permission: Permission, things: readonly Thing[]): Promise<readonly Thing[]> {
    const ids = [...new Set(things.flatMap(({ workspaceId }) => workspaceId ?? []))];
    if (ids.length === 0) return things;
    const acted = await this.actedFor(caller, permission);
    const found = await this.entered.workspacesAmong(caller.userId, ids);
    const open = found.filter(({ held, workspace }) => isOpen(caller, permission, held, workspace)).map(({ id }) => id);
    return things.filter(({ organizationId: of, workspaceId: at }) => at === null || open.includes(at) || acted.includes(of));
  }

  /** See `AccessControl.reach`. */
  async reach(caller: Caller, permission: Permission, kind: HeldKind, organizationIds: readonly number[]): Promise<Reach> {
    const acted = (await this.actedFor(caller, permission)).filter((id) => organizationIds.includes(id));
    const asked = organizationIds.filter((id) => !acted.includes(id));
    const publicHolding = OF_VIEWERS.includes(permission) ? kind : null;
    const held = await this.heldWithin(caller, permission, asked, publicHolding);
    const whole = [...acted, ...held.filter((one) => isWhole(caller, permission, one)).map(({ organizationId }) => organizationId)];
    const roles = held.filter(({ workspace }) => workspace === null);
    const byRole = roles.filter((one) => covers(lentTo(caller, one.held), [permission])).map(({ organizationId }) => organizationId);
    const byPolicy = byRole.length < roles.length ? await this.organizations(caller, permission, 'organization') : [];
    const own = asked.filter((id) => !whole.includes(id) && (byRole.includes(id) || byPolicy.includes(id)));
    const within = held.filter(({ workspace, held: role }) => workspace !== null && isOpen(caller, permission, role, workspace));
    const workspaceIds = [...new Set(within.flatMap(({ ids }) => ids))];
    const workspacesOf = [...new Set(within.map(({ organizationId }) => organizationId))];
    const reach: Reach = { kind, whole, own, workspacesOf, workspaceIds, refused: [] };
    if (kind === 'prompt_template') return reach;
    return { ...reach, refused: await this.policyCheck.refused(caller, permission, reach, organizationIds) };
  }

  /** See `AccessControl.reachOfWorkspaces`. */
  async workspaces(caller: Caller, organizationIds: readonly number[]): Promise<ReachOfWorkspaces> {
    const none: ReachOfWorkspaces = { kind: 'workspace', whole: [], workspaceIds: [], publicOf: [], refused: [] };
    if (caller.isSystemAdmin) return { ...none, whole: organizationIds };
    const held = await this.heldWithin(caller, SEEING, organizationIds, null);
    const whole = held.filter((one) => isWhole(caller, SEEING, one)).map(({ organizationId }) => organizationId);
    const roles = held.filter(({ workspace, organizationId }) => workspace === null && !whole.includes(organizationId));
    const publicOf = roles.filter((one) => isOpen(caller, SEEING, one.held, PUBLIC)).map(({ organizationId }) => organizationId);
    const within = held.filter(({ workspace, held: role }) => workspace !== null && isOpen(caller, SEEING, role, workspace));
    const reach = { ...none, whole, publicOf, workspaceIds: within.flatMap(({ ids }) => ids) };
    return { ...reach, refused: await this.policyCheck.refused(caller, SEEING, reach, organizationIds) };
  }

  private async heldWithin(
    { userId }: Caller,
    permission: Permission,
    organizationIds: readonly number[],
    publicHolding: HeldKind | null,
  ): Promise<readonly HeldWithin[]> {
    return organizationIds.length === 0 ? [] : this.members.heldWithin({ userId, organizationIds, permission, publicHolding });
  }
}

const SEEING: Permission = 'workspace.read';
const PUBLIC: InWorkspace = { isPublic: true, permissions: null };

/** Whether the role in the organization opens it there and in all workspaces. */
function isWhole(caller: Caller, permission: Permission, { workspace, held }: HeldWithin): boolean {
  return workspace === null && covers(held, ['workspace.delete']) && covers(lentTo(caller, held), [permission]);
}

/** `null` for a stranger, also one to the workspace. */
export function standingOfCaller(caller: Caller, { organizationId }: Place, standing: Standing | null): Standing | null {
  if (standing === null || (caller.key !== undefined && caller.key.organizationId !== organizationId)) return null;
  const { permissions, workspace } = standing;
  const held = workspace === null ? permissions : grantsInWorkspace(permissions, workspace);
  return held && { ...standing, permissions: lentTo(caller, held) };
}

/** A session has everything that its person holds; a key only the part that it was made for. */
function lentTo({ key }: Caller, held: readonly PermissionGrant[]): readonly PermissionGrant[] {
  return key === undefined ? held : key.permissions.filter((permission) => covers(held, [permission]));
}

function isOpen(caller: Caller, permission: Permission, held: readonly PermissionGrant[], workspace: InWorkspace): boolean {
  const grants = grantsInWorkspace(held, workspace);
  return grants !== null && covers(lentTo(caller, grants), [permission]);
}
