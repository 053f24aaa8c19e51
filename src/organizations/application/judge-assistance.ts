import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import type { Contact } from '../../shared/mail-to.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { type Assistance, MemberDisabled, NotManagedHere, OwnAccountHere, mayAssist } from '../domain/assistance.js';
import { assertTakes } from '../domain/role.js';
import { MemberSecurity } from './ports/member-security.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { ProvisionedMembers } from './ports/provisioned-members.js';

export interface AskedAssistance {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly userId: number;
  readonly act: Assistance;
}

/**
 * Decides whether an organization may help a member with their account: it must manage the account, and the member must
 * hold no more than the caller.
 */
@Injectable()
export class JudgeAssistance {
  constructor(
    private readonly access: AccessControl,
    private readonly lockAccount: LockAccount,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly provisionedMembers: ProvisionedMembers,
    private readonly memberSecurity: MemberSecurity,
    private readonly consent: OwnerConsent,
  ) {}

  /** Call it before the unit of work. @throws Forbidden */
  async admit({ caller, organizationId, userId }: AskedAssistance): Promise<void> {
    const held = await this.access.require(caller, 'member.assist', { organizationId });
    // System administrators have their own routes, which ask the owners when that is needed.
    if (held.isSystemAdmin) throw new Forbidden();
    if (caller.userId === userId) throw new OwnAccountHere();
  }

  /**
   * Joins the caller's unit of work, in which account and organization stay locked, so that the member is neither
   * removed nor given another role.
   * @throws Forbidden, NotFound, GrantRefused, NotManagedHere, MemberDisabled, OwnerApprovalRequired
   */
  async execute(asked: AskedAssistance): Promise<{ readonly contact: Contact; readonly organizationName: string }> {
    const { caller, organizationId, userId, act } = asked;
    const account = await this.lockAccount.execute(userId);
    await this.organizations.lockRow(organizationId, 'shared');
    const held = await this.access.require(caller, 'member.assist', { organizationId });
    const member = await this.members.find(organizationId, userId);
    const organization = await this.organizations.find(organizationId);
    if (account === null || member === null || organization === null) throw new NotFound('Member');
    const { touched } = await this.provisionedMembers.weigh(organizationId, [], { userId, roleIds: [] });
    assertTakes(held, touched);
    const { belongsElsewhere } = await this.provisionedMembers.standingOf(organizationId, userId);
    const state = (await this.memberSecurity.of(organizationId, [userId])).get(userId);
    if (state === undefined || !mayAssist(act, { ...account, ...state, belongsElsewhere })) throw new NotManagedHere();
    if (!account.isActive) throw new MemberDisabled();
    if (act === 'reset_factors' && organization.factorResets === 'needs_approval')
      await this.consent.spend(caller, organizationId, { kind: act, userId });
    return { contact: account, organizationName: organization.name };
  }
}
