import { Injectable } from '@nestjs/common';
import { ConcurrentChange } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Attempt } from '../domain/attempt.js';
import { MOST_LOOKS } from '../domain/concurrent-logins.js';
import { returnWith } from '../domain/return-address.js';
import { startUrlOf } from '../domain/service-addresses.js';
import { AttemptEnded, SsoFailed } from '../domain/sso.errors.js';
import { type Admission, AdmitPerson, type Forwarded } from './admit-person.js';
import { FailLogin } from './fail-login.js';
import { HandOutLogin } from './hand-out-login.js';
import { LinkOwnAccount } from './link-own-account.js';
import { Attempts } from './ports/attempts.js';
import { RecogniseAgain } from './recognise-again.js';
import { SettleTest } from './settle-test.js';

/** Completes a login, once the provider has said who the person is and the browser is the one that began. */
@Injectable()
export class SettleLogin {
  constructor(
    private readonly attempts: Attempts,
    private readonly admitPerson: AdmitPerson,
    private readonly linkOwnAccount: LinkOwnAccount,
    private readonly recogniseAgain: RecogniseAgain,
    private readonly handOutLogin: HandOutLogin,
    private readonly settleTest: SettleTest,
    private readonly failLogin: FailLogin,
    private readonly service: ServiceOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns where the browser goes @throws AttemptEnded */
  async execute(attempt: Attempt, identity: AssertedIdentity): Promise<string> {
    for (let look = 1; ; look += 1) {
      try {
        if (attempt.purpose === 'test') return await this.settleTest.execute(attempt, identity);
        const outcome = await this.unitOfWork.run(() => this.settle(attempt, identity));
        if (outcome instanceof SsoFailed) return await this.failLogin.execute(attempt, outcome);
        return outcome;
      } catch (error) {
        if (error instanceof ConcurrentChange && look < MOST_LOOKS) continue;
        if (!(error instanceof SsoFailed) || error instanceof AttemptEnded) throw error;
        return this.failLogin.execute(attempt, error);
      }
    }
  }

  /** @returns where the browser goes, or a refusal */
  private async settle(attempt: Attempt, identity: AssertedIdentity): Promise<string | SsoFailed> {
    const settled = await this.judge(attempt, identity);
    if (!(await this.attempts.finish(attempt, this.clock.now()))) throw new AttemptEnded();
    if (settled instanceof SsoFailed) return settled;
    if ('toConnectionId' in settled) return this.startOver(attempt, settled);
    const outcome = settled.isProved
      ? await this.handOutLogin.code(attempt, identity, settled)
      : await this.handOutLogin.linkToken(attempt, identity, settled.userId);
    return returnWith(attempt.returnTo, outcome);
  }

  /** Starts the login again at the new provider. Nothing that the former one said counts there. */
  private startOver({ returnTo, codeChallenge }: Attempt, { toConnectionId }: Forwarded): string {
    const query = new URLSearchParams({ return_to: returnTo, ...(codeChallenge !== null && { code_challenge: codeChallenge }) });
    return `${startUrlOf(this.service.publicUrl, toConnectionId)}?${query.toString()}`;
  }

  private judge(attempt: Attempt, identity: AssertedIdentity): Promise<Admission | Forwarded | SsoFailed> {
    if (attempt.purpose === 'link') return this.linkOwnAccount.execute(attempt, identity);
    if (attempt.purpose === 'step_up') return this.recogniseAgain.execute(attempt, identity);
    return this.admitPerson.execute(attempt, identity);
  }
}
