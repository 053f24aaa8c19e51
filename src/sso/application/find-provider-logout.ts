import { Injectable } from '@nestjs/common';
import type { EndedSession } from '../../sessions/application/end-session.js';
import { ReturnAddresses } from '../domain/return-addresses.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { Connections } from './ports/connections.js';
import { Identities } from './ports/identities.js';
import { IdentityProvider } from './ports/identity-provider.js';

/** Finds where a session that has ended here ends at the provider that vouched for it. */
@Injectable()
export class FindProviderLogout {
  constructor(
    private readonly identities: Identities,
    private readonly connections: Connections,
    private readonly provider: IdentityProvider,
    private readonly returnAddresses: ReturnAddresses,
  ) {}

  /** @returns the address to send the browser to; `null` when there is nothing more to end */
  async execute(signOn: EndedSession['signOn']): Promise<string | null> {
    if (signOn === null) return null;
    const identity = await this.identities.find(signOn.identityId);
    const connection = await this.connections.find(signOn.connectionId);
    if (identity === null || connection?.status !== 'active') return null;
    const { subject } = identity;
    const { providerSessionId, idToken } = signOn;
    const [returnTo = ''] = this.returnAddresses.allowed;
    try {
      return await this.provider.logoutUrl(connection, { subject, providerSessionId, idToken, returnTo });
    } catch (error) {
      // They are logged out here, whatever happens at the provider.
      if (error instanceof SsoFailed) return null;
      throw error;
    }
  }
}
