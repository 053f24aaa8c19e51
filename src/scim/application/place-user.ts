import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import { ProvisionAccount, type ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { RetireAccount } from '../../accounts/application/retire-account.js';
import { SteerAccount } from '../../accounts/application/steer-account.js';
import { InviteProvisioned } from '../../invitations/application/invite-provisioned.js';
import { AdmitProvisioned } from '../../organizations/application/admit-provisioned.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { type DirectoryNames, isReturning } from '../domain/leaver.js';
import type { AccountFacts, PersonPlace, Standing } from '../domain/placement.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { FollowActive } from './follow-active.js';
import { KeepCeiling } from './keep-ceiling.js';
import { GroupMappings } from './ports/group-mappings.js';
import { UserLinks } from './ports/user-links.js';

/** What became of a user. */
export interface Placed {
  /** The account that the user stands for from now on. */
  readonly userId: number | null;
  /** Whether another person had the address before. */
  readonly isSuccessor: boolean;
}

const at = (userId: number | null): Placed => ({ userId, isSuccessor: false });
const NOWHERE = at(null);

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
    private readonly retireAccount: RetireAccount,
    private readonly userLinks: UserLinks,
    private readonly mappings: GroupMappings,
    private readonly keepCeiling: KeepCeiling,
  ) {}

  /**
   * Joins the unit of work, in which `LockPerson` has found the place.
   * @param input.names how the directory names them
   * @returns the account that the user stands for from now on @throws AboveCeiling, and what the contexts below refuse
   */
  async execute(input: {
    provisioner: Provisioner;
    person: ProvisionedPerson;
    names: DirectoryNames;
    place: PersonPlace;
    isActive: boolean;
  }): Promise<Placed> {
    const { provisioner, person, place, isActive } = input;
    const { organizationId } = provisioner;
    const { email } = person;
    const { placement, account } = place;
    if (email === null || placement === 'none') return NOWHERE;
    if (placement === 'link' && account !== null) return at(await this.link(provisioner, person, account, isActive));
    // Judged in every case: a refusal must not tell whether there is an account.
    const { roleId, reach } = await this.defaultRole(provisioner);
    if (placement === 'invite' && !isActive) return NOWHERE;
    const isSuccessor = placement === 'readmit' && !(await this.isReturning(organizationId, account, input.names));
    if (placement === 'register' || isSuccessor) {
      if (isSuccessor && account !== null) await this.retireAccount.execute({ userId: account.id, detail: byProvisioner(provisioner) });
      const registered = { person: { ...person, email }, organizationId, isActive, reach, isSuccessor };
      const userId = await this.provisionAccount.register(registered);
      await this.admit(provisioner, userId, { roleId, isActive });
      return { userId, isSuccessor };
    }
    if (placement === 'invite' || account === null) {
      await this.inviteProvisioned.execute({ organizationId, email, roleId, detail: byProvisioner(provisioner) });
      return NOWHERE;
    }
    await this.admit(provisioner, account.id, { roleId, isActive });
    if (!isActive) await this.endAccess.execute({ userId: account.id, organizationId, isKeptElsewhere: false });
    await this.steer(provisioner, account.id, person, reach);
    return at(account.id);
  }

  private async isReturning(organizationId: number, account: AccountFacts | null, names: DirectoryNames): Promise<boolean> {
    return account !== null && isReturning(await this.userLinks.leaver(organizationId, account.id), names);
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

  private async steer(
    provisioner: Provisioner,
    userId: number,
    person: ProvisionedPerson,
    reach: readonly PermissionGrant[],
  ): Promise<void> {
    const { organizationId } = provisioner;
    await this.steerAccount.execute({ userId, organizationId, person, reach, detail: byProvisioner(provisioner) });
  }

  private async defaultRole(provisioner: Provisioner): Promise<{ roleId: number | null; reach: readonly PermissionGrant[] }> {
    const roleId = (await this.mappings.fallbackOf(provisioner.organizationId))?.roleId ?? null;
    const { permissions } = await this.keepCeiling.execute(provisioner, { does: 'give', roleIds: [roleId] });
    return { roleId, reach: permissions };
  }
}
