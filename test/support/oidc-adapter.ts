import { loadConfig } from '../../src/platform/config/config.js';
import { GuardedFetch } from '../../src/platform/network/guarded-fetch.js';
import { HostResolver, SystemResolver } from '../../src/platform/network/host-resolver.js';
import type { Clock } from '../../src/shared/ports/clock.js';
import { OidcClients } from '../../src/sso/adapters/oidc/oidc-clients.js';
import { OidcDocuments } from '../../src/sso/adapters/oidc/oidc-documents.js';
import { OidcLogoutTokens } from '../../src/sso/adapters/oidc/oidc-logout-tokens.js';
import { OidcProvider } from '../../src/sso/adapters/oidc/oidc-provider.js';
import { Connections } from '../../src/sso/application/ports/connections.js';
import type { Connection, OidcConnection, OidcSettings } from '../../src/sso/domain/connection.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { FixedClock } from './fixed-clock.js';
import { SigningKeys } from './service-keys.js';

export const CLIENT_SECRET = 'a secret of the provider, 42 characters';

export function oidcConnection(
  issuer: string,
  settings: Partial<OidcSettings> = {},
  base: Partial<Omit<OidcConnection, 'settings'>> = {},
): OidcConnection {
  const at = new Date('2026-11-20T08:00:00.000Z');
  return {
    id: 7,
    organizationId: 3,
    name: 'Corporate',
    type: 'oidc',
    status: 'active',
    issuer,
    defaultRoleId: null,
    hasGroupMapping: false,
    configurationVersion: 1,
    testedVersion: 1,
    testedAt: at,
    testedBy: 1,
    activatedAt: at,
    disabledAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    hasClientSecret: true,
    settings: {
      clientId: 'headgate',
      scopes: ['openid', 'profile', 'email'],
      tenant: null,
      clientAuthentication: 'client_secret_basic',
      assertionAudience: 'token_endpoint',
      attributes: { email: 'email', name: 'name', groups: 'groups' },
      addressProof: 'claim',
      provisions: false,
      trustsMfa: false,
      ...settings,
    },
    ...base,
  };
}

/** One connection, as far as the adapter asks. */
class OneConnection {
  constructor(public stored: Connection | null) {}
  find(): Promise<Connection | null> {
    return Promise.resolve(this.stored);
  }
  clientSecretOf(_id: number, version: number): Promise<string | null | undefined> {
    return Promise.resolve(this.stored?.configurationVersion === version ? CLIENT_SECRET : undefined);
  }
}

/** The name servers of an attacker: each name has the addresses that the test says. */
export class Names extends HostResolver {
  constructor(readonly known: Record<string, readonly string[]>) {
    super();
  }
  addressesOf(name: string): Promise<readonly string[]> {
    return Promise.resolve(this.known[name] ?? []);
  }
}

interface Setting {
  readonly networks?: string;
  readonly resolver?: HostResolver;
  readonly clock?: Clock;
}

export function outgoingFor({ networks = 'loopback', resolver = new SystemResolver() }: Setting = {}): GuardedFetch {
  const environment = { ...testEnvironment, DATABASE_URL: 'postgres://x@127.0.0.1/x', SSO_NETWORKS: networks };
  return new GuardedFetch(loadConfig(environment), resolver);
}

export interface OidcAdapter {
  readonly provider: OidcProvider;
  readonly logoutTokens: OidcLogoutTokens;
  /** What the database says of the connection meanwhile. */
  readonly connections: OneConnection;
}

/** The adapter as the application makes it, but for the database. */
export function oidcAdapter(connection: OidcConnection, setting: Setting = {}): OidcAdapter {
  const { clock = new FixedClock() } = setting;
  const config = loadConfig({ ...testEnvironment, DATABASE_URL: 'postgres://x@127.0.0.1/x' });
  const outgoing = outgoingFor(setting);
  const documents = new OidcDocuments(outgoing, clock);
  const connections = new OneConnection(connection);
  const keys = new SigningKeys();
  const clients = new OidcClients(connections as unknown as Connections, keys, documents, outgoing, clock);
  return {
    provider: new OidcProvider(config, clients, documents, keys, clock),
    logoutTokens: new OidcLogoutTokens(documents, clock),
    connections,
  };
}
