import type { ServiceKey } from '../../src/sso/domain/service-key.js';
import { ServiceKeys, type SigningKey } from '../../src/sso/application/ports/service-keys.js';

/** The keys of a connection as far as those ask who sign with them. */
export class SigningKeys extends ServiceKeys {
  constructor(public signing: SigningKey | null = null) {
    super();
  }
  current(): Promise<SigningKey | null> {
    return Promise.resolve(this.signing);
  }
  of(): Promise<readonly ServiceKey[]> {
    return Promise.resolve(this.signing === null ? [] : [this.signing]);
  }
  add(): Promise<never> {
    return notAsked();
  }
  putInUse(): Promise<never> {
    return notAsked();
  }
  remove(): Promise<never> {
    return notAsked();
  }
}

function notAsked(): never {
  throw new Error('Only what signs is asked for here.');
}
