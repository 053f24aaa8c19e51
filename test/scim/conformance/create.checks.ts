import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Answer } from '../../support/http-client.js';
import { BASE, ENTERPRISE, GROUP, type Json, NOBODY, type Scim, USER, expectRefusal, scimAnew } from '../scim.js';

const name = () => `user-${randomBytes(5).toString('hex')}`;

describe('creating (RFC 7644 section 3.3, RFC 7643 sections 2 to 4)', () => {
  let scim: Scim;
  beforeAll(async () => {
    scim = await scimAnew();
  });

  const post = (attributes: Json, suffix = '') => scim.post(`/Users${suffix}`, { schemas: [USER], userName: name(), ...attributes });

  describe('what a 201 says', () => {
    let answer: Answer;
    const userName = `First.${name()}@delta.example`;
    beforeAll(async () => {
      answer = await post({
        id: NOBODY,
        userName,
        externalId: 'ext-1',
        password: 'vK7-tarn-Quoll-82',
        groups: [{ value: NOBODY }],
        meta: { resourceType: 'Group', created: '2001-01-01T00:00:00Z', version: 'W/"77"', location: 'http://evil/' },
      });
    });

    it('is 201 with a body of SCIM', () => {
      expect(answer.status).toBe(201);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    });
    it('has a Location which is that of meta', () => {
      expect(answer.headers.get('location')).toBe(`${BASE}/Users/${answer.body.id}`);
      expect(answer.body.meta.location).toBe(answer.headers.get('location'));
    });
    it('has an ETag which is the version of meta', () => {
      expect(answer.body.meta.version).toMatch(/^W\/".+"$/);
      expect(answer.headers.get('etag')).toBe(answer.body.meta.version);
    });
    it('gives an id of its own', () => expect(answer.body.id).not.toBe(NOBODY));
    it('keeps meta to itself', () => {
      expect(answer.body.meta.resourceType).toBe('User');
      expect(answer.body.meta.created).toBe('2026-11-20T09:00:00.000Z');
      expect(answer.body.meta.lastModified).toBe(answer.body.meta.created);
    });
    it('ignores groups, which are read-only', () => expect(answer.body.groups ?? []).toEqual([]));
    it('shows the name as it was sent', () => expect(answer.body.userName).toBe(userName));
    it('shows the externalId', () => expect(answer.body.externalId).toBe('ext-1'));
    it('shows the schemas', () => expect(answer.body.schemas).toEqual([USER]));
    it('is active where nothing else was said', () => expect(answer.body.active ?? true).toBe(true));
    it('never shows a password', () => {
      expect(answer.text).not.toContain('tarn-Quoll');
      expect(answer.body).not.toHaveProperty('password');
    });
    it('never shows a password to those who ask for it', async () => {
      const asked = await scim.get(`/Users/${answer.body.id}?attributes=password,userName`);
      expect(Object.keys(asked.body).sort()).toEqual(['id', 'schemas', 'userName']);
    });
    it('is what GET answers', async () => {
      const again = await scim.get(`/Users/${answer.body.id}`);
      expect([again.status, again.body]).toEqual([200, answer.body]);
    });
  });

  describe('attributes come back as they were sent', () => {
    it.each<[string, Json]>([
      ['displayName', { displayName: 'Babs Jensen' }],
      ['nickName', { nickName: 'Babs' }],
      ['title', { title: 'Tour Guide' }],
      ['userType', { userType: 'Employee' }],
      ['preferredLanguage', { preferredLanguage: 'en-US, de;q=0.8' }],
      ['locale', { locale: 'en-US' }],
      ['timezone', { timezone: 'America/Los_Angeles' }],
      ['profileUrl', { profileUrl: 'https://login.example.com/bjensen' }],
      ['active false', { active: false }],
      [
        'name',
        {
          name: {
            formatted: 'Ms. Barbara J Jensen, III',
            familyName: 'Jensen',
            givenName: 'Barbara',
            middleName: 'Jane',
            honorificPrefix: 'Ms.',
            honorificSuffix: 'III',
          },
        },
      ],
      ['phone numbers without a change', { phoneNumbers: [{ value: '+1 (555) 555-5555 ext 4', type: 'work' }] }],
      ['ims', { ims: [{ value: 'someaimhandle', type: 'aim' }] }],
      ['photos', { photos: [{ value: 'https://photos.example.com/F.jpg', type: 'photo' }] }],
      [
        'addresses',
        {
          addresses: [
            {
              type: 'work',
              streetAddress: '100 Universal City Plaza',
              locality: 'Hollywood',
              region: 'CA',
              postalCode: '91608',
              country: 'US',
              formatted: '100 Universal City Plaza\nHollywood, CA 91608 USA',
              primary: true,
            },
          ],
        },
      ],
      ['entitlements', { entitlements: [{ value: 'seat', display: 'A seat' }] }],
      ['roles', { roles: [{ value: 'analyst', type: 'x', primary: true }] }],
      ['x509 certificates', { x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAw' }] }],
      ['text of all scripts', { displayName: 'Ζωή 山田 👩🏽‍🚀 é é' }],
      ['text with line ends and quotes', { displayName: 'a\n"b"\\c\t' }],
      ['an unknown type of a value', { emails: [{ value: `${name()}@delta.example`, type: 'carrier-pigeon' }] }],
    ])('%s', async (_, attributes) => {
      const answer = await post(attributes);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject(attributes);
      expect(await scim.read(`/Users/${answer.body.id}`)).toMatchObject(attributes);
    });
    it('the capitals of an e-mail address', async () => {
      const emails = [{ value: `Big.${name()}@Delta.Example`, type: 'work', primary: true }];
      expect((await post({ emails })).body.emails).toEqual(emails);
    });
    it('the enterprise extension, which then stands in schemas', async () => {
      const extension = {
        employeeNumber: '701984',
        costCenter: '4130',
        organization: 'Universal',
        division: 'Theme Park',
        department: 'Tours',
      };
      const answer = await post({ schemas: [USER, ENTERPRISE], [ENTERPRISE]: extension });
      expect(answer.body[ENTERPRISE]).toEqual(extension);
      expect(answer.body.schemas).toEqual([USER, ENTERPRISE]);
    });
    it('no extension that no schema describes, and no attribute', async () => {
      const urn = 'urn:example:params:scim:schemas:extension:rivers:2.0:User';
      const extension = { favourite: 'Elbe', lengths: [1094, 2850], deep: { er: true } };
      const answer = await post({
        schemas: [USER, urn],
        [urn]: extension,
        favouriteColour: 'green',
        name: { nick: 'x' },
      });
      expect([answer.status, answer.body.schemas, answer.body.name]).toEqual([201, [USER], undefined]);
      expect(answer.text).not.toMatch(/Elbe|favourite|nick/);
      expect(await scim.read(`/Users/${answer.body.id}`)).toEqual(answer.body);
    });
  });

  describe('the manager (RFC 7643 section 4.3)', () => {
    it('is shown with $ref and with the displayName that they have', async () => {
      const boss = await scim.user({ userName: name(), displayName: 'The Boss' });
      const answer = await post({
        schemas: [USER, ENTERPRISE],
        [ENTERPRISE]: { manager: { value: boss.id, displayName: 'Somebody else' } },
      });
      const { manager } = answer.body[ENTERPRISE];
      expect(manager).toMatchObject({ value: boss.id, displayName: 'The Boss' });
      expect(manager.$ref).toMatch(new RegExp(`Users/${boss.id}$`));
    });
  });

  describe('names and empty values (RFC 7643 sections 2.1 and 2.5)', () => {
    it('compares attribute names without regard to case', async () => {
      const answer = await scim.post('/Users', {
        SCHEMAS: [USER],
        USERNAME: name(),
        Name: { FAMILYNAME: 'Jensen' },
        EMAILS: [{ Value: `${name()}@delta.example`, TYPE: 'work' }],
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ name: { familyName: 'Jensen' }, emails: [{ type: 'work' }] });
    });
    it.each<[string, Json]>([
      ['null', { nickName: null }],
      ['an empty list', { nickName: null, phoneNumbers: [] }],
      ['an object of nulls', { name: { givenName: null } }],
      ['a null extension', { [ENTERPRISE]: null }],
      ['null in an extension', { [ENTERPRISE]: { department: null, manager: null } }],
    ])('takes %s for no value', async (_, attributes) => {
      const answer = await post(attributes);
      expect(answer.status).toBe(201);
      for (const attribute of ['nickName', 'phoneNumbers', 'name', ENTERPRISE]) expect(answer.body).not.toHaveProperty([attribute]);
    });
  });

  describe('uniqueness (RFC 7644 section 3.3.1)', () => {
    it.each([
      ['the same userName', (given: string) => given],
      ['a userName that differs in case alone', (given: string) => given.toUpperCase()],
    ])('refuses %s', async (_, spelt) => {
      const userName = name();
      await scim.user({ userName });
      expectRefusal(await post({ userName: spelt(userName) }), 409, 'uniqueness');
    });
    it.each([
      ['the same displayName', 'Crew'],
      ['one that differs in case alone', 'CREW'],
    ])('refuses groups of %s', async (_, displayName) => {
      await scim.post('/Groups', { schemas: [GROUP], displayName: 'Crew' });
      expectRefusal(await scim.post('/Groups', { schemas: [GROUP], displayName }), 409, 'uniqueness');
    });
    it('lets a user and a group have one name', async () => {
      const shared = name();
      await scim.user({ userName: shared });
      expect((await scim.post('/Groups', { schemas: [GROUP], displayName: shared })).status).toBe(201);
    });
    it('leaves externalId to the client', async () => {
      expect((await post({ externalId: 'same' })).status).toBe(201);
      expect((await post({ externalId: 'same' })).status).toBe(201);
    });
    it('creates one of twenty at once', async () => {
      const userName = name();
      const answers = await Promise.all(Array.from({ length: 20 }, () => post({ userName })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    });
  });

  describe('what is refused', () => {
    it.each<[string, Json]>([
      ['no userName', { userName: undefined }],
      ['a null userName', { userName: null }],
      ['an empty userName', { userName: '' }],
      ['a number for userName', { userName: 5 }],
      ['a list for userName', { userName: ['x'] }],
      ['an object for userName', { userName: { value: 'x' } }],
      ['a word for active', { active: 'perhaps' }],
      ['a number for active', { active: 1 }],
      ['a text for name', { name: 'Barbara' }],
      ['a list for name', { name: [{ givenName: 'Barbara' }] }],
      ['a number for name.givenName', { name: { givenName: 7 } }],
      ['a text for emails', { emails: 'babs@delta.example' }],
      ['numbers in emails', { emails: [5] }],
      ['a number for emails.value', { emails: [{ value: 5 }] }],
      ['a word for emails.primary', { emails: [{ value: 'a@delta.example', primary: 'perhaps' }] }],
      ['a list for emails.value', { emails: [{ value: ['a@delta.example'] }] }],
      ['a text for addresses', { addresses: 'Hollywood' }],
      ['no base64 for a certificate', { x509Certificates: [{ value: '§§§' }] }],
      ['a number for an extension', { [ENTERPRISE]: 5 }],
      ['a list for an extension', { [ENTERPRISE]: [] as unknown[] }],
      ['an object for employeeNumber', { [ENTERPRISE]: { employeeNumber: {} } }],
      ['a text for schemas', { schemas: USER }],
      ['numbers in schemas', { schemas: [5] }],
      ['a number with a point for externalId', { externalId: 5.5 }],
      ['a number for password', { password: 5 }],
    ])('%s', async (_, attributes) => expectRefusal(await post(attributes), 400, ['invalidValue', 'invalidSyntax', 'invalidPath']));
    it.each([
      ['no displayName', {}],
      ['a null displayName', { displayName: null }],
      ['a number for displayName', { displayName: 5 }],
      ['a text for members', { displayName: 'Group 1', members: 'all' }],
      ['texts in members', { displayName: 'Group 2', members: [5] }],
      ['unknown members', { displayName: 'Group 3', members: [{ value: NOBODY }] }],
      ['members without a value', { displayName: 'Group 4', members: [{ display: 'x' }] }],
    ])('a group with %s', async (_, attributes) =>
      expectRefusal(await scim.post('/Groups', { schemas: [GROUP], ...attributes }), 400, ['invalidValue', 'invalidSyntax']),
    );
    it('keeps no more than one primary value', async () => {
      const answer = await post({
        phoneNumbers: [
          { value: '1', primary: true },
          { value: '2', primary: true },
        ],
      });
      expectRefusal(answer, 400, 'invalidValue');
    });
    it('leaves nothing behind', async () => {
      const userName = name();
      await post({ userName, active: 'perhaps' });
      expect((await post({ userName })).status).toBe(201);
    });
  });

  it('shows the attributes that are asked for (RFC 7644 section 3.9)', async () =>
    expect(Object.keys((await post({ title: 'x' }, '?attributes=title')).body).sort()).toEqual(['id', 'schemas', 'title']));
  it('hides the attributes that are not wanted', async () =>
    expect((await post({ title: 'x' }, '?excludedAttributes=title')).body).not.toHaveProperty('title'));
});
