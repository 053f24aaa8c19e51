import type { Config } from '../../src/platform/config/config.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { MasterKeys } from '../../src/platform/crypto/master-keys.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import type { Clock } from '../../src/shared/ports/clock.js';
import { certificateOf } from '../../src/sso/adapters/saml/certificates.js';
import { LogoutTickets } from '../../src/sso/adapters/saml/logout-tickets.js';
import { SamlProvider } from '../../src/sso/adapters/saml/saml-provider.js';
import { SamlThreads } from '../../src/sso/adapters/saml/saml-threads.js';
import { type ProviderMetadata, SamlMetadata } from '../../src/sso/application/ports/saml-metadata.js';
import type { Certificate, SamlConnection, SamlSettings } from '../../src/sso/domain/connection.js';
import { samlAddresses } from '../../src/sso/domain/service-addresses.js';
import { FixedClock } from './fixed-clock.js';
import { SigningKeys } from './service-keys.js';
import { EMAIL, GROUPS, NAME, type Said, mintAssertion, posted, responseAround, signRoot } from './saml-messages.js';
import { type SelfSigned, selfSigned } from './self-signed.js';

export const ISSUER = 'https://idp.customer.test/entity';
const CONNECTION_ID = 7;
const PUBLIC_URL = 'https://headgate.test';
export const ADDRESSES = samlAddresses(PUBLIC_URL, CONNECTION_ID);
export const CONFIG = { http: { publicUrl: PUBLIC_URL } } as Config;
export const THREADS = new SamlThreads(createLogger('silent'));
/** Of the provider. */
export const SIGNER: SelfSigned = selfSigned('idp.customer.test', { type: 'rsa' });

const BOX = new AesSecretBox(MasterKeys.of([Buffer.alloc(32, 7)]));

export function ticketsOf(clock: Clock): LogoutTickets {
  return new LogoutTickets(BOX, clock);
}

export function samlConnection(settings: Partial<SamlSettings> = {}): SamlConnection {
  return {
    id: CONNECTION_ID,
    organizationId: 1,
    type: 'saml',
    name: 'Customer',
    status: 'active',
    issuer: ISSUER,
    defaultRoleId: null,
    hasGroupMapping: false,
    configurationVersion: 1,
    testedVersion: 1,
    testedAt: null,
    testedBy: null,
    activatedAt: null,
    disabledAt: null,
    version: 1,
    createdAt: new Date(),
    updatedAt: new Date(),
    settings: {
      attributes: { email: EMAIL, name: NAME, groups: GROUPS },
      addressProof: 'directory',
      provisions: true,
      trustsMfa: false,
      signOnUrl: 'https://idp.customer.test/sso?tenant=1',
      signOnBinding: 'redirect',
      logoutUrl: 'https://idp.customer.test/slo',
      logoutBinding: 'redirect',
      certificates: [certificateOf(SIGNER.cert)],
      nameIdFormat: null,
      metadataUrl: null,
      allowsProviderStart: false,
      signsRequests: false,
      assertionEncryption: 'off',
      ...settings,
    },
  };
}

/** Answers what a test has it answer; nothing is fetched. */
export class WrittenMetadata extends SamlMetadata {
  answer: () => ProviderMetadata | Promise<ProviderMetadata> = () => {
    throw new Error('This was not to be called.');
  };

  async read(): Promise<ProviderMetadata> {
    return this.answer();
  }

  async fetch(): Promise<ProviderMetadata> {
    return this.answer();
  }

  certificate(pem: string): Certificate {
    return certificateOf(pem);
  }

  ofService(): string {
    return '';
  }
}

/** A login under way: what the provider may answer to it, and what is made of that. */
export async function startedLogin(
  options: {
    connection?: SamlConnection;
    clock?: Clock;
    forceLogin?: boolean;
    mayBeEarlier?: boolean;
    metadata?: SamlMetadata;
    keys?: SigningKeys;
  } = {},
): Promise<StartedLogin> {
  // The `saml` package writes the time of the machine.
  const { connection = samlConnection(), clock = new FixedClock(new Date()), forceLogin = false, mayBeEarlier = false } = options;
  const provider = new SamlProvider(
    CONFIG,
    options.metadata ?? new WrittenMetadata(),
    THREADS,
    options.keys ?? new SigningKeys(),
    ticketsOf(clock),
    clock,
  );
  const { redirectUrl, form, memory } = await provider.begin(connection, {
    state: mintToken().token,
    loginHint: null,
    forceLogin,
    mayBeEarlier,
  });
  const requestId = memory['requestId'] ?? '';
  const said: Said = {
    issuer: ISSUER,
    audience: ADDRESSES.entityId,
    recipient: ADDRESSES.acsUrl,
    inResponseTo: requestId,
  };
  const around = { issuer: ISSUER, destination: ADDRESSES.acsUrl, inResponseTo: requestId };
  return {
    provider,
    clock,
    redirectUrl,
    form,
    said,
    around,
    assertion: (change = {}) => mintAssertion({ ...said, ...change }),
    genuine: (change = {}) => responseAround(signRoot(mintAssertion({ ...said, ...change }), SIGNER), around),
    identify: (xml) => provider.identify(connection, memory, { type: 'saml', message: posted(xml), network: '203.0.113.1' }),
  };
}

export interface StartedLogin {
  readonly provider: SamlProvider;
  readonly clock: Clock;
  readonly redirectUrl: string;
  /** What the browser posts there. */
  readonly form: Readonly<Record<string, string>> | null;
  readonly said: Said;
  readonly around: { issuer: string; destination: string; inResponseTo: string };
  /** Not signed yet. */
  assertion(change?: Partial<Said>): string;
  /** A response that is not signed, with an assertion that is. */
  genuine(change?: Partial<Said>): string;
  identify(xml: string): ReturnType<SamlProvider['identify']>;
}
