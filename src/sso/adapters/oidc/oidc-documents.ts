import { Injectable } from '@nestjs/common';
import {
  type CryptoKey,
  type JSONWebKeySet,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  createLocalJWKSet,
  errors,
  jwtVerify,
} from 'jose';
import type { ServerMetadata } from 'openid-client';
import { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { Clock } from '../../../shared/ports/clock.js';
import type { OidcConnection } from '../../domain/connection.js';
import { OidcMetadata } from '../../application/ports/oidc-metadata.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import { faultOf, isOutage, misconfigured, outage } from './oidc-faults.js';
import { SIGNATURES, discoveryAddressOf, metadataFrom } from './oidc-metadata.js';

const FRESH_MS = 5 * 60_000;
/** An attacker may send tokens of made-up keys all day. */
const KEYS_AGAIN_MS = 60_000;
const MOST_KEPT = 500;
export const CLOCK_TOLERANCE_SECONDS = 30;

interface Keys {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  readonly readAt: number;
}

type Asked = Pick<OidcConnection, 'issuer' | 'organizationId'>;

interface Known {
  readonly metadata: Promise<ServerMetadata>;
  readonly readAt: number;
  keys: Promise<Keys> | undefined;
}

/**
 * What providers publish, kept for five minutes, and never for another version of the connection, whose issuer may be
 * another. A key that is not known yet makes it look again, once a minute at most.
 */
@Injectable()
export class OidcDocuments extends OidcMetadata {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly outgoing: GuardedFetch,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async authenticationsAt(issuer: string, organizationId: number): Promise<readonly string[] | undefined> {
    try {
      return (await this.discover({ issuer, organizationId })).token_endpoint_auth_methods_supported;
    } catch (error) {
      if (faultOf(error) instanceof SsoFailed || error instanceof Unavailable) return undefined;
      throw error;
    }
  }

  /** @throws SsoFailed, FetchFailed */
  metadataOf(connection: OidcConnection): Promise<ServerMetadata> {
    return this.knownOf(connection).metadata;
  }

  /** Reads them now, even if they are kept: for a person who has just changed them. @throws SsoFailed, FetchFailed */
  async readAfresh(connection: OidcConnection): Promise<ServerMetadata> {
    this.known.delete(keyOf(connection));
    return this.metadataOf(connection);
  }

  /** The published keys; at least one. @throws SsoFailed, FetchFailed */
  async keySetOf(connection: OidcConnection): Promise<JSONWebKeySet> {
    return (await this.keysOf(connection)).find.jwks();
  }

  /** @throws SsoFailed, FetchFailed, errors of `jose` */
  verify(connection: OidcConnection, token: string, options: JWTVerifyOptions = {}): Promise<JWTVerifyResult> {
    // Nothing that the token itself names (`jku`, `jwk`, `x5u`) decides which keys count.
    return jwtVerify(token, (...asked) => this.keyFor(connection, asked), {
      algorithms: [...SIGNATURES],
      currentDate: this.clock.now(),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      ...options,
    });
  }

  private async keyFor(connection: OidcConnection, asked: Parameters<Keys['find']>): Promise<CryptoKey> {
    const keys = await this.keysOf(connection);
    try {
      return await keys.find(...asked);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw misconfigured('The provider publishes a key that cannot be read as one.');
      const isOld = this.now() - keys.readAt >= KEYS_AGAIN_MS;
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return isOld ? onlyNameless(await this.keysOf(connection, keys), asked) : onlyNameless(keys, asked);
    }
  }

  /** @param outdated entry that another call may have replaced */
  private async keysOf(connection: OidcConnection, outdated?: Keys): Promise<Keys> {
    const known = this.knownOf(connection);
    if (outdated !== undefined && (await known.keys) === outdated) known.keys = undefined;
    known.keys ??= known.metadata.then((metadata) => this.readKeys(connection, metadata));
    const reading = known.keys;
    return reading.catch((error: unknown) => {
      if (known.keys === reading) known.keys = undefined;
      throw error;
    });
  }

  private async readKeys(connection: OidcConnection, { jwks_uri: address = '' }: ServerMetadata): Promise<Keys> {
    const document = await this.read(connection, address);
    try {
      const find = createLocalJWKSet(document as JSONWebKeySet);
      if (find.jwks().keys.length > 0) return { find, readAt: this.now() };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    throw misconfigured('The provider publishes no keys.');
  }

  private knownOf(connection: OidcConnection): Known {
    const key = keyOf(connection);
    const found = this.known.get(key);
    if (found !== undefined && this.now() - found.readAt < FRESH_MS) return found;
    const metadata = this.discover(connection);
    const made: Known = { metadata, readAt: this.now(), keys: undefined };
    // What failed is not kept, so that the next call tries again.
    metadata.catch(() => this.known.get(key) === made && this.known.delete(key));
    this.known.delete(key);
    this.known.set(key, made);
    const oldest = this.known.size > MOST_KEPT ? this.known.keys().next() : undefined;
    if (oldest?.done === false) this.known.delete(oldest.value);
    return made;
  }

  private async discover(connection: Asked): Promise<ServerMetadata> {
    const document = await this.read(connection, discoveryAddressOf(connection.issuer));
    return metadataFrom(document, connection, (address) => this.outgoing.faultOf(address));
  }

  private async read({ organizationId }: Asked, address: string): Promise<unknown> {
    const headers = { accept: 'application/json' };
    const response = await this.outgoing.fetch(address, { headers, party: `organization ${organizationId}`, followsOnSite: true });
    if (isOutage(response.status)) throw outage(response.status);
    if (response.status !== 200) throw misconfigured(`The provider answered with status ${response.status}.`);
    try {
      return await response.json();
    } catch {
      throw misconfigured('The provider answered with something other than JSON.');
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** A provider with a single key need not name it (OpenID Connect Core 1.0, section 10.1), even if its tokens do: then there is one to mean. */
async function onlyNameless({ find }: Keys, [header, token]: Parameters<Keys['find']>): Promise<CryptoKey> {
  const [only, second] = find.jwks().keys;
  const isOnlyOne = only !== undefined && second === undefined && only.kid === undefined;
  return find(isOnlyOne && header !== undefined ? { ...header, kid: undefined } : header, token);
}

function keyOf({ id, configurationVersion, issuer }: OidcConnection): string {
  return `${id}:${configurationVersion}:${issuer}`;
}
