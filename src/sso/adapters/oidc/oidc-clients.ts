import { Injectable } from '@nestjs/common';
import { importPKCS8 } from 'jose';
import * as oidc from 'openid-client';
import { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { Clock } from '../../../shared/ports/clock.js';
import { Connections } from '../../application/ports/connections.js';
import { ServiceKeys } from '../../application/ports/service-keys.js';
import { keyIdOf } from '../../domain/service-key.js';
import type { OidcConnection } from '../../domain/connection.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import { CLOCK_TOLERANCE_SECONDS, OidcDocuments } from './oidc-documents.js';
import { misconfigured } from './oidc-faults.js';

const METHODS = {
  client_secret_basic: oidc.ClientSecretBasic,
  client_secret_post: oidc.ClientSecretPost,
};

/** This service as a client of a provider. */
@Injectable()
export class OidcClients {
  constructor(
    private readonly connections: Connections,
    private readonly keys: ServiceKeys,
    private readonly documents: OidcDocuments,
    private readonly outgoing: GuardedFetch,
    private readonly clock: Clock,
  ) {}

  /** Can send the browser there; knows no secret. @throws SsoFailed, FetchFailed */
  async anonymous(connection: OidcConnection): Promise<oidc.Configuration> {
    return this.configure(connection, oidc.None());
  }

  /** Can ask the provider as this client. @throws SsoFailed, FetchFailed */
  async authenticated(connection: OidcConnection): Promise<oidc.Configuration> {
    const method = connection.settings.clientAuthentication;
    if (method === 'none') return this.anonymous(connection);
    if (method === 'private_key_jwt') return this.configure(connection, await this.signing(connection));
    // Whatever has to be looked up comes first: the secret is read last, and may belong to another provider by now.
    await this.documents.metadataOf(connection);
    const secret = await this.connections.clientSecretOf(connection.id, connection.configurationVersion);
    if (secret === undefined) {
      throw new SsoFailed('CONNECTION_NOT_ACTIVE', 'The connection has just been changed. Log in again.');
    }
    if (secret === null) throw misconfigured('The connection has no client secret.');
    return this.configure(connection, METHODS[method](secret));
  }

  /** RFC 7523, section 2.2. Entra ID finds the key by `x5t#S256` alone, others by `kid`. @throws SsoFailed */
  private async signing(connection: OidcConnection): Promise<oidc.ClientAuth> {
    const { id, issuer, settings } = connection;
    // The key is read last: it may be another one after a look at the provider.
    const { token_endpoint: tokenEndpoint } = await this.documents.metadataOf(connection);
    const key = await this.keys.current(id);
    if (key === null) throw misconfigured('This service has no key for the connection. Add one.');
    const kid = keyIdOf(key);
    const own = { key: await importPKCS8(key.privateKey, 'RS256'), kid };
    return oidc.PrivateKeyJwt(own, {
      [oidc.modifyAssertion]: (header, payload) => {
        header['x5t#S256'] = kid;
        payload['aud'] = settings.assertionAudience === 'issuer' ? issuer : tokenEndpoint;
      },
    });
  }

  private async configure(connection: OidcConnection, auth: oidc.ClientAuth): Promise<oidc.Configuration> {
    const metadata = await this.documents.metadataOf(connection);
    const skew = Math.round((this.clock.now().getTime() - Date.now()) / 1000);
    const times = { [oidc.clockSkew]: skew, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const configuration = new oidc.Configuration(metadata, connection.settings.clientId, times, auth);
    configuration[oidc.customFetch] = this.fetchFor(connection);
    // The guarded fetch decides whether http is allowed at all, by the address that it connects to.
    oidc.allowInsecureRequests(configuration);
    return configuration;
  }

  private fetchFor({ organizationId }: OidcConnection): oidc.CustomFetch {
    return (address, { method, headers, body, signal }) =>
      this.outgoing.fetch(address, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(body instanceof URLSearchParams && { body: body.toString() }),
        party: `organization ${organizationId}`,
        signal,
      });
  }
}
