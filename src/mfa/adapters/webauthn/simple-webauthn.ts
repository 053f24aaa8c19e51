import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Config } from '../../../platform/config/config.js';
import { type Ceremony, type RegisteredCredential, Webauthn } from '../../application/ports/webauthn.js';
import type { WebauthnFactor } from '../../domain/factor.js';

const RP_NAME = 'Headgate';
const TIMEOUT_MS = 300_000;

/** The library throws on everything that is wrong with an answer; the reasons are for developers, not for clients. */
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
  ): Promise<Ceremony> {
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
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: attestation as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origins,
        expectedRPID: this.rpId,
        requireUserVerification: false,
      });
      if (!verified) return null;
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      return { credentialId: id, publicKey, signCount: counter, transports: transports ?? [] };
    } catch {
      return null;
    }
  }

  async beginAssertion(known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[]): Promise<Ceremony> {
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      timeout: TIMEOUT_MS,
      allowCredentials: known.map(descriptorOf),
      userVerification: 'preferred',
    });
    return { options, challenge: options.challenge };
  }

  async verifyAssertion(
    assertion: unknown,
    challenge: string,
    factor: WebauthnFactor,
  ): Promise<{ signCount: number } | null> {
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: this.origins,
        expectedRPID: this.rpId,
        // Counter 0: a lower one than before is for the use case to judge, the library would refuse it.
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
