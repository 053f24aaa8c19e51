import { Injectable } from '@nestjs/common';
import { AddressNotProved } from '../../shared/domain-error.js';
import type { EmailAddress } from '../../shared/email-key.js';
import { AddressManaged, type AddressManager, AddressSignsOn } from '../domain/account.errors.js';
import type { User } from '../domain/user.js';
import { AddressDirectories } from './ports/address-directories.js';
import { AddressDomains } from './ports/address-domains.js';
import { Affiliations } from './ports/affiliations.js';

export interface ManagedAddress {
  readonly by: AddressManager;
  readonly organization: string;
}

/** Whether a person may decide what the address of their account is. */
@Injectable()
export class JudgeOwnAddress {
  constructor(
    private readonly directories: AddressDirectories,
    private readonly domains: AddressDomains,
    private readonly affiliations: Affiliations,
  ) {}

  /** @throws AddressManaged, AddressNotProved, AddressSignsOn */
  async execute(user: User, email: EmailAddress): Promise<void> {
    const managed = await this.managerOf(user);
    if (managed !== null) throw new AddressManaged(managed.by, managed.organization);
    if (user.isUnclaimed) throw new AddressNotProved();
    if (await this.domains.isSignOnRequiredAt(email.text)) throw new AddressSignsOn();
  }

  /** @returns `null`: the person alone decides */
  async managerOf(user: User): Promise<ManagedAddress | null> {
    const directory = await this.directories.managerOf(user.id);
    if (directory !== null) return this.managed('directory', directory);
    const signOn = await this.domains.signOnOf(user.id);
    if (signOn !== null) return this.managed('single_sign_on', signOn);
    // A directory that is connected later could no longer find an account that has left the domain.
    for (const organizationId of await this.affiliations.idsOf(user.id)) {
      const standing = await this.domains.standingOf(organizationId, user.emailKey);
      if (standing === 'verified') return this.managed('verified_domain', organizationId);
    }
    return null;
  }

  private async managed(by: AddressManager, organizationId: number): Promise<ManagedAddress> {
    return { by, organization: await this.affiliations.nameOf(organizationId) };
  }
}
