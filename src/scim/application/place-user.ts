import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import { ProvisionAccount, type ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { SteerAccount } from '../../accounts/application/steer-account.js';
import { InviteProvisioned } from '../../invitations/application/invite-provisioned.js';
import { AdmitProvisioned } from '../../organizations/application/admit-provisioned.js';
import type { PermissionGrant } from '../../shared/permission.js';
import type { AccountFacts, PersonPlace, Standing } from '../domain/placement.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { FollowActive } from './follow-active.js';
import { KeepCeiling } from './keep-ceiling.js';
import { GroupMappings } from './ports/group-mappings.js';

/** Makes the person of a user a member, if the organization may decide that. */
@Injectable()
export class PlaceUser {
  constructor(
    private readonly provisionAccount: ProvisionAccount,
    private readonly steerAccount: SteerAccount,
    private readonly endAccess: EndAccess,
    private readonly admitProvisioned: AdmitProvisioned,
    private readonly inviteProvisioned: InviteProvisioned,
    private readonly followActive: FollowActive,
    private readonly mappings: GroupMappings,
    private readonly keepCeiling: KeepCeiling,
  ) {}

  /**
   * Joins the unit of work, in which `LockPerson` has found the place.
   * @returns the account that the user stands for from now on @throws AboveCeiling, and what the contexts below refuse
   */
  async execute(input: {
    provisioner: Provisioner;
    person: ProvisionedPerson;
    place: PersonPlace;
    isActive: boolean;
  }): Promise<number | null> {
    const { provisioner, person, place, isActive } = input;
    const { organizationId } = provisioner;
    const { email } = person;
    const { placement, account } = place;
    if (email === null || placement === 'none') return null;
    if (placement === 'link' && account !== null) return this.link(provisioner, person, account, isActive);
    // Judged in every case: a refusal must not tell whether there is an account.
    const { roleId, reach } = await this.defaultRole(provisioner);
    if (placement === 'invite' && !isActive) return null;
    if (placement === 'register') {
      const registered = { person: { ...person, email }, organizationId, isActive, reach };
      const userId = await this.provisionAccount.register(registered);
      await this.admit(provisioner, userId, { roleId, isActive });
      return userId;
    }
    if (placement === 'invite' || account === null) {
      await this.inviteProvisioned.execute({ organizationId, email, roleId, detail: byProvisioner(provisioner) });
      return null;
    }
    await this.admit(provisioner, account.id, { roleId, isActive });
    if (!isActive) await this.endAccess.execute({ userId: account.id, organizationId, isKeptElsewhere: false });
    await this.steer(provisioner, account.id, person, reach);
    return account.id;
  }

  private async link(
    provisioner: Provisioner,
    person: ProvisionedPerson,
    account: AccountFacts & Standing,
    isActive: boolean,
  ): Promise<number> {
    await this.followActive.execute({ provisioner, member: account, isActive });
    // Other accounts do not change: a directory may name any person.
    const isOwn = account.provisionedBy === provisioner.organizationId;
    const held = isOwn ? await this.keepCeiling.execute(provisioner, { does: 'change', member: account }) : null;
    await this.steer(provisioner, account.id, person, held?.permissions ?? []);
    return account.id;
  }

  private admit(
    provisioner: Provisioner,
    userId: number,
    { roleId, isActive }: { roleId: number | null; isActive: boolean },
  ): Promise<void> {
    const { organizationId } = provisioner;
    const detail = byProvisioner(provisioner);
    return this.admitProvisioned.execute({
      organizationId,
      userId,
      roleId,
      isSuspended: !isActive,
      hasCome: false,
      detail,
    });
  }

  private steer(
    provisioner: Provisioner,
    userId: number,
    person: ProvisionedPerson,
    reach: readonly PermissionGrant[],
  ): Promise<void> {
    const { organizationId } = provisioner;
    return this.steerAccount.execute({ userId, organizationId, person, reach, detail: byProvisioner(provisioner) });
  }

  private async defaultRole(
    provisioner: Provisioner,
  ): Promise<{ roleId: number | null; reach: readonly PermissionGrant[] }> {
    const roleId = (await this.mappings.fallbackOf(provisioner.organizationId))?.roleId ?? null;
    const { permissions } = await this.keepCeiling.execute(provisioner, { does: 'give', roleIds: [roleId] });
    return { roleId, reach: permissions };
  }
}
