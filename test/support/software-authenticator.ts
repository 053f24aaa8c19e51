import { createHash, generateKeyPairSync, KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialDescriptorJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { encodeCbor } from './cbor.js';

interface HeldCredential {
  id: Buffer;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

/** Each forges one aspect of an answer that is otherwise honest, and signed as such. */
interface Forgery {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  userVerified?: boolean;
  userPresent?: boolean;
  type?: string;
  tamperSignature?: boolean;
}

const ES256 = -7;
const FLAG = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };
const NO_AAGUID = Buffer.alloc(16);

/**
 * A browser and its platform authenticator in one: answers the options of a relying party as
 * `PublicKeyCredential.toJSON()` would. It does not compare the relying party with its origin as browsers do,
 * so that a test can let a phishing site ask.
 */
export class SoftwareAuthenticator {
  private readonly held = new Map<string, HeldCredential>();
  private readonly origin: string;
  private readonly counterStep: number;

  /** Synced passkeys always send a counter of zero; device-bound ones count, from one at registration. */
  constructor({ origin, counter = 'counting' }: { origin: string; counter?: 'counting' | 'zero' }) {
    this.origin = origin;
    this.counterStep = counter === 'counting' ? 1 : 0;
  }

  register(options: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
    const rpId = options.rp.id ?? new URL(this.origin).hostname;
    if (!options.pubKeyCredParams.some(({ alg }) => alg === ES256)) {
      throw new Error('NotSupportedError: ES256 is not among the algorithms asked for');
    }
    if (this.find(options.excludeCredentials, rpId)) {
      throw new Error('InvalidStateError: the authenticator holds a credential that is excluded');
    }

    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const credential = { id, rpId, userHandle: options.user.id, privateKey, counter: this.counterStep };
    this.held.set(base64url(id), credential);

    const flags = FLAG.userPresent | FLAG.userVerified | FLAG.attestedCredential;
    const authenticatorData = Buffer.concat([
      authenticatorDataHead(rpId, flags, credential.counter),
      NO_AAGUID,
      uint16(id.length),
      id,
      coseKeyOf(publicKey),
    ]);
    const attestationObject = encodeCbor(
      new Map<string, string | Buffer | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authenticatorData],
      ]),
    );
    return {
      ...envelope(id),
      clientExtensionResults: options.extensions?.credProps ? { credProps: { rk: true } } : {},
      response: {
        attestationObject: base64url(attestationObject),
        authenticatorData: base64url(authenticatorData),
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, this.origin)),
        publicKey: base64url(publicKey.export({ type: 'spki', format: 'der' })),
        publicKeyAlgorithm: ES256,
        transports: ['internal'],
      },
    };
  }

  authenticate(options: PublicKeyCredentialRequestOptionsJSON, overrides: Forgery = {}): AuthenticationResponseJSON {
    const rpId = options.rpId ?? new URL(this.origin).hostname;
    const credential = this.find(options.allowCredentials, rpId);
    if (!credential) throw new Error('NotAllowedError: the authenticator holds no credential that is allowed');
    // A forged counter stands for a clone of the authenticator: the genuine one has not been used.
    if (overrides.counter === undefined) credential.counter += this.counterStep;

    const { userPresent = true, userVerified = true } = overrides;
    const flags = (userPresent ? FLAG.userPresent : 0) | (userVerified ? FLAG.userVerified : 0);
    const authenticatorData = authenticatorDataHead(overrides.rpId ?? rpId, flags, overrides.counter ?? credential.counter);
    const clientDataJSON = clientData(
      overrides.type ?? 'webauthn.get',
      overrides.challenge ?? options.challenge,
      overrides.origin ?? this.origin,
    );
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), credential.privateKey);
    // The last bit is within the number s, so that the signature stays well-formed.
    if (overrides.tamperSignature) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
    return {
      ...envelope(credential.id),
      clientExtensionResults: {},
      response: {
        authenticatorData: base64url(authenticatorData),
        clientDataJSON: base64url(clientDataJSON),
        signature: base64url(signature),
        userHandle: credential.userHandle,
      },
    };
  }

  private find(listed: PublicKeyCredentialDescriptorJSON[] = [], rpId: string): HeldCredential | undefined {
    return listed.map(({ id }) => this.held.get(id)).find((credential) => credential?.rpId === rpId);
  }
}

function envelope(id: Buffer): Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type' | 'authenticatorAttachment'> {
  return { id: base64url(id), rawId: base64url(id), type: 'public-key', authenticatorAttachment: 'platform' };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorDataHead(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.of(flags), count]);
}

/** RFC 9053, section 7.1: key type EC2, algorithm ES256, curve P-256, then the point. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

function uint16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
