import type { ServiceKey } from '../../domain/service-key.js';
import type { KeyPair } from './key-pairs.js';

export type SigningKey = ServiceKey & KeyPair;

/** The key pairs of this service, by connection; whoever changes them holds the lock of the connection. */
export abstract class ServiceKeys {
  /** By id, the oldest first. */
  abstract of(connectionId: number): Promise<readonly ServiceKey[]>;
  /** Seals the private part; the first one of a connection is its current one. */
  abstract add(connectionId: number, pair: KeyPair, at: Date): Promise<ServiceKey>;
  /** The one before stays published. */
  abstract putInUse(key: ServiceKey): Promise<void>;
  abstract remove(key: ServiceKey): Promise<void>;
  /** All of them, for code that decrypts: a provider may still encrypt for an older one. */
  abstract opened(connectionId: number): Promise<readonly SigningKey[]>;
  /** For code that signs now; `null` when the connection has no key. */
  abstract current(connectionId: number): Promise<SigningKey | null>;
}
