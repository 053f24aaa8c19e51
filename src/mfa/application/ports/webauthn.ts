import type { WebauthnFactor } from '../../domain/factor.js';

interface CredentialDescriptor {
  readonly id: string;
  readonly type: string;
  readonly transports?: readonly string[];
}

type Requirement = 'required' | 'preferred' | 'discouraged';

/** As `PublicKeyCredential.parseRequestOptionsFromJSON` takes them. */
export interface AssertionOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly timeout?: number;
  readonly allowCredentials?: readonly CredentialDescriptor[];
  readonly userVerification?: Requirement;
}

/** As `PublicKeyCredential.parseCreationOptionsFromJSON` takes them. */
export interface RegistrationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly alg: number; readonly type: 'public-key' }[];
  readonly timeout?: number;
  readonly attestation?: 'none' | 'indirect' | 'direct' | 'enterprise';
  readonly excludeCredentials?: readonly CredentialDescriptor[];
  readonly authenticatorSelection?: {
    readonly residentKey?: Requirement;
    readonly requireResidentKey?: boolean;
    readonly userVerification?: Requirement;
  };
  readonly hints?: readonly string[];
  readonly extensions?: { readonly credProps?: boolean };
}

/** What the browser is asked for, and the challenge in it. */
export interface Ceremony<Options> {
  readonly options: Options;
  readonly challenge: string;
}

export type RegisteredCredential = Pick<WebauthnFactor, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>;

/** W3C Web Authentication; origins and relying party id come from the configuration. */
export abstract class Webauthn {
  abstract beginRegistration(
    user: { id: number; username: string },
    known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[],
  ): Promise<Ceremony<RegistrationOptions>>;
  abstract verifyRegistration(attestation: unknown, challenge: string): Promise<RegisteredCredential | null>;
  abstract beginAssertion(known: readonly Pick<WebauthnFactor, 'credentialId' | 'transports'>[]): Promise<Ceremony<AssertionOptions>>;
  /** @returns the counter that the authenticator reports, whatever it was before; `null` when anything else is wrong */
  abstract verifyAssertion(assertion: unknown, challenge: string, factor: WebauthnFactor): Promise<{ signCount: number } | null>;
}
