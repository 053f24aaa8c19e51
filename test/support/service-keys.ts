import type { SelfSigned } from './self-signed.js';
import type { ServiceKey } from '../../src/sso/domain/service-key.js';
import { ServiceKeys, type SigningKey } from '../../src/sso/application/ports/service-keys.js';

/** The keys of a connection as far as those ask who sign with them. */
export class SigningKeys extends ServiceKeys {
  constructor(
    public signing: SigningKey | null = null,
    private readonly others: readonly SigningKey[] = [],
  ) {
    super();
  }
  current(): Promise<SigningKey | null> {
    return Promise.resolve(this.signing);
  }
  of(): Promise<readonly ServiceKey[]> {
    return Promise.resolve(this.signing === null ? [] : [this.signing]);
  }
  opened(): Promise<readonly SigningKey[]> {
    return Promise.resolve(this.signing === null ? [] : [this.signing, ...this.others]);
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

/** With what one key pair of a test has. */
export function serviceKey({ key: privateKey, cert: certificate }: Pick<SelfSigned, 'key' | 'cert'>, id = 1): SigningKey {
  const now = new Date();
  return { privateKey, certificate, id, connectionId: 1, isCurrent: true, fingerprint: '', notAfter: now, createdAt: now };
}

function notAsked(): never {
  throw new Error('Only what signs is asked for here.');
}
