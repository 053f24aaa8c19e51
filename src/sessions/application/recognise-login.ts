import { Injectable } from '@nestjs/common';
import type { Party, Familiarity } from '../../shared/fair-queue.js';
import { networkOf, partiesOf } from '../../shared/network.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { accountLimit, loginThrottle } from '../domain/login-throttle.js';
import { Credentials } from './ports/credentials.js';
import { DeviceTrust } from './ports/device-trust.js';
import { LoginTurns } from './ports/login-turns.js';
import { Sessions } from './ports/sessions.js';

/** The id of no account. */
export const NO_USER_ID = 0;

export interface RecognisedLogin {
  /** The account that the name leads to, whatever its state. */
  readonly userId: number | null;
  readonly familiarity: Familiarity;
  readonly party: Party;
  /** What answers that it has to wait. */
  readonly throttled: readonly ThrottledAction[];
  /** What refuses without a word. */
  readonly limit: readonly ThrottledAction[];
}

/** Who a login seems to come from, before its password is looked at. The same work for every name. */
@Injectable()
export class RecogniseLogin {
  constructor(
    private readonly credentials: Credentials,
    private readonly deviceTrust: DeviceTrust,
    private readonly sessions: Sessions,
    private readonly turns: LoginTurns,
  ) {}

  /** @throws Unavailable */
  execute(input: { login: string; ip: string | null; deviceToken: string | null }): Promise<RecognisedLogin> {
    const network = networkOf(input.ip);
    return this.turns.look(network, async () => {
      const name = this.credentials.keyOf(input.login);
      const userId = await this.credentials.userIdOf(input.login);
      const knownDeviceId = await this.deviceTrust.knownDevice(userId ?? NO_USER_ID, input.deviceToken);
      const seen = await this.sessions.seenFrom(network, userId ?? NO_USER_ID);
      const isKnown = knownDeviceId !== null || seen.user;
      return {
        userId,
        familiarity: isKnown ? 'known' : 'stranger',
        // By account: whoever has one is one party, from however many networks they have logged in before.
        party: isKnown ? [`user ${userId}`, ...partiesOf(network)] : partiesOf(network),
        throttled: loginThrottle({ name, network, isNewNetwork: !seen.anybody, knownDeviceId }),
        limit: isKnown ? [] : [accountLimit(userId === null ? `name ${name}` : `user ${userId}`)],
      };
    });
  }
}
