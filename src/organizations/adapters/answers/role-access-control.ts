import { Injectable } from '@nestjs/common';
import { FreshProof } from '../../../platform/http/fresh-proof.js';
import { chargeOrganization, isChanging, noteGrant } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { Forbidden, NotFound, SsoRequired } from '../../../shared/domain-error.js';
import { PERMISSIONS, type Permission, covers, isAdministrative } from '../../../shared/permission.js';
import { AccessControl, type Asked, type Held, type Place } from '../../../shared/ports/access-control.js';
import { AuditTrail } from '../../../shared/ports/audit-trail.js';
import { Clock } from '../../../shared/ports/clock.js';
import { AccessRequests } from '../../application/ports/access-requests.js';
import { Members } from '../../application/ports/members.js';
import { Organizations } from '../../application/ports/organizations.js';
import { SignOnAddresses } from '../../application/ports/sign-on-addresses.js';

const DATA = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => !isAdministrative(permission));

/** Decides by the roles that somebody holds at this very moment. */
@Injectable()
export class RoleAccessControl extends AccessControl {
  constructor(
    private readonly members: Members,
    private readonly organizations: Organizations,
    private readonly signOnAddresses: SignOnAddresses,
    private readonly freshProof: FreshProof,
    private readonly accessRequests: AccessRequests,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {
    super();
  }

  async require(caller: Caller, permission: Permission, place: Place, hiddenAs?: string): Promise<Held> {
    const standing = await this.members.standingAt(caller, place);
    const grants = standing && standing.permissions;
    // System administrators stand above organizations, and help them out when they have locked themselves out.
    if (standing?.isSignOnMissing === true && !caller.isSystemAdmin)
      throw await this.withoutSignOn(caller, permission, place);
    if (standing?.isFactorOwed === true) {
      await this.refuseAt(caller, permission, place, 'factor_owed');
      throw this.freshProof.demand(caller, 'aal2');
    }
    const held = await this.heldBy(caller, permission, place, grants ?? []);
    if (held !== null) {
      chargeOrganization(place.organizationId);
      noteGrant({ permission, place, ...(hiddenAs !== undefined && { hiddenAs }) });
      return held;
    }
    const isStranger = grants === null && !caller.isSystemAdmin;
    const { organizationId } = place;
    // A stranger's try is no event of the organization: whoever guesses ids must not write into its trail.
    const where = isStranger ? {} : { organizationId };
    await this.auditTrail.record({
      action: 'access.refused',
      outcome: 'refused',
      actorUserId: caller.userId,
      ...where,
      target: { type: 'organization', id: organizationId },
      detail: { permission, workspace_id: place.workspaceId ?? null },
    });
    throw isStranger && hiddenAs !== undefined ? new NotFound(hiddenAs) : new Forbidden();
  }

  async refuseUnknown(caller: Caller, permission: Permission, { type, id, name }: Asked): Promise<NotFound> {
    await this.auditTrail.record({
      action: 'access.refused',
      outcome: 'refused',
      actorUserId: caller.userId,
      target: { type, id },
      detail: { permission },
    });
    return new NotFound(name);
  }

  /** What allows it: a role, or else the power of a system administrator; `null` for nothing. */
  private async heldBy(
    caller: Caller,
    permission: Permission,
    { organizationId }: Place,
    permissions: Held['permissions'],
  ): Promise<Held | null> {
    const isInRole = covers(permissions, [permission]);
    const byRole = { permissions, isSystemAdmin: false, isFounding: false };
    if (!caller.isSystemAdmin) return isInRole ? byRole : null;
    const isFounding = isChanging() && (await this.organizations.isUnowned(organizationId));
    if (isInRole && !isFounding) return byRole;
    const isData = !isAdministrative(permission);
    if (isData && !isInRole && !(await this.actsAsOwner(caller, organizationId))) return null;
    await this.confirm(caller);
    // Data permissions alone: whoever acts as an owner for an hour gives nobody anything that outlives it.
    return { permissions: isData ? [...permissions, ...DATA] : permissions, isSystemAdmin: true, isFounding };
  }

  private async actsAsOwner(caller: Caller, organizationId: number): Promise<boolean> {
    return (await this.accessRequests.actedFor(caller.userId, this.clock.now())).includes(organizationId);
  }

  /**
   * Where nothing but the power of a system administrator allows a change: a session that is merely alive is not enough, for it
   * opens every organization. Decided by the method of the request, so that no new route can forget it.
   */
  private async confirm(caller: Caller): Promise<void> {
    if (isChanging()) await this.freshProof.requireOfSystemAdmin(caller);
  }

  private async withoutSignOn(caller: Caller, permission: Permission, place: Place): Promise<SsoRequired> {
    await this.refuseAt(caller, permission, place, 'sso_required');
    return new SsoRequired(await this.signOnAddresses.of(place.organizationId, caller.email));
  }

  private refuseAt(caller: Caller, permission: Permission, place: Place, reason: string): Promise<void> {
    const { organizationId, workspaceId = null } = place;
    return this.auditTrail.record({
      action: 'access.refused',
      outcome: 'refused',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'organization', id: organizationId },
      detail: { permission, workspace_id: workspaceId, reason },
    });
  }

  /** Without organizations that want what the session lacks, single sign-on or a second factor. */
  async where(caller: Caller, permission: Permission): Promise<readonly number[]> {
    const affiliations = caller.isSystemAdmin
      ? await this.organizations.affiliationsOf(caller.userId)
      : await this.organizations.enteredBy(caller);
    const byRole = affiliations
      .filter(({ permissions }) => covers(permissions, [permission]))
      .map(({ organizationId }) => organizationId);
    if (!caller.isSystemAdmin || isAdministrative(permission)) return byRole;
    return [...new Set([...byRole, ...(await this.accessRequests.actedFor(caller.userId, this.clock.now()))])];
  }

  async requireMembership(caller: Caller, permission: Permission): Promise<void> {
    if (await this.members.belongsSomewhere(caller.userId)) return;
    if (caller.isSystemAdmin && (await this.where(caller, permission)).length > 0) return;
    await this.refuse(caller, { permission });
    throw new Forbidden();
  }

  async requireSystemAdmin(caller: Caller, action: string): Promise<void> {
    if (caller.isSystemAdmin) {
      noteGrant({ action });
      return this.confirm(caller);
    }
    await this.refuse(caller, { permission: 'system administrator', attempted: action });
    throw new Forbidden();
  }

  private async refuse(caller: Caller, detail: Readonly<Record<string, string>>): Promise<void> {
    await this.auditTrail.record({ action: 'access.refused', outcome: 'refused', actorUserId: caller.userId, detail });
  }
}
