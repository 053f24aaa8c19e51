import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { Config } from '../../../platform/config/config.js';
import {
  IdentityProvider,
  type LoginStart,
  type ProbeStep,
  type ProtocolMemory,
  type ProviderResponse,
  type SessionAtProvider,
} from '../../application/ports/identity-provider.js';
import { ServiceKeys } from '../../application/ports/service-keys.js';
import { type AssertedIdentity, LONGEST_ID_TOKEN } from '../../domain/asserted-identity.js';
import type { Connection, OidcConnection } from '../../domain/connection.js';
import { type Onward, redirectTo } from '../../domain/onward.js';
import { oidcAddresses } from '../../domain/service-addresses.js';
import { LoginNotRepeated, SsoFailed } from '../../domain/sso.errors.js';
import { OidcClients } from './oidc-clients.js';
import { CLOCK_TOLERANCE_SECONDS, OidcDocuments } from './oidc-documents.js';
import { clientFaultOf, faultOf, isOutage, notBelieved, outage } from './oidc-faults.js';
import { identityFrom, lacksVerification, saysNoEmail, saysNoGroups, verificationIn } from './oidc-identity.js';
import { probeProvider } from './oidc-probe.js';
import { Clock } from '../../../shared/ports/clock.js';

/** OpenID Connect Core 1.0: authorization code with PKCE, `state` and `nonce`, and the `iss` of RFC 9207 where it is announced. */
@Injectable()
export class OidcProvider extends IdentityProvider {
  constructor(
    private readonly config: Config,
    private readonly clients: OidcClients,
    private readonly documents: OidcDocuments,
    private readonly keys: ServiceKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  begin(
    connection: Connection,
    { state, loginHint, forceLogin, mayBeEarlier = false }: LoginStart,
  ): Promise<Onward & { memory: ProtocolMemory }> {
    return this.speaking(connection, async (own) => {
      const nonce = oidc.randomNonce();
      const verifier = oidc.randomPKCECodeVerifier();
      const url = oidc.buildAuthorizationUrl(await this.clients.anonymous(own), {
        redirect_uri: this.redirectUriOf(own),
        scope: [...new Set(['openid', ...own.settings.scopes])].join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint !== null && { login_hint: loginHint }),
        // Not 0, which Glewlwyd refuses and others take for no age at all.
        ...(forceLogin && { prompt: 'login', max_age: '1' }),
      });
      const forced: ProtocolMemory = forceLogin && !mayBeEarlier ? { loginFrom: this.clock.now().toISOString() } : {};
      return { ...redirectTo(url.href), memory: { state, nonce, verifier, ...forced } };
    });
  }

  identify(connection: Connection, memory: ProtocolMemory, response: ProviderResponse): Promise<AssertedIdentity> {
    return this.speaking(connection, async (own) => {
      if (response.type !== 'oidc') throw notBelieved('RESPONSE_MALFORMED', 'The answer does not follow OpenID Connect.');
      const client = await this.clients.authenticated(own);
      const answered = new URL(`${this.redirectUriOf(own)}?${response.parameters.toString()}`);
      const expected = {
        expectedState: remembered(memory, 'state'),
        expectedNonce: remembered(memory, 'nonce'),
        pkceCodeVerifier: remembered(memory, 'verifier'),
      };
      const tokens = await oidc.authorizationCodeGrant(client, answered, expected).catch((error: unknown) => {
        throw clientFaultOf(error, own, client.serverMetadata()) ?? error;
      });
      const claims = tokens.claims();
      if (tokens.id_token === undefined || claims === undefined) {
        throw notBelieved('RESPONSE_MALFORMED', 'The provider sent no ID token.');
      }
      // The library trusts the token because it came straight from the provider; it may have passed through other hands
      // before.
      const { protectedHeader } = await this.documents.verify(own, tokens.id_token);
      assertIssuedWith(claims, protectedHeader.alg, tokens.access_token);
      this.assertMeant(own, claims, memory);
      const ask = () => this.informationAbout(own, client, claims.sub, tokens.access_token);
      const idToken = tokens.id_token.length <= LONGEST_ID_TOKEN ? tokens.id_token : null;
      const needsVerification = lacksVerification(own, claims);
      const needsGroups = own.hasGroupMapping && saysNoGroups(own, claims);
      const needsEmail = saysNoEmail(own, claims);
      const information = needsEmail ? await ask() : needsVerification || needsGroups ? await orNothing(ask) : {};
      const said = needsVerification ? { ...claims, ...verificationIn(claims, information) } : claims;
      return { ...identityFrom(own, said, needsEmail || needsGroups ? information : {}), idToken };
    });
  }

  /** As JSON, or signed by the provider as its ID tokens are (OpenID Connect Core 1.0, section 5.3.2). */
  private async informationAbout(
    own: OidcConnection,
    client: oidc.Configuration,
    subject: string,
    accessToken: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { userinfo_endpoint: address } = client.serverMetadata();
    if (address === undefined) return {};
    const headers = new Headers({ accept: 'application/json, application/jwt' });
    const response = await oidc.fetchProtectedResource(client, accessToken, new URL(address), 'GET', undefined, headers);
    if (isOutage(response.status)) throw outage(response.status);
    if (response.status !== 200) throw notBelieved('RESPONSE_MALFORMED', `The userinfo endpoint answered with status ${response.status}.`);
    const isSigned = /^application\/jwt(?:;|$)/i.test(response.headers.get('content-type')?.trim() ?? '');
    const information = isSigned ? (await this.documents.verify(own, (await response.text()).trim())).payload : await jsonOf(response);
    if (information['sub'] !== subject)
      throw notBelieved('RESPONSE_MALFORMED', 'The userinfo endpoint says nothing of the person of the token ("sub").');
    if (!isSigned) return information;
    const audiences = [information['aud'] ?? own.settings.clientId].flat();
    if ((information['iss'] ?? own.issuer) !== own.issuer)
      throw notBelieved('ISSUER_MISMATCH', 'The userinfo is signed by another issuer ("iss").');
    if (!audiences.includes(own.settings.clientId))
      throw notBelieved('AUDIENCE_MISMATCH', 'The userinfo is meant for another client ("aud").');
    return information;
  }

  probe(connection: Connection): Promise<readonly ProbeStep[]> {
    return connection.type === 'oidc' ? probeProvider(connection, this.documents, this.keys) : Promise.resolve([]);
  }

  async logoutUrl(connection: Connection, { subject, idToken, returnTo }: SessionAtProvider): Promise<string | null> {
    if (connection.type !== 'oidc') return null;
    try {
      const client = await this.clients.anonymous(connection);
      if (client.serverMetadata().end_session_endpoint === undefined) return null;
      const hint = { logout_hint: subject, ...(isFor(connection, subject, idToken) && { id_token_hint: idToken }) };
      return oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: returnTo, ...hint }).href;
    } catch {
      // After a logout here the person is logged out, whether the provider answers or not.
      return null;
    }
  }

  /** What the library treats as optional and this connection requires. */
  private assertMeant({ settings }: OidcConnection, claims: oidc.IDToken, memory: ProtocolMemory): void {
    if (claims.azp !== undefined && claims.azp !== settings.clientId) {
      throw notBelieved('AUDIENCE_MISMATCH', 'The "azp" (authorized party) is another client.');
    }
    if (settings.tenant !== null && claims['tid'] !== settings.tenant) {
      throw notBelieved('TENANT_MISMATCH', 'The "tid" (tenant) is not the one of the connection.');
    }
    // The libraries check it only when they are given an age; a clock that is as far ahead as they allow elsewhere is
    // accepted.
    const latest = this.clock.now().getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
    if (claims.iat > latest || (claims.auth_time ?? 0) > latest) {
      throw notBelieved('NOT_TIMELY', 'The "iat" (issued at) or the "auth_time" is in the future.');
    }
    const { loginFrom } = memory;
    // Google and others never say when; a caller that needs the time sees that none was given.
    if (loginFrom === undefined || claims.auth_time === undefined) return;
    const earliest = Date.parse(loginFrom) / 1000 - CLOCK_TOLERANCE_SECONDS;
    if (claims.auth_time < earliest) throw new LoginNotRepeated();
  }

  private redirectUriOf({ id }: OidcConnection): string {
    return oidcAddresses(this.config.http.publicUrl, id).redirectUri;
  }

  private async speaking<T>(connection: Connection, speak: (own: OidcConnection) => Promise<T>): Promise<T> {
    if (connection.type !== 'oidc') throw new Error(`Connection ${connection.id} speaks another protocol.`);
    try {
      return await speak(connection);
    } catch (error) {
      throw faultOf(error);
    }
  }
}

/** People whose account is linked need no verified address: they log in, whatever the userinfo endpoint does. */
async function orNothing(ask: () => Promise<Readonly<Record<string, unknown>>>): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await ask();
  } catch (error) {
    if (faultOf(error) instanceof SsoFailed) return {};
    throw error;
  }
}

async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const read: unknown = await response.json().catch(() => null);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  throw notBelieved('RESPONSE_MALFORMED', 'The userinfo endpoint answered with something other than a JSON object.');
}

/**
 * OpenID Connect Core 1.0, section 3.1.3.6: an access token that an attacker put in place of the one of this login
 * would bring claims about another person.
 */
function assertIssuedWith({ at_hash: stated }: oidc.IDToken, algorithm: string, accessToken: string): void {
  if (stated === undefined) return;
  // Ed25519 names no length of its own; it hashes by SHA-512 itself (RFC 8032, section 5.1).
  const digest = `sha${/\d{3}$/.exec(algorithm.replace('Ed25519', ''))?.[0] ?? '512'}`;
  const hash = createHash(digest).update(accessToken).digest();
  if (stated !== hash.subarray(0, hash.length / 2).toString('base64url'))
    throw notBelieved('REQUEST_MISMATCH', 'The "at_hash" is that of another access token.');
}

/** The connection may lead to another provider by now, or the person may have proved another identity there since. */
function isFor({ issuer, settings }: OidcConnection, subject: string, idToken: string | null): idToken is string {
  if (idToken === null) return false;
  const { iss, sub, aud } = decodeJwt(idToken);
  return iss === issuer && sub === subject && [aud].flat().includes(settings.clientId);
}

function remembered(memory: ProtocolMemory, name: string): string {
  const value = memory[name];
  // An answer that says nothing would match an empty expectation.
  if (value === undefined || value === '') throw notBelieved('REQUEST_MISMATCH', `This login was begun without a ${name}.`);
  return value;
}
