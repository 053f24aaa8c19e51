import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { Attempt } from '../domain/attempt.js';
import { returnWith } from '../domain/return-address.js';
import type { SsoFailed } from '../domain/sso.errors.js';
import { FailTest } from './fail-test.js';

const LONGEST_REASON = 400;

const REFUSED: Readonly<Record<Attempt['purpose'], string>> = {
  login: 'sso.login.refused',
  test: 'sso.login.refused',
  link: 'sso.identity.link_refused',
  step_up: 'sso.step_up.refused',
};

/** A login that failed: the client learns the fault, the administrators learn the reason. */
@Injectable()
export class FailLogin {
  constructor(
    private readonly failTest: FailTest,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Runs outside the unit of work that failed. @returns where the browser goes */
  async execute(
    attempt: Pick<Attempt, 'organizationId' | 'connectionId' | 'purpose' | 'testId' | 'userId' | 'returnTo'>,
    error: SsoFailed,
  ): Promise<string> {
    await this.record(attempt, error);
    return returnWith(attempt.returnTo, { error: error.fault, error_description: error.message });
  }

  /** For a login that leads nowhere, as nobody knows where it began. */
  async record(
    attempt: Pick<Attempt, 'organizationId' | 'connectionId' | 'purpose' | 'testId' | 'userId'>,
    error: SsoFailed,
  ): Promise<void> {
    const { organizationId, connectionId, purpose, testId, userId } = attempt;
    const { fault, reason, memberId } = error;
    if (testId !== null) await this.failTest.execute({ testId, connectionId, error });
    else
      await this.auditTrail.record({
        action: REFUSED[purpose],
        outcome: 'refused',
        actorUserId: userId,
        organizationId,
        target: { type: 'sso_connection', id: connectionId },
        detail: {
          fault,
          ...(reason !== null && { reason: reason.slice(0, LONGEST_REASON) }),
          ...(memberId !== null && { user_id: memberId }),
        },
      });
  }
}
