import { Injectable } from '@nestjs/common';
import { STEP_UP_MAX_AGE_SECONDS } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { Forbidden, NotFound, SsoRequired, StepUpRequired } from '../../../shared/domain-error.js';
import { type Permission, covers } from '../../../shared/permission.js';
import { AccessControl, type Asked, type Held, type Place } from '../../../shared/ports/access-control.js';
import { AuditTrail } from '../../../shared/ports/audit-trail.js';
import { Members } from '../../application/ports/members.js';
import { Organizations } from '../../application/ports/organizations.js';
import { SignOnAddresses } from '../../application/ports/sign-on-addresses.js';
import { isGranted } from '../../domain/role.js';

/** Decides by the roles that somebody holds at this very moment. */
@Injectable()
export class RoleAccessControl extends AccessControl {
  constructor(
    private readonly members: Members,
    private readonly organizations: Organizations,
    private readonly signOnAddresses: SignOnAddresses,
    private readonly auditTrail: AuditTrail,
  ) {
    super();
  }

  async require(caller: Caller, permission: Permission, place: Place, hiddenAs?: string): Promise<Held> {
    const standing = await this.members.standingAt(caller, place);
    const grants = standing && standing.permissions;
    const held = { permissions: grants ?? [], isSystemAdmin: caller.isSystemAdmin };
    // System administrators stand above organizations, and help them out when they have locked themselves out.
    if (standing?.isSignOnMissing === true && !caller.isSystemAdmin)
      throw await this.withoutSignOn(caller, permission, place);
    if (standing?.isFactorOwed === true) {
      await this.refuseAt(caller, permission, place, 'factor_owed');
      throw new StepUpRequired('aal2', STEP_UP_MAX_AGE_SECONDS);
    }
    if (isGranted(held, permission)) return held;
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

  /** None that wants of him what his session lacks, single sign-on or a second factor. */
  async where(caller: Caller, permission: Permission): Promise<readonly number[]> {
    const affiliations = caller.isSystemAdmin
      ? await this.organizations.affiliationsOf(caller.userId)
      : await this.organizations.enteredBy(caller);
    return affiliations
      .filter(({ permissions }) => covers(permissions, [permission]))
      .map(({ organizationId }) => organizationId);
  }

  async requireMembership(caller: Caller, permission: Permission): Promise<void> {
    if (await this.members.belongsSomewhere(caller.userId)) return;
    await this.refuse(caller, { permission });
    throw new Forbidden();
  }

  async requireSystemAdmin(caller: Caller, action: string): Promise<void> {
    if (caller.isSystemAdmin) return;
    await this.refuse(caller, { permission: 'system administrator', attempted: action });
    throw new Forbidden();
  }

  private async refuse(caller: Caller, detail: Readonly<Record<string, string>>): Promise<void> {
    await this.auditTrail.record({ action: 'access.refused', outcome: 'refused', actorUserId: caller.userId, detail });
  }
}
