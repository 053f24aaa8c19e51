import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SealedValueUnreadable, SecretBox } from '../../shared/ports/secret-box.js';
import type { MasterKeys } from './master-keys.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

/** AES-256-GCM as `v1.<key id>.<iv>.<ciphertext and tag>`, the binary parts in base64url. */
export class AesSecretBox extends SecretBox {
  constructor(private readonly keys: MasterKeys) {
    super();
  }

  seal(plaintext: Uint8Array, context: string): string {
    const key = this.keys.currentSubKey(purposeOf(context));
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.keys.currentId}.${iv.toString('base64url')}.${sealed.toString('base64url')}`;
  }

  open(sealed: string, context: string): Buffer {
    const [, id = '', iv = '', body = ''] = SEALED.exec(sealed) ?? [];
    const ivBytes = Buffer.from(iv, 'base64url');
    const bytes = Buffer.from(body, 'base64url');
    // The second encoding refuses spare bits in the last letter: a value has exactly one text, and any other was
    // altered.
    if (bytes.length < TAG_BYTES || bytes.toString('base64url') !== body) {
      throw new SealedValueUnreadable(context, 'it is not in the format of a sealed value');
    }
    const key = this.keys.subKey(id, purposeOf(context));
    if (key === undefined) throw new SealedValueUnreadable(context, `it is sealed under the unknown key ${id}`);
    try {
      const decipher = createDecipheriv(CIPHER, key, ivBytes, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealedValueUnreadable(context, 'it was altered, or moved here from another row or column');
    }
  }

  isStale(sealed: string): boolean {
    return SEALED.exec(sealed)?.[1] !== this.keys.currentId;
  }
}

/** A key per column keeps each far below the 2^32 messages that random IVs allow (NIST SP 800-38D section 8.3). */
function purposeOf(context: string): string {
  const [column = ''] = context.split(':', 1);
  return `secret-box/${column}`;
}
