import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { AdmitLogin, type LoginInput } from './admit-login.js';
import { FindPlaces } from './find-places.js';
import { LoginTurns } from './ports/login-turns.js';
import { NO_USER_ID, type RecognisedLogin, RecogniseLogin } from './recognise-login.js';
import { type LoginOutcome, RefuseLogin } from './refuse-login.js';

@Injectable()
export class LogIn {
  constructor(
    private readonly recogniseLogin: RecogniseLogin,
    private readonly turns: LoginTurns,
    private readonly findPlaces: FindPlaces,
    private readonly throttle: AttemptThrottle,
    private readonly admitLogin: AdmitLogin,
    private readonly refuseLogin: RefuseLogin,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Unauthorized is the same for every reason. @throws Unavailable */
  async execute(input: LoginInput): Promise<LoginOutcome> {
    const { login, origin, device } = input;
    const recognised = await this.recogniseLogin.execute({ login, ip: origin.ip, deviceToken: device.token });
    return this.turns.take(recognised, () => this.judge(input, recognised));
  }

  private async judge(input: LoginInput, recognised: RecognisedLogin): Promise<LoginOutcome> {
    const { login, password, origin } = input;
    const { account, throttled, limit, familiarity } = recognised;
    const isBlocked = (await this.throttle.waitSeconds(throttled)) > 0;
    const verified = isBlocked ? null : await account.verify(password, familiarity);
    // After the trust epoch was read: a suspension from here on raises the epoch, and no session opens.
    const { affiliations, isShutOut } = await this.findPlaces.execute(verified?.id ?? NO_USER_ID);
    return this.unitOfWork.run(async () => {
      // Every login locks the account before its names: with one order, transactions never wait in a circle.
      const isOverLimit = (await this.throttle.lock(limit)) > 0;
      const user = isOverLimit || (isShutOut && verified?.isSystemAdmin !== true) ? null : verified;
      const outcome = user === null ? 'failure' : 'success';
      const wait = await this.throttle.settle(throttled, outcome);
      if (wait > 0) return this.refuseLogin.execute(new RateLimited(wait), { reason: 'throttled', wait_seconds: wait });
      await this.throttle.settle(limit, outcome);
      return user === null
        ? this.refuseLogin.guess({ login, ip: origin.ip }, recognised, isOverLimit)
        : this.admitLogin.execute(user, input, { ...recognised, affiliations });
    });
  }
}
