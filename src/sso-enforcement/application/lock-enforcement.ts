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
   * Until the unit of work ends, neither the organization's enforcement nor its owners can change; logins of its
   * members that were in progress have ended, and later ones wait. Call it before any session is locked.
   * @param accounts whose factors, status or rows the change touches; held first, in the common order of locks
   * @returns `null` when there is no such organization
   */
  async execute(organizationId: number, accounts: readonly number[] = []): Promise<Enforcement | null> {
    // Locked before the organization: the audit entry of a login in progress refers to its row.
    await this.enforcements.keepLoginsOut(organizationId, accounts);
    await this.lockOrganization.execute(organizationId, 'exclusive');
    return this.enforcements.of(organizationId);
  }
}
