import { Injectable } from '@nestjs/common';
import { ConcurrentChange } from '../../shared/domain-error.js';
import { LockAccount, type LockedAccount } from '../../accounts/application/lock-account.js';
import type { ProvisionedPerson } from '../../accounts/application/provision-account.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { FindStanding } from '../../organizations/application/find-standing.js';
import { type AccountFacts, type PersonPlace, type Standing, placementOf } from '../domain/placement.js';

/** Locks the account behind a user and the organization, so that its mapping stays. Comes before any resource is locked. */
@Injectable()
export class LockPerson {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly findStanding: FindStanding,
    private readonly lockOrganization: LockOrganization,
  ) {}

  /** For a user without an account: who has the address, and what that means for the user. */
  async byAddress(person: ProvisionedPerson, organizationId: number): Promise<PersonPlace> {
    const { email } = person;
    return this.at(person, organizationId, email && (await this.lockAccount.byEmail(email.key)));
  }

  /** The same in a unit of work that has locked the organization. @throws ConcurrentChange when somebody else has locked the account */
  async byAddressAtOnce(person: ProvisionedPerson, organizationId: number): Promise<PersonPlace> {
    const { email } = person;
    return this.at(person, organizationId, email && (await this.lockAccount.byEmailAtOnce(email.key)));
  }

  private async at(person: ProvisionedPerson, organizationId: number, found: LockedAccount | null): Promise<PersonPlace> {
    const account = found && { ...found, ...(await this.standing(organizationId, found.id, person)) };
    if (account === null) await this.lockOrganization.execute(organizationId, setsPassword(person) ? 'alone' : 'shared');
    return { placement: placementOf(person.email !== null, account, organizationId), account };
  }

  /**
   * For a user with an account.
   * @param person `null` if no password is set
   * @param successorKey the address of another person who gets the user, whose account is locked as well
   * @throws ConcurrentChange when the account is gone
   */
  async byAccount(
    userId: number,
    organizationId: number,
    person: ProvisionedPerson | null,
    successorKey: string | null = null,
  ): Promise<AccountFacts & Standing> {
    const found = await this.lockAccount.execute(userId, successorKey);
    if (found === null) throw new ConcurrentChange();
    return { ...found, ...(await this.standing(organizationId, userId, person)) };
  }

  private async standing(organizationId: number, userId: number, person: ProvisionedPerson | null): Promise<Standing> {
    if (!setsPassword(person)) return this.findStanding.hold({ organizationId, userId });
    const standing = await this.findStanding.lock({ organizationId, userId });
    await this.lockOrganization.execute(organizationId, 'alone');
    return standing;
  }
}

/** Then the organization is locked exclusively: what the account holds must not grow between the judgement and the commit. */
function setsPassword(person: ProvisionedPerson | null): boolean {
  return person !== null && person.passwordHash !== null;
}
