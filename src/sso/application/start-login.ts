import { Injectable } from '@nestjs/common';
import { RateLimited, ValidationFailed } from '../../shared/domain-error.js';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { isCodeChallenge } from '../../shared/pkce.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { Clock } from '../../shared/ports/clock.js';
import { ATTEMPT_SECONDS, type Attempt, secondsAfter } from '../domain/attempt.js';
import type { Connection } from '../domain/connection.js';
import { type Onward, redirectTo } from '../domain/onward.js';
import { isAllowedReturn } from '../domain/return-address.js';
import { ReturnAddresses } from '../domain/return-addresses.js';
import { ConnectionNotActive, RequestIgnored, SsoFailed } from '../domain/sso.errors.js';
import { startThrottle } from '../domain/sso-throttles.js';
import { ChoosePurpose } from './choose-purpose.js';
import { FailLogin } from './fail-login.js';
import { Attempts } from './ports/attempts.js';
import { Connections } from './ports/connections.js';
import { IdentityProvider } from './ports/identity-provider.js';

export interface LoginStart {
  readonly connectionId: number;
  readonly returnTo: string | null;
  readonly loginHint: string | null;
  readonly codeChallenge: string | null;
  readonly testTicket: string | null;
  /** The ticket of a person who is logged in already. */
  readonly sessionTicket: string | null;
  /** What the browser keeps from earlier logins; they may all be completed. */
  readonly browserToken: string | null;
  /** A provider that had begun a login was sent here, and sent the browser here again. */
  readonly isRoundAgain: boolean;
  readonly network: string;
}

/** Sends a browser to its identity provider. */
@Injectable()
export class StartLogin {
  constructor(
    private readonly returnAddresses: ReturnAddresses,
    private readonly connections: Connections,
    private readonly choosePurpose: ChoosePurpose,
    private readonly provider: IdentityProvider,
    private readonly attempts: Attempts,
    private readonly failLogin: FailLogin,
    private readonly throttle: AttemptThrottle,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns where the browser goes, and what it keeps @throws ValidationFailed, RateLimited, SsoFailed if the connection does not exist
   */
  async execute(input: LoginStart): Promise<Onward & { browserToken: string }> {
    const returnTo = this.returnAddressOf(input);
    const wait = await this.throttle.settle([startThrottle(input.network)], 'failure');
    if (wait > 0) throw new RateLimited(wait);
    const browser = browserOf(input.browserToken);
    const connection = await this.connections.find(input.connectionId);
    if (connection === null) throw new ConnectionNotActive();
    const { testTicket: test, sessionTicket: session } = input;
    const purpose = await this.choosePurpose.execute(connection, { test, session });
    const scope = { ...purpose, organizationId: connection.organizationId, connectionId: connection.id, returnTo };
    try {
      if (input.isRoundAgain) throw new RequestIgnored();
      return { ...(await this.begin(connection, scope, input, browser.hash)), browserToken: browser.token };
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      return { ...redirectTo(await this.failLogin.execute(scope, error)), browserToken: browser.token };
    }
  }

  private returnAddressOf({ returnTo, codeChallenge }: LoginStart): string {
    const { allowed } = this.returnAddresses;
    const [home = ''] = allowed;
    if (returnTo !== null && !isAllowedReturn(returnTo, allowed))
      throw new ValidationFailed([
        {
          field: 'return_to',
          message: 'This service does not end logins at this address. Send one of the addresses that its operator has allowed.',
        },
      ]);
    if (codeChallenge !== null && !isCodeChallenge(codeChallenge))
      throw new ValidationFailed([{ field: 'code_challenge', message: 'Send a challenge of the method S256.' }]);
    return returnTo ?? home;
  }

  private async begin(
    connection: Connection,
    scope: Pick<Attempt, 'purpose' | 'testId' | 'userId' | 'sessionId' | 'organizationId' | 'connectionId' | 'returnTo'>,
    { loginHint, codeChallenge }: LoginStart,
    browserHash: Uint8Array,
  ): Promise<Onward> {
    const { token: state, hash: stateHash } = mintToken();
    const forceLogin = scope.purpose !== 'login';
    const mayBeEarlier = scope.purpose === 'test';
    const { memory, ...onward } = await this.provider.begin(connection, { state, loginHint, forceLogin, mayBeEarlier });
    const startedAt = this.clock.now();
    const { configurationVersion } = connection;
    const expiresAt = secondsAfter(startedAt, ATTEMPT_SECONDS);
    const attempt = { ...scope, stateHash, configurationVersion, browserHash, codeChallenge, startedAt, expiresAt };
    await this.attempts.add(attempt, memory);
    return onward;
  }
}

/** What the browser sent, if it was made here. */
function browserOf(kept: string | null): { token: string; hash: Uint8Array } {
  const hash = hashToken(kept);
  return kept === null || hash === null ? mintToken() : { token: kept, hash };
}
