import type { WebauthnFactor } from '../../domain/factor.js';

/** Options as the browser's `PublicKeyCredential.parse…OptionsFromJSON` takes them, and the challenge in them. */
export interface Ceremony {
  readonly options: object;
  readonly challenge: string;
}

export type RegisteredCredential = Pick<WebauthnFactor, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>;

/** W3C Web Authentication; origins and relying party id come from the configuration. */
export abstract class Webauthn {
  abstract beginRegistration(
    user: { id: number; username: string },
    known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[],
  ): Promise<Ceremony>;
  abstract verifyRegistration(attestation: unknown, challenge: string): Promise<RegisteredCredential | null>;
  abstract beginAssertion(known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[]): Promise<Ceremony>;
  /** @returns the counter that the authenticator reports, whatever it was before; `null` when anything else is wrong */
  abstract verifyAssertion(
    assertion: unknown,
    challenge: string,
    factor: WebauthnFactor,
  ): Promise<{ signCount: number } | null>;
}
