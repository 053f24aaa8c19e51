import { Injectable } from '@nestjs/common';
import { EndSessionsOfConnection } from '../../sessions/application/end-sessions-of-connection.js';
import { RateLimited, ValidationFailed } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { frontchannelThrottle } from '../domain/sso-throttles.js';
import { Connections } from './ports/connections.js';
import { RefuseLogout } from './refuse-logout.js';

/** As providers make them; Okta's and Entra ID's have 20 and 36 characters. */
const SESSION_ID = /^[\x21-\x7e]{1,255}$/;

/**
 * A provider loads an address of this service in a frame, while a person logs out there. No cookie of this service comes along, as a frame of
 * another site gets none, and nothing is signed. So the id of the session at the provider, which is in its ID tokens alone, has to find it.
 */
@Injectable()
export class ReceiveFrontchannelLogout {
  constructor(
    private readonly connections: Connections,
    private readonly endSessionsOfConnection: EndSessionsOfConnection,
    private readonly refuseLogout: RefuseLogout,
    private readonly throttle: AttemptThrottle,
  ) {}

  /**
   * @returns the issuer, whose pages may show the frame
   * @throws ValidationFailed, the same for everything that is wrong; RateLimited
   */
  async execute(input: { connectionId: number; issuer: string | null; sessionId: string | null; network: string }): Promise<string> {
    const { connectionId, issuer, sessionId, network } = input;
    const wait = await this.throttle.waitSeconds([frontchannelThrottle(network)]);
    if (wait > 0) throw new RateLimited(wait);
    const connection = await this.connections.find(connectionId);
    const fault = connection?.type !== 'oidc' || connection.status !== 'active' ? new ConnectionNotActive() : faultIn(connection, input);
    if (fault !== null) {
      await this.refuseLogout.execute(connection, fault, network);
      throw new ValidationFailed([{ field: 'iss', message: 'Send iss and sid of the session that has ended, as the ID token has them.' }]);
    }
    const scope = { connectionId, providerSessionId: sessionId };
    const ended = await this.endSessionsOfConnection.execute({ ...scope, reason: 'sso_logged_out', isSilentIfNone: true });
    // Who guesses soon has to wait; a person who had logged out here before does not notice.
    if (ended === 0) await this.throttle.settle([frontchannelThrottle(network)], 'failure');
    return issuer ?? '';
  }
}

function faultIn(
  connection: { readonly issuer: string },
  { issuer, sessionId }: { readonly issuer: string | null; readonly sessionId: string | null },
): SsoFailed | null {
  const message = 'The answer comes from another identity provider.';
  if (issuer !== connection.issuer) return new SsoFailed('ISSUER_MISMATCH', message, 'The "iss" is missing, or another issuer.');
  if (sessionId !== null && SESSION_ID.test(sessionId)) return null;
  return new SsoFailed(
    'RESPONSE_MALFORMED',
    'The answer of the identity provider cannot be read.',
    'There is no "sid" of 1 to 255 characters.',
  );
}
