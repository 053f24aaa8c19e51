import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import { type Attempt, isOpenFor } from '../domain/attempt.js';
import type { Foreseen } from '../domain/connection-test.js';
import { returnWith } from '../domain/return-address.js';
import { AttemptEnded, ConnectionNotActive } from '../domain/sso.errors.js';
import { FinishTest } from './finish-test.js';
import { RehearseClaims } from './rehearse-claims.js';
import { Attempts } from './ports/attempts.js';
import { type Recognised, RecogniseIdentity } from './recognise-identity.js';

/** A test login ends in a report of what a login would have led to. */
@Injectable()
export class SettleTest {
  constructor(
    private readonly attempts: Attempts,
    private readonly recogniseIdentity: RecogniseIdentity,
    private readonly rehearseClaims: RehearseClaims,
    private readonly finishTest: FinishTest,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws SsoFailed, AttemptEnded, ConcurrentChange */
  async execute(attempt: Attempt, identity: AssertedIdentity): Promise<string> {
    const { testId, connectionId, returnTo } = attempt;
    const recognised = await this.unitOfWork.run(async () => {
      const found = await this.recogniseIdentity.execute(attempt, identity);
      if (!isOpenFor(found.connection, attempt)) throw new ConnectionNotActive();
      if (!(await this.attempts.finish(attempt, this.clock.now()))) throw new AttemptEnded();
      return found;
    });
    if (testId === null) throw new AttemptEnded();
    const wouldDo = foreseen(recognised);
    const roles = await this.rehearseClaims.execute(recognised.connection, recognised.memberId, {
      ...identity,
      since: attempt.startedAt.getTime(),
    });
    const status = await this.finishTest.execute({ testId, connectionId, identity, wouldDo, roles, begunAt: attempt.startedAt });
    return returnWith(returnTo, { test: status });
  }
}

function foreseen({ verdict, account }: Recognised): Foreseen {
  if (verdict.kind === 'refuse') return { outcome: 'refuse', fault: verdict.fault };
  if (verdict.kind === 'provision' || account === null) return { outcome: 'provision' };
  const { id: userId } = account;
  if (verdict.kind === 'admit' || verdict.kind === 'move') return { outcome: 'log_in', userId };
  return { outcome: verdict.kind === 'link' ? 'link' : 'ask_for_proof', userId };
}
