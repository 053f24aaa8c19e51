import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { DerivedHashKeys } from './derived-hash-keys.js';

const SECRET = Buffer.alloc(32, 7);
const keys = new DerivedHashKeys({ value: () => Promise.resolve(SECRET) } as unknown as ApplicationSecrets);

describe('the key of a hash', () => {
  it('is one for each name of an organization', async () => {
    const key = await keys.of(1, 'tag:personal');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keys.of(1, 'tag:personal')).toBe(key);
    expect(await keys.of(2, 'tag:personal')).not.toBe(key);
    expect(await keys.of(1, 'tag:other')).not.toBe(key);
  });

  it('is none of those that names of columns have shown', async () => {
    const shown = createHmac('sha256', SECRET)
      .update(JSON.stringify([1, 'email']))
      .digest('hex');
    expect(await keys.of(1, 'email')).not.toBe(shown);
  });
});
