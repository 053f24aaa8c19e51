import type { KeyPairKeyObjectResult } from 'node:crypto';

/** What `test/support/rsa-pair.ts` has made for an earlier file; a module here is loaded once for each worker. */
export const keptPairs: KeyPairKeyObjectResult[] = [];
