import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Answer } from '../support/http-client.js';
import {
  BULK_REQUEST,
  ENTERPRISE,
  ERROR,
  GROUP,
  type Json,
  PATCH_OP,
  SEARCH,
  type Scim,
  USER,
  expectRefusal,
  query,
  startScim,
} from './scim.js';
import { anyCharacter } from '../support/any-character.js';

const name = () => `h-${randomBytes(5).toString('hex')}`;
const TYPED = { 'Content-Type': 'application/scim+json', Accept: 'application/scim+json' };
const INJECTIONS = [
  "'; DROP TABLE scim_resources; --",
  "' OR '1'='1",
  "x') UNION SELECT password_hash FROM users --",
  '$1',
  '$$; SELECT pg_sleep(9); $$',
  '{"$ne": null}',
  '\\',
  "\\'",
  '"',
  '`id`',
  '%s%n',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  "attributes->>'x'",
  'pg_sleep(9)',
];

describe('hostile input', () => {
  let scim: Scim;
  let user: Json & { id: string }, group: Json & { id: string };
  beforeAll(async () => {
    scim = await startScim();
    user = await scim.user({ userName: 'target' });
    group = await scim.group('Target', [user.id]);
  });
  afterAll(() => scim.app.close());

  /** A success, or a refusal in the form of SCIM: never 500, never a page of the server. */
  const behaved = (answer: Answer): void => {
    expect({ status: answer.status < 500, text: answer.text.slice(0, 300) }).toMatchObject({ status: true });
    if (answer.status >= 400)
      expect(answer.body).toMatchObject({
        schemas: [ERROR],
        status: String(answer.status),
        detail: expect.any(String),
      });
    expect(answer.text).not.toMatch(/syntax error|SELECT id|relation "|node_modules|at \w+ \(/);
  };
  const raw = (method: string, path: string, body?: string | Buffer) => scim.raw(method, path, TYPED, body);
  const writes = (attribute: string): readonly (readonly [string, string, string])[] => [
    ['POST', '/Users', `{"schemas":["${USER}"],"userName":"${name()}",${attribute}}`],
    ['PUT', `/Users/${user.id}`, `{"schemas":["${USER}"],"userName":"target",${attribute}}`],
    ['PATCH', `/Users/${user.id}`, `{"schemas":["${PATCH_OP}"],"Operations":[{"op":"replace","value":{${attribute}}}]}`],
    [
      'POST',
      '/Bulk',
      `{"schemas":["${BULK_REQUEST}"],"Operations":[{"method":"POST","path":"/Users","bulkId":"x","data":{"userName":"${name()}",${attribute}}}]}`,
    ],
  ];

  describe('text that PostgreSQL cannot keep', () => {
    const TEXTS: readonly (readonly [string, string])[] = [
      ['NUL', '"a\\u0000b"'],
      ['a lone high surrogate', '"\\ud800"'],
      ['a lone low surrogate', '"x\\udc00y"'],
      ['surrogates the wrong way round', '"\\udc00\\ud800"'],
    ];
    it.each(
      TEXTS.flatMap(([what, text]) => [
        [`${what} in an attribute`, `"title":${text}`],
        [`${what} in a sub-attribute`, `"name":{"givenName":${text}}`],
        [`${what} in a value`, `"phoneNumbers":[{"value":${text}}]`],
        [`${what} in an extension`, `"${ENTERPRISE}":{"department":${text}}`],
        [`${what} in an unknown extension`, `"urn:example:x":{"y":[${text}]}`],
        [`${what} in a name`, `"urn:example:x":{${text}:1}`],
        [`${what} in externalId`, `"externalId":${text}`],
        [`${what} in password`, `"password":${text}`],
      ]),
    )('%s', async (_, attribute) => {
      for (const [method, path, body] of writes(attribute)) behaved(await raw(method, path, body));
      expect((await scim.get('/Users')).status).toBe(200);
    });
    it.each(TEXTS)('%s as a name of a user and of a group', async (_, text) => {
      behaved(await raw('POST', '/Users', `{"schemas":["${USER}"],"userName":${text}}`));
      behaved(await raw('POST', '/Groups', `{"schemas":["${GROUP}"],"displayName":${text}}`));
      behaved(await raw('POST', '/Groups', `{"displayName":"${name()}","members":[{"value":${text}}]}`));
      behaved(
        await raw(
          'PATCH',
          `/Groups/${group.id}`,
          `{"schemas":["${PATCH_OP}"],"Operations":[{"op":"add","path":"members","value":[{"value":${text}}]},{"op":"add","path":${text},"value":1}]}`,
        ),
      );
    });
    it.each(TEXTS)('%s in a filter', async (_, text) => {
      const filters = [
        `userName eq ${text}`,
        `title co ${text}`,
        `emails[value sw ${text}]`,
        `id eq ${text}`,
        `externalId eq ${text}`,
        `meta.created eq ${text}`,
        `schemas eq ${text}`,
        `groups eq ${text}`,
        `urn:example:x:y eq ${text}`,
      ];
      for (const filter of filters) {
        behaved(await scim.get(`/Users${query({ filter })}`));
        behaved(await scim.post('/.search', { schemas: [SEARCH], filter }));
      }
      behaved(await scim.get(`/Groups${query({ filter: `members eq ${text}` })}`));
    });
    it.each(TEXTS)('%s in what a search asks for', async (_, text) => {
      for (const member of ['filter', 'sortBy', 'cursor', 'sortOrder'])
        behaved(await raw('POST', '/Users/.search', `{"schemas":["${SEARCH}"],"${member}":${text}}`));
      for (const member of ['attributes', 'excludedAttributes'])
        behaved(await raw('POST', '/Users/.search', `{"schemas":["${SEARCH}"],"${member}":[${text}]}`));
    });
    it.each(['%00', '%ED%A0%80', '%C0%80', '%FF', '%', '%zz', '%E2%82', '%F0%9F%98%80', '%2e%2e%2f', '%0d%0aX:%20y'])(
      '%s in paths and queries',
      async (text) => {
        for (const path of [
          `/Users/${text}`,
          `/Groups/a${text}b`,
          `/Schemas/${text}`,
          `/${text}`,
          `/Users?filter=userName%20eq%20%22${text}%22`,
          `/Users?filter=${text}`,
          `/Users?sortBy=${text}`,
          `/Users?attributes=${text}&excludedAttributes=${text}`,
          `/Users?startIndex=${text}&count=${text}`,
          `/Users?cursor=${text}`,
          `/Users?${text}=${text}`,
        ])
          behaved(await raw('GET', path));
        behaved(await raw('DELETE', `/Users/${text}`));
        behaved(await raw('PATCH', `/Users/${text}`, '{}'));
      },
    );
    it('bytes that are not UTF-8', async () => {
      for (const bytes of [[0xff, 0xfe], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5]]) {
        const body = Buffer.concat([Buffer.from(`{"userName":"${name()}`), Buffer.from(bytes), Buffer.from('"}')]);
        behaved(await raw('POST', '/Users', body));
      }
    });
  });

  describe('depth and size', () => {
    const nest = (open: string, close: string, depth: number, core = '1') => `${open.repeat(depth)}${core}${close.repeat(depth)}`;
    it.each([100, 1_000, 10_000, 100_000])('lists %i deep', async (depth) => {
      for (const [method, path, body] of writes(`"urn:example:x":{"y":${nest('[', ']', depth)}}`)) behaved(await raw(method, path, body));
    });
    it.each([100, 1_000, 10_000])('objects %i deep', async (depth) => {
      for (const [method, path, body] of writes(`"urn:example:x":${nest('{"a":', '}', depth)}`)) behaved(await raw(method, path, body));
    });
    it.each([10, 100, 1_000, 10_000])('brackets %i deep in a filter', async (depth) => {
      behaved(await raw('POST', '/Users/.search', JSON.stringify({ filter: nest('(', ')', depth, 'title pr') })));
      behaved(await raw('POST', '/Users/.search', JSON.stringify({ filter: nest('not (', ')', depth, 'title pr') })));
      behaved(
        await raw(
          'PATCH',
          `/Users/${user.id}`,
          JSON.stringify({
            schemas: [PATCH_OP],
            Operations: [{ op: 'remove', path: `emails[${nest('(', ')', depth, 'value pr')}]` }],
          }),
        ),
      );
    });
    it('a body of more than 10 MB is 413', async () => {
      for (const [method, path] of [
        ['POST', '/Users'],
        ['PUT', `/Users/${user.id}`],
        ['PATCH', `/Groups/${group.id}`],
        ['POST', '/Bulk'],
        ['POST', '/.search'],
      ] as const)
        expectRefusal(await raw(method, path, `{"userName":"${'x'.repeat(11 * 1024 * 1024)}"}`), 413);
    });
    it('a long text in an attribute', async () => {
      for (const length of [10_000, 200_000])
        for (const [method, path, body] of writes(`"title":"${'x'.repeat(length)}"`)) behaved(await raw(method, path, body));
    });
    it('a long name', async () => {
      for (const length of [1_000, 3_000, 10_000]) {
        // Random, or it would be compressed into an index that cannot hold it.
        const long = randomBytes(length).toString('base64url');
        behaved(await scim.post('/Users', { schemas: [USER], userName: long }));
        behaved(await scim.post('/Users', { schemas: [USER], userName: name(), externalId: long }));
        behaved(await scim.post('/Groups', { schemas: [GROUP], displayName: long }));
        behaved(await scim.post('/Users', { schemas: [USER], userName: name(), emails: [{ value: `${long}@x.example` }] }));
        behaved(await scim.get(`/Users${query({ filter: `userName eq "${long.slice(0, 4_000)}"` })}`));
      }
    });
    it('thousands of values', async () => {
      const phoneNumbers = Array.from({ length: 10_000 }, (_, value) => ({ value: String(value) }));
      behaved(await scim.post('/Users', { schemas: [USER], userName: name(), phoneNumbers }));
    });
    it('thousands of names', async () => {
      const extension = Object.fromEntries(Array.from({ length: 20_000 }, (_, value) => [`a${value}`, value]));
      behaved(await scim.post('/Users', { schemas: [USER], userName: name(), 'urn:example:x': extension }));
    });
    it('thousands of operations', async () => {
      const operations = Array.from({ length: 5_000 }, (_, value) => ({
        op: 'add',
        path: 'phoneNumbers',
        value: [{ value: String(value) }],
      }));
      behaved(await scim.patch(`/Users/${user.id}`, operations));
    });
    it('150 or-terms find what they name', async () => {
      const terms = Array.from({ length: 150 }, (_, number) => `userName eq "nobody-${number}"`);
      const answer = await scim.post('/Users/.search', {
        schemas: [SEARCH],
        filter: [...terms, 'userName eq "target"'].join(' or '),
      });
      behaved(answer);
      if (answer.status === 200) expect(answer.body.totalResults).toBe(1);
    });
    it('a filter of 10,000 characters', async () => {
      const answer = await scim.get(`/Users${query({ filter: `userName eq "${'x'.repeat(10_000)}"` })}`);
      behaved(answer);
      expect(answer.status).toBe(200);
    });
    it.each([1_000, 5_000])('a filter of %i terms', async (count) => {
      for (const operator of ['and', 'or'])
        behaved(
          await scim.post('/Users/.search', {
            schemas: [SEARCH],
            filter: Array.from({ length: count }, (_, number) => `title eq "${number}"`).join(` ${operator} `),
          }),
        );
    });
    it('a path of a hundred thousand characters', async () => {
      const path = `emails[value eq "${'x'.repeat(100_000)}"]`;
      behaved(await scim.patch(`/Users/${user.id}`, [{ op: 'remove', path }]));
    });
    it('a query of a hundred thousand characters', async () => {
      const answer = await raw('GET', `/Users?filter=${'x'.repeat(100_000)}`);
      // The server closes before it reads a line this long; that is no answer of SCIM's.
      expect(answer.status).toBe(431);
    });
  });

  describe('a group of 5,000 members', () => {
    let ids: string[];
    beforeAll(async () => {
      // As an import would leave them; there is nothing to learn from 5,000 requests here.
      const rows: { id: string }[] = await scim.app.dataSource.query(
        `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
         SELECT gen_random_uuid(), 1, 'User', 'mass-' || n, jsonb_build_object('userName', 'mass-' || n),
                jsonb_build_object('username', 'mass-' || n), 1, now(), now()
           FROM generate_series(1, 5000) n RETURNING id`,
      );
      ids = rows.map(({ id }) => id);
    });
    const all = () => ids.map((value) => ({ value }));
    const size = async (path: string) => ((await scim.read(path))['members'] as unknown[]).length;

    it('is created, replaced, added to and read', async () => {
      const created = await scim.post('/Groups', { schemas: [GROUP], displayName: name(), members: all() });
      expect([created.status, created.body.members?.length]).toEqual([201, 5_000]);
      const path = `/Groups/${created.body.id}`;
      expect((await scim.put(path, { schemas: [GROUP], displayName: name(), members: all().slice(1) })).status).toBe(200);
      expect(await size(path)).toBe(4_999);
      expect((await scim.patch(path, [{ op: 'add', path: 'members', value: all() }])).status).toBe(204);
      expect(await size(path)).toBe(5_000);
      expect((await scim.patch(path, [{ op: 'remove', path: 'members', value: all().slice(0, 4_000) }])).status).toBe(204);
      expect(await size(path)).toBe(1_000);
    });
    it('is refused as a whole for one that is unknown', async () => {
      const displayName = name();
      const members = [...all(), { value: '00000000-0000-4000-8000-00000000dead' }];
      expectRefusal(await scim.post('/Groups', { schemas: [GROUP], displayName, members }), 400, 'invalidValue');
      expect((await scim.get(`/Groups${query({ filter: `displayName eq "${displayName}"` })}`)).body.totalResults).toBe(0);
    });
  });

  describe('injection', () => {
    it.each(INJECTIONS)('%s', async (text) => {
      const quoted = JSON.stringify(text);
      for (const filter of [
        text,
        `userName eq ${quoted}`,
        `title co ${quoted}`,
        `${text} eq "x"`,
        `emails[${text} eq "x"]`,
        `emails[value eq ${quoted}]`,
        `urn:${text}:x eq "y"`,
        `meta.created gt ${quoted}`,
      ])
        behaved(await scim.get(`/Users${query({ filter })}`));
      for (const parameters of [
        { sortBy: text },
        { sortBy: 'userName', sortOrder: text },
        { attributes: text },
        { excludedAttributes: text },
        { cursor: text },
        { startIndex: text },
        { count: text },
      ])
        behaved(await scim.get(`/Users${query(parameters as unknown as Record<string, string>)}`));
      const id = encodeURIComponent(text);
      for (const [method, body] of [['GET'], ['PUT', { userName: 'x' }], ['PATCH', {}], ['DELETE']] as const)
        behaved(await scim.send(method, `/Users/${id}`, body));
      behaved(await scim.patch(`/Users/${user.id}`, [{ op: 'add', path: text, value: 'x' }]));
      behaved(await scim.patch(`/Users/${user.id}`, [{ op: 'remove', path: `emails[value eq ${quoted}]` }]));
      behaved(await scim.patch(`/Groups/${group.id}`, [{ op: 'remove', path: `members[value eq ${quoted}]` }]));
      behaved(await scim.get('/Users', { 'If-None-Match': encodeURI(text) }));
      const kept = await scim.post('/Users', { schemas: [USER], userName: name(), nickName: text });
      behaved(kept);
      if (kept.status === 201) expect(kept.body.nickName).toBe(text);
    });
    it('leaves the tables as they were', async () => expect(await scim.read(`/Users/${user.id}`)).toMatchObject({ userName: 'target' }));
    it.each(['%', '_', '%%', '\\%', '%a%', '____'])('the wildcard %s matches itself alone', async (text) => {
      for (const operator of ['co', 'sw', 'ew', 'eq']) {
        const filter = `userName ${operator} ${JSON.stringify(text)}`;
        const answer = await scim.get(`/Users${query({ filter })}`);
        expect([filter, answer.status, answer.body.totalResults]).toEqual([filter, 200, 0]);
      }
    });
  });

  describe('numbers', () => {
    const NUMBERS = [
      '2147483647',
      '2147483648',
      '9223372036854775808',
      '1e400',
      '-1e400',
      '1e-400',
      '-0',
      'NaN',
      'Infinity',
      '0x7f',
      '１',
      ' 1',
      '1 ',
      '+1',
      '',
      'null',
      '[]',
      '1,2',
    ];
    it.each(NUMBERS)('%s as startIndex, count and cursor', async (number) => {
      for (const parameter of ['startIndex', 'count', 'cursor'])
        for (const root of ['/Users', '/Groups']) behaved(await scim.get(`${root}${query({ [parameter]: number })}`));
    });
    it.each(['1e400', '-1e400', '123456789012345678901234567890', '1e-400', '-0', '0.1e1'])('%s in bodies and filters', async (number) => {
      for (const attribute of [`"urn:example:x":{"y":${number}}`, `"active":${number}`, `"title":${number}`])
        for (const [method, path, body] of writes(attribute)) behaved(await raw(method, path, body));
      for (const filter of [
        `title eq ${number}`,
        `urn:example:x:y eq ${number}`,
        `urn:example:x:y gt ${number}`,
        `meta.created gt ${number}`,
        `id eq ${number}`,
      ])
        behaved(await scim.get(`/Users${query({ filter })}`));
      for (const member of ['startIndex', 'count'])
        behaved(await raw('POST', '/Users/.search', `{"schemas":["${SEARCH}"],"${member}":${number}}`));
      behaved(await raw('POST', '/Bulk', `{"schemas":["${BULK_REQUEST}"],"failOnErrors":${number},"Operations":[]}`));
    });
  });

  describe('names that JavaScript knows', () => {
    const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'valueOf'];
    it.each(NAMES)('%s', async (text) => {
      for (const attribute of [
        `"${text}":{"polluted":true}`,
        `"name":{"${text}":{"polluted":true}}`,
        `"urn:example:x":{"${text}":{"polluted":true}}`,
        `"${ENTERPRISE}":{"${text}":"x"}`,
        `"emails":[{"${text}":"x"}]`,
      ])
        for (const [method, path, body] of writes(attribute)) behaved(await raw(method, path, body));
      for (const path of [text, `name.${text}`, `${text}.${text}`, `${text}[${text} eq "x"].${text}`, `${ENTERPRISE}:${text}`])
        for (const op of ['add', 'replace', 'remove', text]) behaved(await scim.patch(`/Users/${user.id}`, [{ op, path, value: 'x' }]));
      for (const filter of [`${text} eq "x"`, `name.${text} pr`, `${text}[${text} pr]`, `emails.${text} eq 1`, `urn:${text}:${text} pr`])
        behaved(await scim.get(`/Users${query({ filter, attributes: text, sortBy: text, [text]: 'x' })}`));
      behaved(
        await scim.post('/Bulk', {
          schemas: [BULK_REQUEST],
          Operations: [
            { method: text, path: `/${text}`, bulkId: text, data: {} },
            { method: 'POST', path: '/Users', bulkId: text, data: { userName: text } },
          ],
        }),
      );
      behaved(await scim.get(`/ResourceTypes/${text}`));
      behaved(await scim.get(`/Schemas/${text}`));
      expect(({} as Json)['polluted']).toBeUndefined();
    });
  });

  describe('duplicates', () => {
    it.each([
      '"title":"a","title":"b"',
      '"title":"a","TITLE":"b"',
      '"name":{"givenName":"a","GIVENNAME":"b"}',
      '"active":true,"ACTIVE":false',
    ])('%s', async (attribute) => {
      for (const [method, path, body] of writes(attribute)) behaved(await raw(method, path, body));
    });
    it('of query parameters', async () => {
      for (const parameter of ['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'cursor', 'attributes', 'excludedAttributes'])
        for (const text of [`${parameter}=1&${parameter}=2`, `${parameter}[]=1`, `${parameter}[a]=1`, `${parameter}[__proto__]=1`])
          behaved(await raw('GET', `/Users?${text}`));
    });
  });

  describe('anything at all', () => {
    const word = fc.constantFrom(
      'userName',
      'displayName',
      'name',
      'emails',
      'members',
      'value',
      'type',
      'primary',
      'active',
      'schemas',
      'meta',
      'id',
      'externalId',
      'password',
      'groups',
      'manager',
      'Operations',
      'op',
      'path',
      'add',
      'replace',
      'remove',
      'x509Certificates',
      'addresses',
      ENTERPRISE,
      USER,
      GROUP,
      PATCH_OP,
    );
    const text = fc.oneof(word, fc.string({ unit: anyCharacter, maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 6 }));
    const anything = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4, depthIdentifier: 'json' },
        fc.constantFrom<unknown>(null, true, false, 'True', 0, -1, 1.5, 1e300, '', []),
        text,
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(text, tie('json'), { maxKeys: 5 }),
      ),
    })).json;
    const filterWord = fc.constantFrom(
      'userName',
      'emails',
      'emails.value',
      'name.familyName',
      'active',
      'meta.created',
      'members',
      'groups',
      'id',
      'schemas',
      'manager',
      `${ENTERPRISE}:department`,
      'nothing',
      'eq',
      'ne',
      'co',
      'sw',
      'ew',
      'gt',
      'ge',
      'lt',
      'le',
      'pr',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      '.',
      '"x"',
      '"',
      'true',
      'null',
      '5',
      '-1.5e3',
      '"2026-01-01T00:00:00Z"',
      '"\\u0000"',
      '"\\ud800"',
      '"%"',
    );
    const filter = fc.oneof(
      fc.array(filterWord, { maxLength: 9 }).map((words) => words.join(' ')),
      text,
    );
    const RUNS = { numRuns: 60 };

    it('as the body of a write', async () => {
      await fc.assert(
        fc.asyncProperty(anything, async (body) => {
          for (const path of ['/Users', '/Groups', '/Bulk', '/.search']) behaved(await scim.post(path, JSON.stringify(body)));
          for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
            behaved(await scim.send('PATCH', path, JSON.stringify(body)));
            behaved(await scim.send('PUT', path, JSON.stringify(body)));
          }
        }),
        RUNS,
      );
    });
    it('as the attributes of a user and of a group', async () => {
      await fc.assert(
        fc.asyncProperty(fc.dictionary(text, anything, { maxKeys: 6 }), async (attributes) => {
          behaved(await scim.post('/Users', JSON.stringify({ ...attributes, userName: name() })));
          behaved(await scim.post('/Groups', JSON.stringify({ ...attributes, displayName: name() })));
        }),
        RUNS,
      );
    });
    it('as operations', async () => {
      const operation = fc.record(
        {
          op: fc.oneof(fc.constantFrom('add', 'replace', 'remove', 'Add'), text),
          path: fc.oneof(
            text,
            filter.map((inner) => `emails[${inner}]`),
            word,
          ),
          value: anything,
        },
        { requiredKeys: ['op'] },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 3 }), async (operations) => {
          for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) behaved(await scim.patch(path, operations));
        }),
        RUNS,
      );
    });
    it('as a query', async () => {
      await fc.assert(
        fc.asyncProperty(filter, text, text, async (asked, sortBy, attributes) => {
          for (const root of ['/Users', '/Groups']) behaved(await scim.get(`${root}?${new URLSearchParams({ filter: asked }).toString()}`));
          behaved(await scim.get(`/Users?${new URLSearchParams({ sortBy, attributes }).toString()}`));
          behaved(await scim.get(`/Users?${new URLSearchParams({ cursor: sortBy, excludedAttributes: attributes }).toString()}`));
        }),
        RUNS,
      );
    });
    it('leaves the service able to answer', async () => {
      const answer = await scim.get('/Users?count=1000');
      expect(answer.status).toBe(200);
      expect((await scim.get('/Groups?count=1000')).status).toBe(200);
    });
  });
});
