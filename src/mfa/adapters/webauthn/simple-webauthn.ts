import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import { Config } from '../../../platform/config/config.js';
import {
  type AssertionOptions,
  type Ceremony,
  type RegisteredCredential,
  type RegistrationOptions,
  Webauthn,
} from '../../application/ports/webauthn.js';
import type { WebauthnFactor } from '../../domain/factor.js';

const RP_NAME = 'Headgate';
const TIMEOUT_MS = 300_000;
/** No credential id is longer (W3C Web Authentication level 3 section 5.1.3). */
const LONGEST_ID_BYTES = 1023;
const LONGEST_KEY_BYTES = 2048;
/** The transports that browsers name; anything else is the client's own invention. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Loaded with the first ceremony: it is a fifth of all code, and most processes begin none for a while. */
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');
const encodings = (): Promise<typeof import('@simplewebauthn/server/helpers')> => import('@simplewebauthn/server/helpers');

/** The library throws on everything that is wrong with an answer; its reasons are for developers, not for clients. */
@Injectable()
export class SimpleWebauthn extends Webauthn {
  private readonly rpId: string;
  private readonly origins: string[];

  constructor(config: Config) {
    super();
    this.rpId = config.webauthn.rpId;
    this.origins = [...config.webauthn.origins];
  }

  async beginRegistration(
    user: { id: number; username: string },
    known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[],
  ): Promise<Ceremony<RegistrationOptions>> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: this.rpId,
      userName: user.username,
      userID: new TextEncoder().encode(String(user.id)),
      timeout: TIMEOUT_MS,
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    return { options, challenge: options.challenge };
  }

  async verifyRegistration(attestation: unknown, challenge: string): Promise<RegisteredCredential | null> {
    const [{ verifyRegistrationResponse }, { isoBase64URL, decodeAttestationObject }] = [await library(), await encodings()];
    try {
      const response = attestation as RegistrationResponseJSON;
      const attested = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
      if (!isUnattested(attested)) return null;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.origins,
        expectedRPID: this.rpId,
        requireUserVerification: false,
      });
      if (!verified) return null;
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      if (id !== response.id) return null;
      if (isoBase64URL.toBuffer(id).length > LONGEST_ID_BYTES || publicKey.length > LONGEST_KEY_BYTES) return null;
      const named: readonly unknown[] = Array.isArray(transports) ? transports : [];
      const known = TRANSPORTS.filter((transport) => named.includes(transport));
      return { credentialId: id, publicKey, signCount: counter, transports: known };
    } catch {
      return null;
    }
  }

  async beginAssertion(known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[]): Promise<Ceremony<AssertionOptions>> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      timeout: TIMEOUT_MS,
      allowCredentials: known.map(descriptorOf),
      userVerification: 'preferred',
    });
    return { options, challenge: options.challenge };
  }

  async verifyAssertion(assertion: unknown, challenge: string, factor: WebauthnFactor): Promise<{ signCount: number } | null> {
    const { verifyAuthenticationResponse } = await library();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origins,
        expectedRPID: this.rpId,
        // Counter 0, because the library would refuse a counter that has fallen, and the use case judges that.
        credential: { id: factor.credentialId, publicKey: Uint8Array.from(factor.publicKey), counter: 0 },
        requireUserVerification: false,
      });
      return verified ? { signCount: authenticationInfo.newCounter } : null;
    } catch {
      return null;
    }
  }
}

function descriptorOf({ credentialId, transports }: Pick<WebauthnFactor, 'credentialId' | 'transports'>): {
  id: string;
  transports: string[];
} {
  return { id: credentialId, transports: [...transports] };
}

/**
 * We ask for no attestation. With some formats come certificates whose revocation lists the library would fetch from
 * any address that they name, before it knows whether to trust them. That would let a stranger make this server call
 * any address, so these formats are refused.
 */
function isUnattested(attestation: AttestationObject): boolean {
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
