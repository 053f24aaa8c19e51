import { createHmac } from 'node:crypto';
import type { Database } from '@sqlite.org/sqlite-wasm';

/** What statements under policies call; no person may. */
export const HASH_FUNCTION = 'headgate_hash';
/** 128 bits, so that two values of a column have two hashes. */
const DIGITS = 32;

/**
 * The engine has no hash of its own: HMAC-SHA256 of bytes. A statement names a key by its number, so that its text, which becomes the name of
 * a column or is written down somewhere, holds none.
 * @param keys in hexadecimal digits
 */
export function addHashFunction(database: Database, keys: readonly unknown[]): void {
  database.createFunction({
    name: HASH_FUNCTION,
    arity: 2,
    deterministic: true,
    directOnly: true,
    xFunc: (_, number, value) => {
      const key = keys[Number(number)];
      if (typeof key !== 'string' || !(value instanceof Uint8Array)) return null;
      return createHmac('sha256', Buffer.from(key, 'hex')).update(value).digest('hex').slice(0, DIGITS);
    },
  });
}
