import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { LockEnforcement } from './lock-enforcement.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class ReleaseSignOn {
  constructor(
    private readonly lockEnforcement: LockEnforcement,
    private readonly enforcements: Enforcements,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Opens every way to log in again, at once. Checks no permission; joins the unit of work, before it locks a session.
   * @param input without users and wave: for the whole organization, whatever required it
   * @throws NotFound when there is no such organization
   */
  execute(input: { organizationId: number; userIds: readonly number[] | null; waveNumber: number | null }): Promise<void> {
    const { organizationId, userIds, waveNumber } = input;
    return this.unitOfWork.run(async () => {
      if ((await this.lockEnforcement.execute(organizationId)) === null) throw new NotFound('Organization');
      await this.enforcements.release({ organizationId, userIds, waveNumber });
    });
  }
}
