import { Injectable } from '@nestjs/common';
import {
  IdentityProvider,
  type LoginStart,
  type ProbeStep,
  type ProtocolMemory,
  type ProviderResponse,
  type SessionAtProvider,
} from '../../application/ports/identity-provider.js';
import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { Connection } from '../../domain/connection.js';
import type { Onward } from '../../domain/onward.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import { OidcProvider } from '../oidc/oidc-provider.js';
import { SamlProvider } from '../saml/saml-provider.js';

/** Uses the protocol of each connection; an answer in the other protocol is refused. */
@Injectable()
export class ProviderOfType extends IdentityProvider {
  constructor(
    private readonly oidc: OidcProvider,
    private readonly saml: SamlProvider,
  ) {
    super();
  }

  begin(connection: Connection, input: LoginStart): Promise<Onward & { memory: ProtocolMemory }> {
    return this.of(connection).begin(connection, input);
  }

  async identify(connection: Connection, memory: ProtocolMemory, response: ProviderResponse): Promise<AssertedIdentity> {
    if (response.type !== connection.type) throw new SsoFailed('RESPONSE_MALFORMED', 'The identity provider answered in another protocol.');
    return this.of(connection).identify(connection, memory, response);
  }

  probe(connection: Connection): Promise<readonly ProbeStep[]> {
    return this.of(connection).probe(connection);
  }

  logoutUrl(connection: Connection, session: SessionAtProvider): Promise<string | null> {
    return this.of(connection).logoutUrl(connection, session);
  }

  private of({ type }: Connection): IdentityProvider {
    return type === 'oidc' ? this.oidc : this.saml;
  }
}
