import { Injectable } from '@nestjs/common';
import { JudgeProvisioning } from '../../organizations/application/judge-provisioning.js';
import type { Held } from '../../shared/ports/access-control.js';
import type { AccountFacts } from '../domain/placement.js';
import type { Provisioner } from '../domain/provisioner.js';
import { AboveCeiling } from '../../engines/scim-protocol/scim.errors.js';
import { AskForApproval } from './ask-for-approval.js';

/** What a token is about to do with the rights of the people behind it. */
export type Deed =
  /** `null` among the roles for the built-in viewer. */
  | { readonly does: 'give'; readonly roleIds: readonly (number | null)[] }
  /** Changes what policies read of people: attributes, groups. The roles are those that the groups give. */
  | { readonly does: 'describe'; readonly roleIds: readonly (number | null)[] }
  /** Changes password, names or addresses of a member, or lets them in again. */
  | { readonly does: 'change'; readonly member: AccountFacts }
  /** Suspends or removes a member. */
  | { readonly does: 'remove'; readonly member: AccountFacts };

/** Everything that needs rights and is done with a token comes through here first. */
@Injectable()
export class KeepCeiling {
  constructor(
    private readonly judgeProvisioning: JudgeProvisioning,
    private readonly askForApproval: AskForApproval,
  ) {}

  /**
   * Joins the unit of work, which has locked the organization, and comes before it changes anything of what is judged.
   * @returns what the people behind the token lend it @throws AboveCeiling
   */
  async execute(provisioner: Provisioner, deed: Deed): Promise<Held> {
    const { organizationId, backing } = provisioner;
    const { isAllowed, isApprovalNeeded, held } = await this.judgeProvisioning.execute({
      organizationId,
      backing,
      deed: 'roleIds' in deed ? { userId: null, roleIds: deed.roleIds } : { userId: deed.member.id, roleIds: [] },
      // To change a password or an address is to give everything that the account holds.
      does: deed.does === 'remove' ? 'take' : 'give',
      isOffboarding: deed.does === 'remove' && deed.member.provisionedBy === organizationId,
    });
    // A system administrator decides in no organization who reads what, so somebody of the organization has to answer for it.
    if (!isAllowed || (deed.does === 'describe' && held.permissions.length === 0)) throw new AboveCeiling();
    // Offboarding goes on, but the owners must learn that nothing else does.
    if (isApprovalNeeded) await this.askForApproval.execute(provisioner);
    return held;
  }
}
