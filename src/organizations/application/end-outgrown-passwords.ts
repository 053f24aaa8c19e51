import { Injectable } from '@nestjs/common';
import { EndDirectoryPassword } from '../../accounts/application/end-directory-password.js';
import { Members } from './ports/members.js';

/**
 * A password that a directory has set counts as far as whoever set it could give rights at that moment. Comes after members were given
 * more by many at once, be it by their groups or by a role that allows more than before. The directory that first sets a password and
 * then gives the groups ends nothing by that.
 */
@Injectable()
export class EndOutgrownPasswords {
  constructor(
    private readonly members: Members,
    private readonly endDirectoryPassword: EndDirectoryPassword,
  ) {}

  /**
   * Joins the unit of work in which they were given it. That one has locked the organization, so that no directory sets a password meanwhile.
   * Accounts are locked late here, against the order of other units of work. That happens only to those whose password ends, and
   * PostgreSQL ends one of two who wait for each other.
   * @param userIds `null` for every member
   */
  async execute(organizationId: number, userIds: readonly number[] | null): Promise<void> {
    for (const userId of await this.members.withOutgrownPassword(organizationId, userIds))
      await this.endDirectoryPassword.execute(userId);
  }
}
