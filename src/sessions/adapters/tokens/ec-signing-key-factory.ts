import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { SigningKeyFactory } from '../../application/ports/signing-keys.js';
import type { SigningKey } from '../../domain/signing-key.js';

export function sealedKeyContext(kid: string): string {
  return `signing_keys.private_key_sealed:${kid}`;
}

@Injectable()
export class EcSigningKeyFactory extends SigningKeyFactory {
  constructor(private readonly secretBox: SecretBox) {
    super();
  }

  async make(): Promise<Pick<SigningKey, 'kid' | 'publicJwk' | 'privateKeySealed'>> {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
    const { crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // RFC 7638: the thumbprint is over exactly these members in this order.
    const kid = createHash('sha256')
      .update(JSON.stringify({ crv, kty: 'EC', x, y }))
      .digest('base64url');
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    const privateKeySealed = this.secretBox.seal(der, sealedKeyContext(kid));
    return { kid, publicJwk: { kty: 'EC', crv, x, y }, privateKeySealed };
  }
}
