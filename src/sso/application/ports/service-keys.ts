import type { ServiceKey } from '../../domain/service-key.js';

export interface SigningKey extends ServiceKey {
  /** PEM, PKCS #8. */
  readonly privateKey: string;
}

/** The key pairs of this service, by connection; whoever changes them holds the lock of the connection. */
export abstract class ServiceKeys {
  /** By id, the oldest first. */
  abstract of(connectionId: number): Promise<readonly ServiceKey[]>;
  /** Makes a key pair, seals its private part and keeps it; the first one of a connection is its current one. */
  abstract add(connectionId: number, at: Date): Promise<ServiceKey>;
  /** Makes the first one, if there is none. */
  abstract ensure(connectionId: number, at: Date): Promise<void>;
  /** The one before stays published. */
  abstract putInUse(key: ServiceKey): Promise<void>;
  abstract remove(key: ServiceKey): Promise<void>;
  /** For code that signs now; `null` when the connection has no key. */
  abstract current(connectionId: number): Promise<SigningKey | null>;
}
