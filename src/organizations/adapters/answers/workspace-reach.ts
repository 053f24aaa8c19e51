import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../shared/caller.js';
import { type Permission, type PermissionGrant, covers, isAdministrative, isHeldInWorkspaces } from '../../../shared/permission.js';
import type { ListedKind, Place, Placed, Standing } from '../../../shared/ports/access-control.js';
import { type InWorkspace, grantsInWorkspace } from '../../../shared/workspace-grants.js';
import { Clock } from '../../../shared/ports/clock.js';
import { AccessRequests } from '../../application/ports/access-requests.js';
import { Members } from '../../application/ports/members.js';
import { Organizations } from '../../application/ports/organizations.js';
import { PolicyCheck } from './policy-check.js';

/** What people reach through workspaces, and what workspaces keep from them. */
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

  /** Things that the role in the organization, or in the workspace that holds them, does not open, or that policies refuse. */
  async refused(caller: Caller, permission: Permission, kind: ListedKind, organizationIds: readonly number[]): Promise<readonly number[]> {
    const refused = kind === 'prompt_template' ? [] : [...(await this.policyCheck.refused(caller, permission, kind, organizationIds))];
    if (caller.isSystemAdmin && isAdministrative(permission)) return refused;
    const acted = await this.actedFor(caller, permission);
    const asked = { kind, userId: caller.userId, organizationIds: organizationIds.filter((id) => !acted.includes(id)), permission };
    if (asked.organizationIds.length === 0) return refused;
    const held = await this.members.heldWithin(asked);
    const isOfOrganization = held.some(({ workspace }) => workspace === null);
    const whole = isOfOrganization ? await this.organizations(caller, permission, 'organization') : [];
    const hidden = held.filter(({ organizationId, held: role, workspace }) =>
      workspace === null ? !whole.includes(organizationId) : !isOpen(caller, permission, role, workspace),
    );
    return [...refused, ...hidden.flatMap(({ ids }) => ids)];
  }
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
