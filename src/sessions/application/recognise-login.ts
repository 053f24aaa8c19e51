import { Injectable } from '@nestjs/common';
import { type NamedAccount, VerifyPassword } from '../../accounts/application/verify-password.js';
import { FindKnownDevice } from '../../devices/application/find-known-device.js';
import type { Party, Familiarity } from '../../shared/fair-queue.js';
import { nameKeyOf } from '../../shared/email-key.js';
import { networkOf, partiesOf } from '../../shared/network.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { accountLimit, loginThrottle } from '../domain/login-throttle.js';
import { LoginTurns } from './ports/login-turns.js';
import { Sessions } from './ports/sessions.js';

/** An id that no account has. */
export const NO_USER_ID = 0;

export interface RecognisedLogin {
  /** The account that the name reaches, whatever its state. */
  readonly account: NamedAccount;
  /** Whether the account had a second factor. */
  readonly hasFactor: boolean;
  readonly familiarity: Familiarity;
  readonly party: Party;
  /** The throttle that answers 429. */
  readonly throttled: readonly ThrottledAction[];
  /** The throttle that refuses silently. */
  readonly limit: readonly ThrottledAction[];
}

/** Finds who a login seems to come from, before its password is checked. The same work for every name. */
@Injectable()
export class RecogniseLogin {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly findKnownDevice: FindKnownDevice,
    private readonly sessions: Sessions,
    private readonly turns: LoginTurns,
  ) {}

  /** @throws Unavailable */
  execute(input: { login: string; ip: string | null; deviceToken: string | null }): Promise<RecognisedLogin> {
    const network = networkOf(input.ip);
    return this.turns.look(network, async () => {
      const name = nameKeyOf(input.login);
      const account = await this.verifyPassword.find(input.login);
      const { userId } = account;
      const knownDeviceId = await this.findKnownDevice.execute({
        userId: userId ?? NO_USER_ID,
        token: input.deviceToken,
      });
      // After the trust epoch, which every change of factors raises.
      const seen = await this.sessions.recognise(network, userId ?? NO_USER_ID);
      const isKnown = knownDeviceId !== null || seen.user;
      return {
        account,
        hasFactor: seen.hasFactor,
        familiarity: isKnown ? 'known' : 'stranger',
        // By account: its holder is one party, however many networks they have logged in from before.
        party: isKnown ? [`user ${userId}`, ...partiesOf(network)] : partiesOf(network),
        throttled: loginThrottle({ name, network, isNewNetwork: !seen.anybody, knownDeviceId }),
        limit: isKnown ? [] : [accountLimit(userId === null ? `name ${name}` : `user ${userId}`)],
      };
    });
  }
}
