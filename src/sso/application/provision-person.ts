import { Injectable } from '@nestjs/common';
import { ProvisionAccount } from '../../accounts/application/provision-account.js';
import type { EmailAddress } from '../../shared/email-key.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Connection } from '../domain/connection.js';
import { concurrentOnConflict } from '../domain/concurrent-logins.js';
import { AdmitSignedOnMember } from './admit-signed-on-member.js';
import { LinkIdentity } from './link-identity.js';

/** The first login of a person without an account creates one, as the directory of the organization would. */
@Injectable()
export class ProvisionPerson {
  constructor(
    private readonly provisionAccount: ProvisionAccount,
    private readonly admitMember: AdmitSignedOnMember,
    private readonly linkIdentity: LinkIdentity,
  ) {}

  /** Joins the unit of work. @throws ConcurrentChange when another request has made the account */
  async execute(connection: Connection, identity: AssertedIdentity, email: EmailAddress): Promise<{ userId: number; identityId: number }> {
    const { id: connectionId, organizationId, defaultRoleId: roleId } = connection;
    const { issuer, subject } = identity;
    const userId = await this.register(email, identity.name, organizationId);
    await this.admitMember.execute({ organizationId, userId, roleId, connectionId });
    const link = { organizationId, connectionId, userId, issuer, subject, email: email.text };
    return { userId, identityId: await this.linkIdentity.execute({ ...link, linkedBy: 'provisioning' }) };
  }

  private async register(email: EmailAddress, displayName: string | null, organizationId: number): Promise<number> {
    // No username was chosen, so the address becomes it, if such an address can be one.
    const named = { organizationId, username: email.text, displayName, addresses: [email.text], password: null };
    const person = { ...(await this.provisionAccount.prepare(named)), email };
    return concurrentOnConflict(() => this.provisionAccount.register({ person, organizationId, isActive: true }));
  }
}
