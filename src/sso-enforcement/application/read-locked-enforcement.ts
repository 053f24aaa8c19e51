import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { LockEnforcement } from './lock-enforcement.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';

/** For callers that require or release in stages: what they read first cannot change until they are done. */
@Injectable()
export class ReadLockedEnforcement {
  constructor(
    private readonly lockEnforcement: LockEnforcement,
    private readonly readEnforcement: ReadEnforcement,
  ) {}

  /**
   * Joins the unit of work, until whose end the organization's enforcement cannot change. Call it before a wave or a
   * session is locked. Checks no permission.
   * @throws NotFound when there is no such organization
   */
  async execute(organizationId: number): Promise<EnforcementView> {
    if ((await this.lockEnforcement.execute(organizationId)) === null) throw new NotFound('Organization');
    return this.readEnforcement.execute(organizationId);
  }
}
