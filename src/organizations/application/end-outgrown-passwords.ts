import { Injectable } from '@nestjs/common';
import { EndDirectoryPassword } from '../../accounts/application/end-directory-password.js';
import { Members } from './ports/members.js';

/**
 * A password that a directory has set is valid only up to the rights that those who set it could give at that moment.
 * Run this after members gained rights in bulk, by their groups or by a role that now allows more. It ends no password
 * when the directory first sets it and then gives the groups.
 */
@Injectable()
export class EndOutgrownPasswords {
  constructor(
    private readonly members: Members,
    private readonly endDirectoryPassword: EndDirectoryPassword,
  ) {}

  /**
   * Joins the unit of work in which the rights were given. It has locked the organization, so that no directory can set a password.
   * Accounts are locked late here, against the order of other units of work. That happens only to those whose password ends, and PostgreSQL
   * ends one of two that wait for each other.
   * @param userIds `null` for every member
   */
  async execute(organizationId: number, userIds: readonly number[] | null): Promise<void> {
    for (const userId of await this.members.withOutgrownPassword(organizationId, userIds)) await this.endDirectoryPassword.execute(userId);
  }
}
