import { createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadMasterKeys, MasterKeys } from '../../src/platform/crypto/master-keys.js';
import { SealedValueUnreadable } from '../../src/shared/ports/secret-box.js';
import { anyCharacter } from '../support/any-character.js';

const CONTEXT = 'signing_keys.private_key:7';
const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const boxOf = (...keys: Buffer[]): AesSecretBox => new AesSecretBox(MasterKeys.of(keys));
const box = boxOf(newKey);

function whyUnreadable(sealed: string, context = CONTEXT, by = box): string {
  try {
    by.open(sealed, context);
  } catch (error) {
    expect(error).toBeInstanceOf(SealedValueUnreadable);
    return (error as Error).message;
  }
  return 'it opened';
}

describe('a sealed value', () => {
  it('opens to the same bytes in its own place, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), (bytes, context) => {
        expect(box.open(box.seal(bytes, context), context)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('does not open in any other place', () => {
    const places = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), places, (bytes, [context, other]) => {
        fc.pre(context !== other);
        expect(whyUnreadable(box.seal(bytes, context), other)).toContain('moved here');
      }),
    );
    const sealed = box.seal(Buffer.from('secret'), CONTEXT);
    const elsewhere = ['signing_keys.private_key:8', 'signing_keys.public_key:7', 'mfa_factors.secret:7', ''];
    for (const context of elsewhere) expect(whyUnreadable(sealed, context)).toContain('moved here');
  });

  it('is never the same twice, and shows nothing but the length', () => {
    const sealed = Array.from({ length: 500 }, () => box.seal(Buffer.from('secret'), CONTEXT));
    expect(new Set(sealed.map((text) => text.split('.')[2])).size).toBe(500);
    expect(new Set(sealed.map((text) => text.split('.')[3]?.slice(0, 8))).size).toBe(500);
  });

  it('does not open when any letter of it is another', () => {
    const sealed = box.seal(Buffer.from('a secret of some length'), CONTEXT);
    expect(box.open(sealed, CONTEXT).toString()).toBe('a secret of some length');
    for (let at = 0; at < sealed.length; at += 1) {
      for (const letter of 'Av0_.=\n'.replace(sealed.charAt(at), '')) {
        expect(whyUnreadable(sealed.slice(0, at) + letter + sealed.slice(at + 1))).toMatch(/format|unknown key|altered/);
      }
    }
  });

  it('does not open when it is cut anywhere or has something appended', () => {
    const sealed = box.seal(Buffer.from('secret'), CONTEXT);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(whyUnreadable(sealed.slice(0, length))).toMatch(/format|altered/);
    }
    for (const more of ['A', '=', '==', '\n', ' ', '.', '.AAAA', 'AAAA']) whyUnreadable(sealed + more);
  });

  it('has one text only: spare bits in the last letter are refused', () => {
    const sealed = box.seal(Buffer.alloc(3), CONTEXT);
    const bytes = Buffer.from(sealed.split('.')[3] ?? '', 'base64url');
    const aliases = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((letter) => sealed.slice(0, -1) + letter)
      .filter((text) => text !== sealed && Buffer.from(text.split('.')[3] ?? '', 'base64url').equals(bytes));
    expect(aliases).toHaveLength(15);
    for (const alias of aliases) expect(whyUnreadable(alias)).toContain('format');
  });

  it.each([4, 8, 12, 13, 14, 15])('does not open with a tag cut to %i bytes, which GCM itself would accept', (length) => {
    const [version, id, iv, body = ''] = box.seal(Buffer.alloc(0), CONTEXT).split('.');
    const tag = Buffer.from(body, 'base64url');
    expect(tag).toHaveLength(16);
    const short = [version, id, iv, tag.subarray(0, length).toString('base64url')].join('.');
    expect(whyUnreadable(short)).toContain('format');
  });

  it('throws SealedValueUnreadable for any text at all, and says nothing of it', () => {
    const part = fc.string({ unit: fc.constantFrom(...'AZaz09-_'), maxLength: 40 });
    const shaped = fc.tuple(fc.constantFrom('v1', 'v2', ''), fc.constantFrom(MasterKeys.of([newKey]).currentId, '00000000'), part, part);
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      shaped.map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const message = whyUnreadable(text);
        expect(message).toMatch(/format|unknown key|altered/);
        if (text.length > 12) expect(message).not.toContain(text);
      }),
      { numRuns: 1000 },
    );
    for (const text of [null, undefined, 7, {}]) whyUnreadable(text as string);
  });

  it('is sealed under a key of its own column, so no key sees all messages', () => {
    const [, id = '', iv = '', body = ''] = box.seal(Buffer.from('secret'), CONTEXT).split('.');
    const bytes = Buffer.from(body, 'base64url');
    const openWith = (column: string): Buffer => {
      const key = Buffer.from(hkdfSync('sha256', newKey, '', `headgate/v1/secret-box/${column}`, 32));
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(CONTEXT)).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    };
    expect(id).toBe(MasterKeys.of([newKey]).currentId);
    expect(openWith('signing_keys.private_key').toString()).toBe('secret');
    expect(() => openWith('mfa_factors.secret')).toThrow();
  });

  it('of the first version opens for ever', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    const stored = 'v1.f7c4a42f.AAECAwQFBgcICQoL.SJc8MyDHUSh34-tPi-4VUVQwyWXuA1rsHEtR';
    expect(boxOf(key).open(stored, 'mfa_factors.secret:42').toString()).toBe('river-delta');
  });
});

describe('with an older master key', () => {
  const sealedBefore = boxOf(oldKey).seal(Buffer.from('secret'), CONTEXT);
  const both = boxOf(newKey, oldKey);

  it('the old opens, the new seals, and what is stale can be told', () => {
    expect(both.open(sealedBefore, CONTEXT).toString()).toBe('secret');
    expect(both.isStale(sealedBefore)).toBe(true);
    const sealedNow = both.seal(Buffer.from('secret'), CONTEXT);
    expect(both.isStale(sealedNow)).toBe(false);
    expect(box.open(sealedNow, CONTEXT).toString()).toBe('secret');
    expect(both.isStale('not a sealed value')).toBe(true);
  });

  it('a value under a key that is not there is refused and names the key id', () => {
    const message = whyUnreadable(sealedBefore);
    expect(message).toContain(`unknown key ${MasterKeys.of([oldKey]).currentId}`);
    expect(message).toContain(CONTEXT);
  });

  it('a value that claims another key does not open', () => {
    const claimed = sealedBefore.replace(MasterKeys.of([oldKey]).currentId, MasterKeys.of([newKey]).currentId);
    expect(whyUnreadable(claimed, CONTEXT, both)).toContain('altered');
  });
});

describe('the master keys', () => {
  it('are told apart by an id that is not made of the raw key', () => {
    const { currentId } = MasterKeys.of([oldKey]);
    expect(currentId).toMatch(/^[0-9a-f]{8}$/);
    expect(MasterKeys.of([oldKey]).currentId).toBe(currentId);
    expect(MasterKeys.of([newKey]).currentId).not.toBe(currentId);
    expect(oldKey.toString('hex')).not.toContain(currentId);
    expect(createHash('sha256').update(oldKey).digest('hex')).not.toContain(currentId);
  });

  it('count once when they are given twice', () => {
    const keys = MasterKeys.of([newKey, oldKey, newKey, oldKey]);
    expect([keys.currentId, ...keys.olderIds]).toEqual([newKey, oldKey].map((key) => MasterKeys.of([key]).currentId));
    expect(keys.currentOnly().olderIds).toEqual([]);
  });

  it('show nothing of themselves when printed, serialised or enumerated', () => {
    const keys = MasterKeys.of([newKey, oldKey]);
    const shown = [inspect(keys, { depth: 9, showHidden: true }), JSON.stringify(keys), inspect(new AesSecretBox(keys), { depth: 9 })];
    const bytes = (key: Buffer): string[] => [
      key.toString('hex'),
      key.toString('base64'),
      [...key].join(','),
      key.toString('hex').slice(0, 12),
    ];
    for (const text of shown) for (const secret of [...bytes(newKey), ...bytes(oldKey)]) expect(text).not.toContain(secret);
  });

  it('come from the configuration in either alphabet, padded or not', async () => {
    const texts = [newKey.toString('base64'), oldKey.toString('base64url')];
    const keys = await loadMasterKeys({ masterKeys: texts, dataDirectory: '/nonexistent/and/not/to/be/made' });
    expect([keys.currentId, ...keys.olderIds]).toEqual([newKey, oldKey].map((key) => MasterKeys.of([key]).currentId));
  });

  it('are refused without being repeated when they are none', async () => {
    const short = randomBytes(31).toString('base64');
    const loading = loadMasterKeys({ masterKeys: [newKey.toString('base64'), short], dataDirectory: '/nonexistent' });
    await expect(loading).rejects.toThrow(/^HEADGATE_MASTER_KEY: entry 2 is not 32 bytes in base64\.$/);
    expect(() => MasterKeys.of([Buffer.alloc(16)])).toThrow('32 bytes');
    expect(() => MasterKeys.of([])).toThrow('no master key');
  });
});
