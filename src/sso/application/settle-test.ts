import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import { type Attempt, isOpenFor } from '../domain/attempt.js';
import { sentenceOf } from '../domain/linking.js';
import { returnWith } from '../domain/return-address.js';
import { AttemptEnded, ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { FinishTest } from './finish-test.js';
import { Attempts } from './ports/attempts.js';
import { RecogniseIdentity } from './recognise-identity.js';

/** A login that was a test ends in a report of what a login would have come to. */
@Injectable()
export class SettleTest {
  constructor(
    private readonly attempts: Attempts,
    private readonly recogniseIdentity: RecogniseIdentity,
    private readonly finishTest: FinishTest,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws SsoFailed, AttemptEnded, Raced */
  async execute(attempt: Attempt, identity: AssertedIdentity): Promise<string> {
    const { testId, connectionId, returnTo } = attempt;
    const fault = await this.unitOfWork.run(async () => {
      const { connection, verdict } = await this.recogniseIdentity.execute(attempt, identity);
      if (!isOpenFor(connection, attempt)) throw new ConnectionNotActive();
      if (!(await this.attempts.finish(attempt, this.clock.now()))) throw new AttemptEnded();
      return verdict.kind === 'refuse' ? new SsoFailed(verdict.fault, sentenceOf(verdict.fault)) : null;
    });
    if (testId === null) throw new AttemptEnded();
    const status = await this.finishTest.execute({ testId, connectionId, identity, fault });
    return returnWith(returnTo, { test: status });
  }
}
