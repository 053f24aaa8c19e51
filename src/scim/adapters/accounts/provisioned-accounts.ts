import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../../accounts/application/end-access.js';
import { LockAccount } from '../../../accounts/application/lock-account.js';
import { ProvisionAccount } from '../../../accounts/application/provision-account.js';
import { SteerAccount } from '../../../accounts/application/steer-account.js';
import { DomainError, ValidationFailed } from '../../../shared/domain-error.js';
import { People, type PreparedPerson, type Reach } from '../../application/ports/people.js';
import type { AccountFacts } from '../../domain/placement.js';
import { type Provisioner, byProvisioner } from '../../domain/provisioner.js';
import { InvalidValue, Raced } from '../../domain/scim.errors.js';

@Injectable()
export class ProvisionedAccounts extends People {
  constructor(
    private readonly provisionAccount: ProvisionAccount,
    private readonly lockAccount: LockAccount,
    private readonly steerAccount: SteerAccount,
    private readonly endAccessOf: EndAccess,
  ) {
    super();
  }

  async prepare(input: Parameters<People['prepare']>[0]): Promise<PreparedPerson> {
    const { organizationId, facts, password } = input;
    const { username, addresses } = facts;
    try {
      return await this.provisionAccount.prepare({ organizationId, username, addresses, password });
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      throw new InvalidValue(error.details?.map(({ message }) => message).join(' ') ?? error.message);
    }
  }

  lockByEmail(emailKey: string): Promise<AccountFacts | null> {
    return this.lockAccount.byEmail(emailKey);
  }

  lock(userId: number): Promise<AccountFacts | null> {
    return this.lockAccount.execute(userId);
  }

  async register(
    person: Parameters<People['register']>[0],
    organizationId: number,
    isActive: boolean,
    reach: Reach,
  ): Promise<number> {
    try {
      return await this.provisionAccount.register({ person, organizationId, isActive, reach });
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'conflict') throw new Raced();
      throw error;
    }
  }

  steer(userId: number, person: PreparedPerson, provisioner: Provisioner, reach: Reach): Promise<void> {
    const { organizationId } = provisioner;
    return this.steerAccount.execute({ userId, organizationId, person, reach, detail: byProvisioner(provisioner) });
  }

  endAccess(userId: number): Promise<void> {
    return this.endAccessOf.execute(userId);
  }
}
