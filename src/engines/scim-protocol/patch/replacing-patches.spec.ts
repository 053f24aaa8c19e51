import { describe, expect, it } from '@jest/globals';
import { BJENSEN, HOME, WORK, patched, without } from '../../../../test/support/bjensen.js';
import type { JsonObject } from '../json.js';

const add = (path: string | undefined, value: unknown): unknown[] => [{ op: 'add', path, value }];
const replace = (path: string | undefined, value: unknown): unknown[] => [{ op: 'replace', path, value }];
const remove = (path: string | undefined, value?: unknown): unknown[] => [{ op: 'remove', path, value }];

describe('replace (RFC 7644 section 3.5.2.3)', () => {
  it.each<[string, unknown[], JsonObject]>([
    ['a single value', replace('title', 'Boss'), { ...BJENSEN, title: 'Boss' }],
    ['what is not there', replace('nickName', 'Babs'), { ...BJENSEN, nickName: 'Babs' }],
    [
      'without a path',
      replace(undefined, { title: 'Boss', active: false }),
      {
        ...BJENSEN,
        title: 'Boss',
        active: false,
      },
    ],
    ['a whole list', replace('emails', [HOME]), { ...BJENSEN, emails: [HOME] }],
    ['a whole list by nothing', replace('emails', []), without('emails')],
    ['a text by null', replace('title', null), without('title')],
    [
      'sub-attributes, and leaves the others',
      replace('name', { familyName: 'J' }),
      {
        ...BJENSEN,
        name: { givenName: 'Barbara', familyName: 'J' },
      },
    ],
    ['a sub-attribute by null', replace('name', { familyName: null }), { ...BJENSEN, name: { givenName: 'Barbara' } }],
    [
      'one sub-attribute',
      replace('name.familyName', 'J'),
      {
        ...BJENSEN,
        name: { givenName: 'Barbara', familyName: 'J' },
      },
    ],
    [
      'chosen values as a whole',
      replace('addresses[type eq "work"]', { type: 'work', locality: 'Hollywood' }),
      {
        ...BJENSEN,
        addresses: [{ type: 'work', locality: 'Hollywood' }],
      },
    ],
    [
      'chosen values, which keep what the path calls them by',
      replace('addresses[type eq "work"]', { region: 'CA' }),
      {
        ...BJENSEN,
        addresses: [{ type: 'work', region: 'CA' }],
      },
    ],
    [
      'a sub-attribute of chosen values',
      replace('emails[type eq "work"].value', 'x@y.z'),
      {
        ...BJENSEN,
        emails: [{ ...WORK, value: 'x@y.z' }, HOME],
      },
    ],
    [
      'a sub-attribute of all values',
      replace('emails.type', 'other'),
      {
        ...BJENSEN,
        emails: [
          { ...WORK, type: 'other' },
          { ...HOME, type: 'other' },
        ],
      },
    ],
    [
      'primary, which leaves the others',
      replace('emails[type eq "home"]', { ...HOME, primary: true }),
      {
        ...BJENSEN,
        emails: [
          { ...WORK, primary: false },
          { ...HOME, primary: true },
        ],
      },
    ],
    ['in order', [...replace('title', 'A'), ...remove('title'), ...add('title', 'B')], { ...BJENSEN, title: 'B' }],
    [
      'what an earlier operation made',
      [...add('nickName', 'A'), ...replace('nickName', 'B')],
      {
        ...BJENSEN,
        nickName: 'B',
      },
    ],
    ['nothing by an attribute that only this client knows', replace(undefined, { badge: 7 }), BJENSEN],
    ['the password aside', replace('password', 'correct horse'), BJENSEN],
  ])('replaces %s', (_, operations, expected) => {
    expect(patched(operations).attributes).toEqual(expected);
  });

  it('hands out a password, and keeps it nowhere', () => {
    const { password, changed, attributes } = patched(replace(undefined, { password: 'correct horse' }));
    expect([password, changed]).toEqual(['correct horse', true]);
    expect(JSON.stringify(attributes)).not.toContain('horse');
  });
});
