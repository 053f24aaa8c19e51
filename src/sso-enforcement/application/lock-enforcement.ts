import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Enforcement } from '../domain/enforcement.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class LockEnforcement {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly lockOrganization: LockOrganization,
  ) {}

  /**
   * Until the unit of work ends nobody else changes what the organization requires, nor who its owners are; logins of its
   * members that are under way have ended before, and later ones wait. Before any session is locked.
   * @param accounts whose factors, status or rows the change touches; held first, in the order in which everyone locks
   * @returns `null` when there is no such organization
   */
  async execute(organizationId: number, accounts: readonly number[] = []): Promise<Enforcement | null> {
    // Before the organization: a login that is under way refers to its row for what it leaves in the audit trail.
    await this.enforcements.keepLoginsOut(organizationId, accounts);
    await this.lockOrganization.execute(organizationId, 'exclusive');
    return this.enforcements.of(organizationId);
  }
}
