import { Injectable } from '@nestjs/common';
import { Logger } from '../../../platform/logging/logger.js';
import { OnceAMinute } from '../../../platform/logging/once-a-minute.js';
import type { Caller } from '../../../shared/caller.js';
import { AccessControl } from '../../../shared/ports/access-control.js';
import { Clock } from '../../../shared/ports/clock.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import { DataPoliciesKept } from '../../application/ports/data-policies-kept.js';
import { DataPoliciesFailed } from '../../domain/data-policy.errors.js';

/** A data policy whose condition cannot be evaluated closes all its data. People who may read policies learn which one, and why. */
@Injectable()
export class FailingConditions {
  private readonly onceAMinute: OnceAMinute;

  constructor(
    private readonly kept: DataPoliciesKept,
    private readonly access: AccessControl,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {
    this.onceAMinute = new OnceAMinute(clock);
  }

  /** @throws DataPoliciesFailed in the words for this caller, and whatever the work throws */
  async watched<T>(caller: Caller, organizationId: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DataPoliciesFailed) || error.failing.length === 0) throw error;
      await this.note(caller, organizationId, error);
      const mayKnow = (await this.access.where(caller, 'abac.read')).includes(organizationId);
      throw mayKnow ? error.named() : error;
    }
  }

  /** Once a minute: a statement that meets it again says nothing new. */
  private async note({ userId }: Caller, organizationId: number, { failing }: DataPoliciesFailed): Promise<void> {
    const ids = failing.map(({ id }) => id);
    let due = 0;
    this.onceAMinute.note(`${organizationId} ${ids.join(' ')}`, (times) => (due = times));
    if (due === 0) return;
    const which = { organizationId, kind: 'data_policy_error', data_policies: ids, times: due };
    // Without the causes: they hold values of attributes.
    this.logger.error(which, 'a data policy could not be evaluated, so its data is shut for the people whom that meets');
    await this.unitOfWork
      .run(() => this.kept.noteFailing(ids, { userId, at: this.clock.now() }))
      .catch((err: unknown) => this.logger.warn({ err, organizationId }, 'a failing data policy could not be marked'));
  }
}
