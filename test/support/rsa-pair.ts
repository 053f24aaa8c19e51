import { type KeyPairKeyObjectResult, generateKeyPairSync } from 'node:crypto';
import { keptPairs } from '../setup/kept-pairs.js';

let taken = 0;

/**
 * An RSA key that no other call of this test file gets. Making one takes a tenth of a second of CPU, so a worker's next file gets
 * the same ones.
 */
export function rsaPair(): KeyPairKeyObjectResult {
  const index = taken++;
  return (keptPairs[index] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
}
