import { type KeyObject, createHash, createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { type OnApplicationBootstrap, Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports/clock.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { RotateSigningKey } from '../../application/rotate-signing-key.js';
import { SigningKeyFactory, SigningKeys } from '../../application/ports/access-tokens.js';
import { type PublicJwk, type SigningKey, acceptedKeysAt, signingKeyAt } from '../../domain/signing-key.js';
import { promisify } from 'node:util';

function sealedKeyContext(kid: string): string {
  return `signing_keys.private_key_sealed:${kid}`;
}

@Injectable()
export class EcSigningKeyFactory extends SigningKeyFactory {
  constructor(private readonly secretBox: SecretBox) {
    super();
  }

  async make(): Promise<Pick<SigningKey, 'kid' | 'publicJwk' | 'privateKeySealed'>> {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
    const { crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // RFC 7638: the thumbprint is over exactly these members in this order.
    const kid = createHash('sha256')
      .update(JSON.stringify({ crv, kty: 'EC', x, y }))
      .digest('base64url');
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    const privateKeySealed = this.secretBox.seal(der, sealedKeyContext(kid));
    return { kid, publicJwk: { kty: 'EC', crv, x, y }, privateKeySealed };
  }
}

const REFRESH_AFTER_MS = 60_000;
/** Each made-up key id must not cause a query. */
const UNKNOWN_KID_PAUSE_MS = 5_000;

interface Loaded {
  readonly keys: readonly SigningKey[];
  readonly at: number;
}

/** The signing keys in memory; other instances' rotations arrive within a minute, well before a new key signs. */
@Injectable()
export class KeyRing implements OnApplicationBootstrap {
  private loaded: Promise<Loaded> | undefined;
  private readonly privateKeys = new Map<string, KeyObject>();
  private readonly publicKeys = new Map<string, KeyObject>();

  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly rotateSigningKey: RotateSigningKey,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Loaded at the start and not with the first login: clients that fetch the key set before that must find the key in
   * it.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.rotateSigningKey.execute('if_due');
  }

  async signingKey(): Promise<{ kid: string; privateKey: KeyObject }> {
    const key = signingKeyAt((await this.current(REFRESH_AFTER_MS)).keys, this.clock.now());
    if (key === undefined) throw new Error('There is no key to sign access tokens with.');
    const der = (): Buffer => this.secretBox.open(key.privateKeySealed, sealedKeyContext(key.kid));
    const privateKey = remembered(this.privateKeys, key.kid, () => createPrivateKey({ key: der(), format: 'der', type: 'pkcs8' }));
    return { kid: key.kid, privateKey };
  }

  async verificationKey(kid: string): Promise<KeyObject | null> {
    const key = (await this.find(kid, REFRESH_AFTER_MS)) ?? (await this.find(kid, UNKNOWN_KID_PAUSE_MS));
    if (key === undefined) return null;
    return remembered(this.publicKeys, kid, () => createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' }));
  }

  async publicJwks(): Promise<readonly PublicJwk[]> {
    const { keys } = await this.current(REFRESH_AFTER_MS);
    return acceptedKeysAt(keys, this.clock.now()).map((key) => ({
      ...key.publicJwk,
      kid: key.kid,
      use: 'sig',
      alg: 'ES256',
    }));
  }

  private async find(kid: string, maxAgeMs: number): Promise<SigningKey | undefined> {
    const { keys } = await this.current(maxAgeMs);
    return acceptedKeysAt(keys, this.clock.now()).find((key) => key.kid === kid);
  }

  /** Concurrent requests share one load; a failed load is not kept. */
  private async current(maxAgeMs: number): Promise<Loaded> {
    const pending = this.loaded;
    const known = await pending;
    // Another call has begun a load: that one is the freshest.
    if (this.loaded !== pending) return this.current(maxAgeMs);
    const age = known === undefined ? Infinity : Math.abs(this.clock.now().getTime() - known.at);
    if (known !== undefined && age < maxAgeMs) return known;
    const at = this.clock.now().getTime();
    const load = this.signingKeys.all().then((keys) => ({ keys, at }));
    this.loaded = load;
    load.catch(() => {
      if (this.loaded === load) this.loaded = undefined;
    });
    return load;
  }
}

function remembered(cache: Map<string, KeyObject>, kid: string, make: () => KeyObject): KeyObject {
  const known = cache.get(kid);
  if (known !== undefined) return known;
  const made = make();
  cache.set(kid, made);
  return made;
}
