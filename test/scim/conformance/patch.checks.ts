import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENTERPRISE, type Json, type Scim, USER, scimAnew } from '../scim.js';

const WORK = { value: 'w@delta.example', type: 'work' };
const HOME = { value: 'h@home.example', type: 'home' };
const PHONE = { value: '1', type: 'work' };
const MOBILE = { value: '2', type: 'mobile' };

interface Operation {
  readonly op: string;
  readonly path?: string;
  readonly value?: unknown;
}
type Case = readonly [rule: string, before: Json, operations: readonly Operation[], after: Json];

const add = (path: string, value: unknown): Operation => ({ op: 'add', path, value });
const replace = (path: string, value: unknown): Operation => ({ op: 'replace', path, value });
const remove = (path: string): Operation => ({ op: 'remove', path });
const whole = (op: string, value: Json): Operation => ({ op, value });

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'add (section 3.5.2.1)': [
    ['makes a simple attribute', {}, [add('title', 'x')], { title: 'x' }],
    ['takes the place of a simple one', { title: 'old' }, [add('title', 'new')], { title: 'new' }],
    ['makes a complex attribute', {}, [add('name', { givenName: 'B' })], { name: { givenName: 'B' } }],
    [
      'adds to a complex attribute',
      { name: { familyName: 'J', givenName: 'A' } },
      [add('name', { givenName: 'B' })],
      { name: { familyName: 'J', givenName: 'B' } },
    ],
    ['makes a sub-attribute', { name: { familyName: 'J' } }, [add('name.givenName', 'B')], { name: { familyName: 'J', givenName: 'B' } }],
    ['makes a sub-attribute where there is nothing yet', {}, [add('name.givenName', 'B')], { name: { givenName: 'B' } }],
    ['makes a list of values', {}, [add('phoneNumbers', [PHONE])], { phoneNumbers: [PHONE] }],
    ['adds a value to those that are there', { phoneNumbers: [PHONE] }, [add('phoneNumbers', [MOBILE])], { phoneNumbers: [PHONE, MOBILE] }],
    ['takes a single value for a list of one', { phoneNumbers: [PHONE] }, [add('phoneNumbers', MOBILE)], { phoneNumbers: [PHONE, MOBILE] }],
    [
      'adds a value once that is there already',
      { phoneNumbers: [PHONE] },
      [add('phoneNumbers', [PHONE, MOBILE])],
      { phoneNumbers: [PHONE, MOBILE] },
    ],
    [
      'a new primary value ends the one before (section 3.5.2)',
      { phoneNumbers: [{ ...PHONE, primary: true }] },
      [add('phoneNumbers', [{ ...MOBILE, primary: true }])],
      {
        phoneNumbers: [
          { ...PHONE, primary: false },
          { ...MOBILE, primary: true },
        ],
      },
    ],
    [
      'reaches the values that a filter chooses',
      { phoneNumbers: [PHONE, MOBILE] },
      [add('phoneNumbers[type eq "mobile"].display', 'Mine')],
      { phoneNumbers: [PHONE, { ...MOBILE, display: 'Mine' }] },
    ],
    [
      'without a path adds all that the value holds',
      { nickName: 'N', phoneNumbers: [PHONE] },
      [whole('add', { title: 'T', phoneNumbers: [MOBILE], name: { givenName: 'B' } })],
      { nickName: 'N', title: 'T', phoneNumbers: [PHONE, MOBILE], name: { givenName: 'B' } },
    ],
    [
      'names attributes without regard to case',
      { name: { familyName: 'J' } },
      [add('NAME.GIVENNAME', 'B'), add('TITLE', 'x')],
      { name: { familyName: 'J', givenName: 'B' }, title: 'x' },
    ],
    [
      'takes names qualified by the core URN',
      {},
      [add(`${USER}:title`, 'x'), add(`${USER}:name.givenName`, 'B')],
      { title: 'x', name: { givenName: 'B' } },
    ],
    ['makes an extension by one attribute', {}, [add(`${ENTERPRISE}:department`, 'Tours')], { [ENTERPRISE]: { department: 'Tours' } }],
    [
      'adds to an extension as a whole',
      { [ENTERPRISE]: { department: 'Tours' } },
      [add(ENTERPRISE, { costCenter: '7' })],
      { [ENTERPRISE]: { department: 'Tours', costCenter: '7' } },
    ],
    [
      'adds to an extension without a path',
      { [ENTERPRISE]: { department: 'Tours' } },
      [whole('add', { [ENTERPRISE]: { costCenter: '7' } })],
      { [ENTERPRISE]: { department: 'Tours', costCenter: '7' } },
    ],
    [
      'takes names qualified by a URN as members of a value',
      {},
      [whole('add', { [`${ENTERPRISE}:department`]: 'Tours', 'name.givenName': 'B' })],
      { [ENTERPRISE]: { department: 'Tours' }, name: { givenName: 'B' } },
    ],
    ['makes externalId', {}, [add('externalId', 'E')], { externalId: 'E' }],
    ['keeps text as it was sent', {}, [add('nickName', ' É "x" \\ ')], { nickName: ' É "x" \\ ' }],
  ],
  'replace (section 3.5.2.3)': [
    ['takes the place of a simple attribute', { title: 'old' }, [replace('title', 'new')], { title: 'new' }],
    ['makes what is not there', {}, [replace('title', 'new')], { title: 'new' }],
    [
      'leaves the sub-attributes that it does not name',
      { name: { familyName: 'J', givenName: 'A' } },
      [replace('name', { givenName: 'B' })],
      { name: { familyName: 'J', givenName: 'B' } },
    ],
    [
      'reaches a sub-attribute',
      { name: { familyName: 'J', givenName: 'A' } },
      [replace('name.givenName', 'B')],
      { name: { familyName: 'J', givenName: 'B' } },
    ],
    ['makes a sub-attribute', {}, [replace('name.givenName', 'B')], { name: { givenName: 'B' } }],
    [
      'takes the place of all values',
      { phoneNumbers: [PHONE, MOBILE] },
      [replace('phoneNumbers', [{ value: '3' }])],
      { phoneNumbers: [{ value: '3' }] },
    ],
    ['empties a list by an empty list', { phoneNumbers: [PHONE] }, [replace('phoneNumbers', [])], {}],
    ['empties an attribute by null', { title: 'x' }, [replace('title', null)], {}],
    [
      'takes the place of the value that a filter chooses',
      { phoneNumbers: [PHONE, MOBILE] },
      [replace('phoneNumbers[type eq "mobile"]', { value: '3', type: 'mobile' })],
      { phoneNumbers: [PHONE, { value: '3', type: 'mobile' }] },
    ],
    [
      'reaches a sub-attribute of the value that a filter chooses',
      { phoneNumbers: [PHONE, MOBILE] },
      [replace('phoneNumbers[type eq "mobile"].value', '3')],
      { phoneNumbers: [PHONE, { value: '3', type: 'mobile' }] },
    ],
    [
      'chooses without regard to case where the schema says so',
      { phoneNumbers: [PHONE, MOBILE] },
      [replace('PhoneNumbers[Type EQ "MOBILE"].Value', '3')],
      { phoneNumbers: [PHONE, { value: '3', type: 'mobile' }] },
    ],
    [
      'chooses by and, or and not',
      { phoneNumbers: [PHONE, MOBILE] },
      [replace('phoneNumbers[not (type eq "work") and (value eq "2" or value eq "9")].value', '3')],
      { phoneNumbers: [PHONE, { value: '3', type: 'mobile' }] },
    ],
    [
      'reaches every value that a filter chooses',
      { phoneNumbers: [PHONE, MOBILE] },
      [replace('phoneNumbers[value pr].display', 'D')],
      {
        phoneNumbers: [
          { ...PHONE, display: 'D' },
          { ...MOBILE, display: 'D' },
        ],
      },
    ],
    [
      'a new primary value ends the one before',
      { phoneNumbers: [{ ...PHONE, primary: true }, MOBILE] },
      [replace('phoneNumbers[type eq "mobile"].primary', true)],
      {
        phoneNumbers: [
          { ...PHONE, primary: false },
          { ...MOBILE, primary: true },
        ],
      },
    ],
    [
      'without a path takes the place of what the value names and of nothing else',
      { nickName: 'N', title: 'T', phoneNumbers: [PHONE] },
      [whole('replace', { title: 'U', phoneNumbers: [MOBILE] })],
      { nickName: 'N', title: 'U', phoneNumbers: [MOBILE] },
    ],
    [
      'reaches an attribute of an extension',
      { [ENTERPRISE]: { department: 'Tours', costCenter: '7' } },
      [replace(`${ENTERPRISE}:department`, 'Sales')],
      { [ENTERPRISE]: { department: 'Sales', costCenter: '7' } },
    ],
    ['turns active off', { active: true }, [replace('active', false)], { active: false }],
    ['turns active on', { active: false }, [replace('active', true)], { active: true }],
  ],
  'remove (section 3.5.2.2)': [
    ['takes a simple attribute', { title: 'x', nickName: 'N' }, [remove('title')], { nickName: 'N' }],
    ['takes a complex attribute', { name: { givenName: 'B' } }, [remove('name')], {}],
    ['takes a sub-attribute', { name: { givenName: 'B', familyName: 'J' } }, [remove('name.givenName')], { name: { familyName: 'J' } }],
    ['takes the last sub-attribute with its parent', { name: { givenName: 'B' } }, [remove('name.givenName')], {}],
    ['takes all values', { phoneNumbers: [PHONE, MOBILE] }, [remove('phoneNumbers')], {}],
    [
      'takes the values that a filter chooses',
      { phoneNumbers: [PHONE, MOBILE] },
      [remove('phoneNumbers[type eq "work"]')],
      { phoneNumbers: [MOBILE] },
    ],
    ['takes the last value with the attribute', { phoneNumbers: [PHONE] }, [remove('phoneNumbers[type eq "work"]')], {}],
    [
      'takes a sub-attribute of the values that a filter chooses',
      { phoneNumbers: [{ ...PHONE, display: 'D' }, MOBILE] },
      [remove('phoneNumbers[type eq "work"].display')],
      { phoneNumbers: [PHONE, MOBILE] },
    ],
    [
      'takes an attribute of an extension',
      { [ENTERPRISE]: { department: 'Tours', costCenter: '7' } },
      [remove(`${ENTERPRISE}:department`)],
      { [ENTERPRISE]: { costCenter: '7' } },
    ],
    [
      'takes the last attribute of an extension with it',
      { [ENTERPRISE]: { department: 'Tours' } },
      [remove(`${ENTERPRISE}:department`)],
      {},
    ],
    ['takes an extension', { [ENTERPRISE]: { department: 'Tours', costCenter: '7' } }, [remove(ENTERPRISE)], {}],
    ['takes externalId', { externalId: 'E' }, [remove('externalId')], {}],
  ],
  'several operations (section 3.5.2)': [
    [
      'are done one after the other',
      { title: 'a' },
      [replace('title', 'b'), remove('title'), add('title', 'c'), add('nickName', 'n')],
      { title: 'c', nickName: 'n' },
    ],
    [
      'see what those before them did',
      {},
      [add('phoneNumbers', [PHONE]), replace('phoneNumbers[type eq "work"].value', '9'), add('phoneNumbers', [MOBILE])],
      { phoneNumbers: [{ value: '9', type: 'work' }, MOBILE] },
    ],
    ['may exchange all values', { emails: [WORK] }, [remove('emails'), add('emails', [HOME])], { emails: [HOME] }],
  ],
};

describe('PATCH (RFC 7644 section 3.5.2)', () => {
  let scim: Scim;
  beforeAll(async () => {
    scim = await scimAnew();
  });

  const withoutFrame = (body: Json, expected: Json) => {
    const rest = { ...body };
    for (const name of ['schemas', 'id', 'meta', 'userName', 'groups']) delete rest[name];
    if (!('active' in expected)) delete rest['active'];
    return rest;
  };

  describe.each(Object.entries(CASES))('%s', (_, cases) => {
    it.each(cases)('%s', async (_rule, before, operations, after) => {
      // Addresses of their own, for two users cannot stand for the same person.
      const salt = randomBytes(4).toString('hex');
      const salted = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll('@', `-${salt}@`));
      const user = await scim.user({ userName: `p-${salt}`, ...salted(before) });
      scim.app.clock.advance({ seconds: 1 });
      const answer = await scim.patch(`/Users/${user.id}`, salted(operations));
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      expect(withoutFrame(answer.body, after)).toEqual(salted(after));
      expect(await scim.read(`/Users/${user.id}`)).toEqual(answer.body);
      expect(answer.body.meta.lastModified > answer.body.meta.created).toBe(true);
      expect(answer.headers.get('etag')).toBe(answer.body.meta.version);
      expect(answer.body.meta.version).not.toBe((user['meta'] as Json)['version']);
    });
  });

  describe('what changes nothing (section 3.5.2.1)', () => {
    it.each<[string, readonly Operation[]]>([
      ['adding a value that is there', [add('phoneNumbers', [PHONE])]],
      ['adding an attribute as it is', [add('title', 'T')]],
      ['replacing an attribute by itself', [replace('title', 'T')]],
      ['removing what is not there', [remove('nickName')]],
      ['replacing all by the same', [whole('replace', { title: 'T', phoneNumbers: [PHONE] })]],
    ])('%s leaves version and time', async (_, operations) => {
      const user = await scim.user({
        userName: `same-${randomBytes(4).toString('hex')}`,
        title: 'T',
        phoneNumbers: [PHONE],
      });
      scim.app.clock.advance({ seconds: 1 });
      const answer = await scim.patch(`/Users/${user.id}`, operations);
      expect([answer.status, answer.body]).toEqual([200, user]);
    });
  });
});
