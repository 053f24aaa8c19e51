import { Injectable } from '@nestjs/common';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Connection } from '../domain/connection.js';
import { AdmitMember } from './admit-member.js';
import { LinkIdentity } from './link-identity.js';
import { Accounts, type Address } from './ports/accounts.js';

/** The first login of somebody who has no account makes one, as the directory of the organization would. */
@Injectable()
export class ProvisionPerson {
  constructor(
    private readonly accounts: Accounts,
    private readonly admitMember: AdmitMember,
    private readonly linkIdentity: LinkIdentity,
  ) {}

  /** Joins the unit of work. @throws Raced when somebody made the account meanwhile */
  async execute(
    connection: Connection,
    identity: AssertedIdentity,
    email: Address,
  ): Promise<{ userId: number; identityId: number }> {
    const { id: connectionId, organizationId, defaultRoleId: roleId } = connection;
    const { issuer, subject } = identity;
    const userId = await this.accounts.register(email, organizationId);
    await this.admitMember.execute({ organizationId, userId, roleId, connectionId });
    const link = { organizationId, connectionId, userId, issuer, subject, email: email.text };
    return { userId, identityId: await this.linkIdentity.execute({ ...link, linkedBy: 'provisioning' }) };
  }
}
