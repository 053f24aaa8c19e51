import { Injectable } from '@nestjs/common';
import { AdmitProvisioned } from '../../organizations/application/admit-provisioned.js';
import { EnterMember } from '../../scim/application/enter-member.js';
import { concurrentOnConflict } from '../domain/concurrent-logins.js';

/**
 * Lets a person who came through an organization's identity provider into that organization, and so into its directory.
 */
@Injectable()
export class AdmitSignedOnMember {
  constructor(
    private readonly admitProvisioned: AdmitProvisioned,
    private readonly enterMember: EnterMember,
  ) {}

  /**
   * Joins the unit of work, in which the account is locked. @param input.roleId `null` for a viewer @throws
   * ConcurrentChange when they are in already
   */
  async execute(input: { organizationId: number; userId: number; roleId: number | null; connectionId: number }): Promise<void> {
    const { organizationId, userId, roleId, connectionId } = input;
    const detail = { sso_connection_id: connectionId };
    const member = { organizationId, userId, roleId, isSuspended: false, hasCome: true, detail };
    await concurrentOnConflict(() => this.admitProvisioned.execute(member));
    await this.enterMember.execute({ organizationId, userId });
  }
}
