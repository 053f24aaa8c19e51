import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { LockEnforcement } from './lock-enforcement.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';

/** For those who require or release by stages: what they look at before stays so until they have done it. */
@Injectable()
export class ReadLockedEnforcement {
  constructor(
    private readonly lockEnforcement: LockEnforcement,
    private readonly readEnforcement: ReadEnforcement,
  ) {}

  /**
   * Joins the unit of work, until whose end nobody else changes what the organization requires. Before a wave or a session is
   * locked. Asks nobody's permission.
   * @throws NotFound when there is no such organization
   */
  async execute(organizationId: number): Promise<EnforcementView> {
    if ((await this.lockEnforcement.execute(organizationId)) === null) throw new NotFound('Organization');
    return this.readEnforcement.execute(organizationId);
  }
}
