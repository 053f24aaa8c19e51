import type { ServiceKey } from '../../domain/service-key.js';

export interface KeyPair extends Pick<ServiceKey, 'fingerprint' | 'certificate' | 'notAfter'> {
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

export abstract class KeyPairs {
  /** An RSA key with a certificate that it signs itself. Takes a second of one core: ask before the unit of work begins. */
  abstract make(at: Date): Promise<KeyPair>;
}
