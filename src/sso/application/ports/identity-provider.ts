import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { Connection } from '../../domain/connection.js';
import type { Onward } from '../../domain/onward.js';

/**
 * What a protocol has to remember from the start of a login to its answer (nonce, PKCE verifier, id of the request).
 * Sealed at rest.
 */
export type ProtocolMemory = Readonly<Record<string, string>>;

/** What the browser brought back. */
export type ProviderResponse =
  | { readonly type: 'oidc'; /** `code`, `state`, `iss`, `error` ... */ readonly parameters: URLSearchParams }
  | {
      readonly type: 'saml';
      /** Base64 as it was posted. */
      readonly message: string;
      /** The browser's network: reading an answer costs work, which networks share. */
      readonly network: string;
    };

export interface ProbeStep {
  /** For example `discovery`, `keys`, `certificates`. */
  readonly step: string;
  readonly outcome: 'passed' | 'warned' | 'failed';
  readonly message: string;
}

export interface LoginStart {
  /** Opaque, comes back with the answer (`state`, RelayState). */
  readonly state: string;
  readonly loginHint: string | null;
  readonly forceLogin: boolean;
  /** Whether an earlier login counts all the same if the provider does not have the person log in again, as in a test, which tells it. */
  readonly mayBeEarlier?: boolean;
}

export interface SessionAtProvider {
  readonly subject: string;
  readonly providerSessionId: string | null;
  /** What it signed when the person logged in. */
  readonly idToken: string | null;
  readonly returnTo: string;
}

/** An identity provider as its protocol sees it; one adapter for each protocol. */
export abstract class IdentityProvider {
  /** @throws SsoFailed when the provider cannot be reached or its answer makes no sense */
  abstract begin(connection: Connection, input: LoginStart): Promise<Onward & { memory: ProtocolMemory }>;
  /** Checks everything that the answer itself can show. @throws SsoFailed naming what does not hold; Unavailable when too many wait */
  abstract identify(connection: Connection, memory: ProtocolMemory, response: ProviderResponse): Promise<AssertedIdentity>;
  /**
   * What can be checked without a login: metadata, keys, certificates, addresses. Never throws because of the provider.
   */
  abstract probe(connection: Connection): Promise<readonly ProbeStep[]>;
  /** Where the browser ends the session at the provider; `null` when it offers no such thing. */
  abstract logoutUrl(connection: Connection, session: SessionAtProvider): Promise<string | null>;
}
