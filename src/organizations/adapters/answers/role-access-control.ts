import { Injectable } from '@nestjs/common';
import { FreshProof } from '../../../platform/http/fresh-proof.js';
import { chargeOrganization, isChanging, noteGrant } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { Forbidden, NotFound, SsoRequired } from '../../../shared/domain-error.js';
import { ALL_PERMISSIONS, type Permission, covers, isAdministrative, needsConsent } from '../../../shared/permission.js';
import {
  AccessControl,
  type Asked,
  type FoundPlace,
  type Held,
  type HeldKind,
  type Place,
  type Placed,
  type Standing,
} from '../../../shared/ports/access-control.js';
import { Members } from '../../application/ports/members.js';
import { Organizations } from '../../application/ports/organizations.js';
import type { PolicyAnswer } from '../../application/ports/access-policies.js';
import { SignOnAddresses } from '../../application/ports/sign-on-addresses.js';
import { AccessRefusals } from './access-refusals.js';
import { PolicyCheck } from './policy-check.js';
import { PolicyRefusal, type RefusedAct } from './policy-refusal.js';
import { WorkspaceReach, standingOfCaller } from './workspace-reach.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';
import type { Fixed } from '../../../shared/sentence.js';

const DATA = ALL_PERMISSIONS.filter((permission) => !isAdministrative(permission));

interface Stand {
  readonly place: Place;
  readonly standing: Standing | null;
  readonly hiddenAs: Fixed | undefined;
}

/** Decides by the roles that a person holds at this moment, and by the access policies of the organization. */
@Injectable()
export class RoleAccessControl extends AccessControl {
  constructor(
    private readonly members: Members,
    private readonly organizations: Organizations,
    private readonly signOnAddresses: SignOnAddresses,
    private readonly freshProof: FreshProof,
    private readonly policyCheck: PolicyCheck,
    private readonly policyRefusal: PolicyRefusal,
    private readonly refusals: AccessRefusals,
    private readonly workspaceReach: WorkspaceReach,
  ) {
    super();
  }

  async require(caller: Caller, permission: Permission, place: Place, hiddenAs?: Fixed): Promise<Held> {
    return this.ownRight(caller, permission, { place, standing: await this.workspaceReach.standingAt(caller, place), hiddenAs });
  }

  async requireFound(caller: Caller, permissions: readonly Permission[], found: FoundPlace, hiddenAs?: Fixed): Promise<void> {
    const { place, standing } = found;
    const stand = { place, standing: standingOfCaller(caller, place, standing), hiddenAs };
    for (const permission of permissions) await this.ownRight(caller, permission, stand);
  }

  async requireOrAsk(caller: Caller, permission: Permission, place: Place, hiddenAs?: Fixed): Promise<Held> {
    return this.right(caller, permission, { place, standing: await this.workspaceReach.standingAt(caller, place), hiddenAs });
  }

  async requireWithin(caller: Caller, permission: Permission, organizationId: number): Promise<Held> {
    const place = { organizationId };
    const standing = await this.workspaceReach.standingAt(caller, place);
    const isLacking = standing !== null && !covers(standing.permissions, [permission]);
    const within = isLacking ? await this.workspaceReach.withWorkspaces(caller, permission, [organizationId]) : [];
    const held = within.length > 0 && standing !== null ? { ...standing, permissions: [...standing.permissions, permission] } : standing;
    return this.ownRight(caller, permission, { place, standing: held, hiddenAs: undefined });
  }

  async holds(caller: Caller, permission: Permission, place: Place): Promise<boolean> {
    const standing = await this.workspaceReach.standingAt(caller, place);
    if (standing?.isFactorOwed === true) return false;
    if (!caller.isSystemAdmin && (standing === null || standing.isSignOnMissing)) return false;
    const isInRole = standing !== null && covers(standing.permissions, [permission]);
    const isAllowedByRoles = isInRole || (await this.workspaceReach.approvedFor(caller, permission)).includes(place.organizationId);
    if (standing === null && !isAllowedByRoles) return false;
    const answer = await this.policyCheck.ask(caller, permission, place, { isAllowedByRoles, epoch: standing?.policyEpoch });
    return answer?.isAllowed ?? isAllowedByRoles;
  }

  private async ownRight(caller: Caller, permission: Permission, stand: Stand): Promise<Held> {
    const held = await this.right(caller, permission, stand);
    if (!needsConsent(permission) || !isChanging() || !held.isSystemAdmin || held.isFounding) return held;
    await this.refusals.at(caller, permission, stand.place, 'owner_consent');
    throw new Forbidden('Only people of the organization can do this. Ask one of its owners.');
  }

  private async right(caller: Caller, permission: Permission, { place, standing, hiddenAs }: Stand): Promise<Held> {
    // To all others it is the same as one to which they do not belong.
    if (standing === null && caller.isSystemAdmin && !(await this.organizations.exists(place.organizationId))) {
      const asked = { type: 'organization', id: place.organizationId, name: 'Organization' } as const;
      throw await this.refuseUnknown(caller, permission, asked);
    }
    // System administrators stand above organizations, and help them when they have locked themselves out.
    if (standing?.isSignOnMissing === true && !caller.isSystemAdmin) {
      await this.refusals.at(caller, permission, place, 'sso_required');
      throw new SsoRequired(await this.signOnAddresses.of(place.organizationId, caller.email));
    }
    if (standing?.isFactorOwed === true) {
      await this.refusals.at(caller, permission, place, 'factor_owed');
      throw this.freshProof.owed(caller);
    }
    const byRoles = await this.heldBy(caller, permission, place, standing?.permissions ?? []);
    const held = await this.underPolicies(caller, permission, place, standing, byRoles);
    if (held !== null) {
      chargeOrganization(place.organizationId);
      noteGrant({ permission, place, ...(hiddenAs !== undefined && { hiddenAs }) });
      return held;
    }
    const isStranger = standing === null && !caller.isSystemAdmin;
    await this.refusals.byRoles(caller, permission, place, isStranger);
    throw isStranger && hiddenAs !== undefined ? new NotFound(hiddenAs) : new Forbidden();
  }

  async requirePolicies(caller: Caller, permission: Permission, place: Place): Promise<void> {
    const answer = await this.askPolicies(caller, permission, place);
    if (answer?.isAllowed !== false) return;
    const standing = await this.workspaceReach.standingAt(caller, place);
    throw await this.refusedBy(answer, { caller, permission, place, held: standing?.permissions ?? [] });
  }

  async passesPolicies(caller: Caller, permission: Permission, place: Place): Promise<boolean> {
    return (await this.askPolicies(caller, permission, place))?.isAllowed !== false;
  }

  private askPolicies(caller: Caller, permission: Permission, place: Place): Promise<PolicyAnswer | null> {
    const stands = { isAllowedByRoles: true, epoch: this.policyCheck.epochRead(caller, place.organizationId) };
    return this.policyCheck.ask(caller, permission, place, stands);
  }

  reach(caller: Caller, permission: Permission, kind: HeldKind, organizationIds: readonly number[]): Promise<Reach> {
    return this.workspaceReach.reach(caller, permission, kind, organizationIds);
  }

  reachOfWorkspaces(caller: Caller, organizationIds: readonly number[]): Promise<ReachOfWorkspaces> {
    return this.workspaceReach.workspaces(caller, organizationIds);
  }

  seen<Thing extends Placed>(caller: Caller, permission: Permission, things: readonly Thing[]): Promise<readonly Thing[]> {
    return this.workspaceReach.seen(caller, permission, things);
  }

  refusedOrganizations(caller: Caller, permission: Permission, organizationIds: readonly number[]): Promise<readonly number[]> {
    return this.policyCheck.refusedOrganizations(caller, permission, organizationIds);
  }

  /** What a policy permits beyond the roles allows the act, but the caller cannot give it to others. */
  private async underPolicies(
    caller: Caller,
    permission: Permission,
    place: Place,
    standing: Standing | null,
    byRoles: Held | null,
  ): Promise<Held | null> {
    if (standing === null && byRoles === null) return null;
    const stands = { isAllowedByRoles: byRoles !== null, epoch: standing?.policyEpoch };
    const answer = await this.policyCheck.ask(caller, permission, place, stands);
    if (answer === null) return byRoles;
    const held = standing?.permissions ?? [];
    if (answer.isAllowed) return byRoles ?? { permissions: held, isSystemAdmin: false, isFounding: false };
    if (byRoles === null) return null;
    throw await this.refusedBy(answer, { caller, permission, place, held });
  }

  private async refusedBy(answer: PolicyAnswer, act: RefusedAct) {
    const { caller, permission, place } = act;
    const policies = answer.policies.map(({ id, version }) => `${id} v${version}`);
    await this.refusals.at(caller, permission, place, answer.isFailure ? 'pdp_error' : 'policy', { policies });
    return this.policyRefusal.of(answer, act);
  }

  refuseUnknown(caller: Caller, permission: Permission, asked: Asked): Promise<NotFound> {
    return this.refusals.unknown(caller, permission, asked);
  }

  /** What allows it: a role, or the power of a system administrator; `null` when neither does. */
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
    if (isData && !isInRole && !(await this.workspaceReach.approvedFor(caller, permission)).includes(organizationId)) return null;
    await this.confirm(caller);
    // Data permissions only: who acts as an owner for an hour must not give anyone a right that outlasts the hour.
    return { permissions: isData ? [...permissions, ...DATA] : permissions, isSystemAdmin: true, isFounding };
  }

  /**
   * When only the power of a system administrator allows a change, a merely live session is not enough, because it
   * opens every organization. Decided by the method of the request, so that no new route can forget it.
   */
  private async confirm(caller: Caller): Promise<void> {
    if (isChanging()) await this.freshProof.requireOfSystemAdmin(caller);
  }

  where(caller: Caller, permission: Permission): Promise<readonly number[]> {
    return this.workspaceReach.organizations(caller, permission, 'organization');
  }

  /** Who holds the permission somewhere belongs somewhere: that is asked only of the others. */
  async whereMember(caller: Caller, permission: Permission): Promise<readonly number[]> {
    const found = await this.workspaceReach.organizations(caller, permission, 'anywhere');
    if (found.length === 0) await this.requireMembership(caller, permission);
    return found;
  }

  async hasPolicies(organizationId: number): Promise<boolean> {
    return (await this.organizations.policyEpochsOf([organizationId])).size > 0;
  }

  async requireMembership(caller: Caller, permission: Permission): Promise<void> {
    if (await this.members.belongsSomewhere(caller.userId)) return;
    if (caller.isSystemAdmin && (await this.where(caller, permission)).length > 0) return;
    await this.refusals.anywhere(caller, { permission });
    throw new Forbidden();
  }

  async requireSystemAdmin(caller: Caller, action: string): Promise<void> {
    if (caller.isSystemAdmin) {
      noteGrant({ action });
      return this.confirm(caller);
    }
    await this.refusals.anywhere(caller, { permission: 'system administrator', attempted: action });
    throw new Forbidden();
  }
}
