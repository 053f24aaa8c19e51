import { Injectable } from '@nestjs/common';
import { type Onward, redirectTo } from '../domain/onward.js';
import { ReturnAddresses } from '../domain/return-addresses.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { Attempts } from './ports/attempts.js';
import { Connections } from './ports/connections.js';
import { SamlLogout } from './ports/saml-logout.js';

/** A person has logged out here, and goes on to a provider that takes the request by a form alone. */
@Injectable()
export class ContinueLogout {
  constructor(
    private readonly connections: Connections,
    private readonly samlLogout: SamlLogout,
    private readonly attempts: Attempts,
    private readonly returnAddresses: ReturnAddresses,
  ) {}

  /** They are logged out here, whatever the ticket is worth: without a good one they see the first page. */
  async execute(connectionId: number, ticket: string): Promise<Onward> {
    const [home = '/'] = this.returnAddresses.allowed;
    return (await this.begun(connectionId, ticket)) ?? redirectTo(home);
  }

  private async begun(connectionId: number, ticket: string): Promise<Onward | null> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'saml' || connection.status !== 'active') return null;
    try {
      const begun = await this.samlLogout.begun(connection, ticket);
      if (begun === null || !(await this.attempts.rememberAssertion(connectionId, begun.ticket))) return null;
      return begun.onward;
    } catch (error) {
      if (error instanceof SsoFailed) return null;
      throw error;
    }
  }
}
