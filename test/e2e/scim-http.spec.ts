import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_SCIM_TOKEN } from '../../src/demo/demo-data.js';
import { readApiDocument } from '../setup/api-contract.js';
import type { Answer } from '../support/http-client.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { newResources, scimAddress, scimBody } from '../support/scim-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** 200 besides. */
const AT_THE_LIMIT: Readonly<Record<string, number>> = { 'POST/Users': 201, 'POST/Groups': 201, 'PATCH/Groups/{id}': 204 };

describe('SCIM over HTTP', () => {
  let app: TestApp;
  let scim: ScimClient;
  let reader: ScimClient;
  beforeAll(async () => {
    app = await startTestApp();
    scim = await scimClient(app, 1);
    reader = await scimClient(app, 1, ['read']);
  });
  afterAll(() => app.close());

  const expectError = ({ status, headers, body }: Answer, expected: number, scimType?: string): void => {
    expect([status, body]).toEqual([
      expected,
      {
        schemas: [ERROR],
        status: String(expected),
        ...(scimType !== undefined && { scimType }),
        detail: expect.stringMatching(/\w+ \w+/),
      },
    ]);
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toBeTruthy();
  };

  describe('who calls', () => {
    it.each(['/Users', '/Groups/1', '/ResourceTypes', '/nothing', '/Users/%ZZ', '/', ''])(
      'is asked first, at %s as well [RFC 7644 2]',
      async (path) => {
        const answer = await app.http.get(`/scim/v2${path}`);
        expectError(answer, 401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      },
    );

    it('is checked before the body is read, so that a stranger cannot make us parse it', async () => {
      const headers = { 'Content-Type': 'text/plain' };
      expectError(await app.http.post('/scim/v2/Users', '{', { headers }), 401);
    });

    it.each(['', 'Bearer', 'Basic b2xpdmlhOng=', 'Bearer hgscim_', `Bearer hgscim_${'A'.repeat(43)}`, 'Bearer a b'])(
      'answers 401 to the credentials %j',
      async (credentials) => {
        expectError(await app.http.get('/scim/v2/Users', { headers: { Authorization: credentials } }), 401);
      },
    );

    it('refuses the access token of a person, and people’s routes refuse a provisioning token', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      expectError(await app.http.get('/scim/v2/Users', { token: accessToken }), 401);
      expect((await app.http.get('/api/v1/me', { token: scim.token })).status).toBe(401);
    });

    it('refuses to write with a token that may only read, and searches with it', async () => {
      for (const [method, path] of [
        ['POST', '/Users'],
        ['PUT', '/Users/1'],
        ['PATCH', '/Groups/1'],
        ['DELETE', '/Groups/1'],
        ['POST', '/Bulk'],
      ] as const)
        expectError(await reader.send(method, path, method === 'DELETE' ? undefined : {}), 403);
      for (const path of ['/.search', '/Users/.search', '/Groups/.search']) expect((await reader.post(path, {})).status).not.toBe(403);
    });
  });

  describe('addresses', () => {
    it.each(['/', '/nothing', '/Users/1/2', '/v1/Users', '/Bulk/1', '/Me/1', '/.searched'])('answers 404 at %s', async (path) =>
      expectError(await scim.get(path), 404),
    );

    it.each([
      ['DELETE', '/Users', 'GET, POST'],
      ['POST', '/Users/1', 'GET, PUT, PATCH, DELETE'],
      ['PUT', '/Schemas', 'GET'],
      ['POST', '/ServiceProviderConfig', 'GET'],
      ['DELETE', '/ResourceTypes/User', 'GET'],
      ['GET', '/Bulk', 'POST'],
      ['GET', '/Groups/.search', 'POST'],
    ])('answers 405 to %s %s and says what goes there', async (method, path, allowed) => {
      const answer = await scim.send(method, path);
      expectError(answer, 405);
      expect(answer.headers.get('allow')).toBe(allowed);
    });

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('answers 501 to %s /Me [RFC 7644 3.11]', async (method) =>
      expectError(await scim.send(method, '/Me'), 501),
    );

    it.each(['/Users/%ZZ', '/Users/%E0%A4%A', '/Users/%00', '/Groups/%FF', '/%', '/Users/..%2f..%2fGroups'])(
      'answers a 4xx at %s',
      async (path) => {
        const answer = await scim.get(path);
        expect([400, 404]).toContain(answer.status);
        expectError(answer, answer.status, answer.body.scimType);
      },
    );
  });

  describe('Accept', () => {
    const statusFor = async (accept: string, path = '/ServiceProviderConfig'): Promise<number> =>
      (await scim.get(path, { headers: { Accept: accept } })).status;

    it.each([
      'text/html',
      'application/xml',
      'text/*',
      'application/scim+json;q=0',
      '*/*;q=0',
      'application/*, application/json;q=0, application/scim+json;q=0',
      'nonsense',
      'application/jsonp',
      ',',
    ])('answers 406 to %j', async (accept) => {
      expectError(await scim.get('/ServiceProviderConfig', { headers: { Accept: accept } }), 406);
    });

    it.each([
      'application/scim+json',
      'application/json',
      'APPLICATION/JSON',
      'application/scim+json; charset=utf-8',
      'application/*',
      '*/*',
      'text/html, application/json;q=0.1',
      'application/scim+json;q=0, application/json',
      '*/*;q=0, application/scim+json;q=0.001',
    ])('takes %j', async (accept) => {
      expect(await statusFor(accept)).not.toBe(406);
      expect(await statusFor(accept, '/ResourceTypes')).not.toBe(406);
    });

    it('may be missing, but on ResourceTypes not [specification, SCIM]', async () => {
      expectError(await rawGet('/scim/v2/ResourceTypes'), 406);
      expect((await rawGet('/scim/v2/ServiceProviderConfig')).status).not.toBe(406);
    });

    /** `fetch` always sends one. */
    const rawGet = (path: string): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(app.url);
        const socket = connect(Number(port), hostname);
        let text = '';
        socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
        socket.on('error', reject).on('end', () => {
          const [head = '', body = ''] = text.split('\r\n\r\n');
          const [, ...lines] = head.split('\r\n');
          const headers = new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]));
          resolve({
            status: Number(head.slice(9, 12)),
            headers,
            body: body === '' ? undefined : JSON.parse(body),
            text,
          });
        });
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${scim.token}\r\nConnection: close\r\n\r\n`);
      });
  });

  describe('bodies', () => {
    const send = (body: string, type: string, path = '/Users') => scim.post(path, body, { headers: { 'Content-Type': type } });

    it.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/scim',
      'application/scim+jsonp',
      'application/scim+json; charset=utf-16',
      'application/json; charset=latin1',
      ';',
    ])('are refused with 415 as %s', async (type) => expectError(await send('{}', type), 415));

    it.each([
      'application/scim+json',
      'application/json',
      'application/scim+json; charset=utf-8',
      'Application/SCIM+JSON;Charset="UTF-8"',
      'application/scim+json; profile=x',
    ])('are taken as %s', async (type) => expect((await send('{}', type)).status).not.toBe(415));

    it.each(['{', '{"a":1,}', '{"a":1}{"b":2}', '"text"', '42', 'null', "{'a':1}", '\u0000', '{"a":"\u0000"}'])(
      'that are malformed are invalidSyntax: %j',
      async (body) => expectError(await send(body, 'application/scim+json'), 400, 'invalidSyntax'),
    );

    it('that are missing are invalidSyntax', async () => {
      for (const [method, path] of [
        ['POST', '/Users'],
        ['PUT', '/Users/1'],
        ['PATCH', '/Groups/1'],
      ] as const)
        expectError(await scim.send(method, path), 400, 'invalidSyntax');
    });

    it('that nest too deeply are invalidSyntax, not a stack overflow', async () => {
      const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
      expectError(await send(deep, 'application/scim+json'), 400, 'invalidSyntax');
    });

    it.each(['a\\u0000b', '\\ud800', '\\udc00', 'a\\ud800b', '\\udc00\\ud800', '\\ud800\\ud800\\udc00', '\\uD800\\n\\uDC00'])(
      'with the text "%s", which no database holds, are invalidValue',
      async (text) => {
        expectError(await send(`{"userName":"${text}"}`, 'application/scim+json'), 400, 'invalidValue');
      },
    );

    it.each(['\\ud83d\\ude00', '\\\\u0000', '\\\\ud800', '\\u0041', 'é 😀'])('with the text "%s" pass', async (text) => {
      const { status, body } = await send(`{"userName":"${text}"}`, 'application/scim+json');
      expect([status, body?.detail ?? '']).not.toEqual([400, expect.stringContaining('NUL')]);
    });

    it('have one limit, which the configuration, the document and the refusal name', async () => {
      const { body: config } = await scim.get('/ServiceProviderConfig');
      const most: number = config.bulk.maxPayloadSize;
      const { paths, components } = readApiDocument();
      const told = JSON.stringify(components.responses['ScimPayloadTooLarge']);
      expect(told).toContain(`more than ${most} bytes`);
      expect(readFileSync('docs/scim.md', 'utf8')).toContain(`(${most.toLocaleString('en-GB')} bytes)`);
      const writes = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { requestBody }]) =>
          path.startsWith('/scim/v2/') && requestBody !== undefined ? [[method.toUpperCase(), path.slice('/scim/v2'.length)] as const] : [],
        ),
      );
      expect(writes.length).toBeGreaterThan(8);
      const headers = { 'Content-Type': 'application/scim+json' };
      for (const [method, path] of writes) {
        const sent = (bytes: number): string => JSON.stringify(scimBody(method, path)).padEnd(bytes);
        const address = scimAddress(path, await newResources(scim));
        const taken = await scim.send(method, address, sent(most), { headers });
        expect([method, path, taken.status, taken.body?.detail]).toEqual([method, path, AT_THE_LIMIT[method + path] ?? 200, undefined]);
        const refused = await scim.send(method, address, sent(most + 1), { headers });
        expectError(refused, 413);
        expect(refused.body.detail).toContain(`more than ${most} bytes`);
      }
    });

    it('in a wrong encoding are 4xx', async () => {
      const compressed = (encoding: string) => scim.post('/Users', 'not gzip', { headers: { 'Content-Encoding': encoding } });
      expectError(await compressed('gzip'), 400, 'invalidSyntax');
      expectError(await compressed('of-tomorrow'), 415);
    });
  });

  describe('parameters', () => {
    it.each(['filter=a%20pr&filter=b%20pr', 'count=1&count=2', 'startIndex=1&startIndex=1', 'attributes=id&attributes=id'])(
      'that come twice are invalidValue: %s',
      async (query) => expectError(await scim.get(`/Users?${query}`), 400, 'invalidValue'),
    );
  });

  describe('versions', () => {
    const userName = 'versioned@delta.example';
    const made = async (): Promise<{ id: string; tag: string; answer: Answer }> => {
      await app.dataSource.query('DELETE FROM scim_resources WHERE name_key = $1', [userName]);
      const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
      const answer = await scim.post('/Users', { schemas, userName });
      expect(answer.status).toBe(201);
      return { id: answer.body.id, tag: answer.headers.get('etag') ?? '', answer };
    };
    const patch = (id: string, tag: string) =>
      scim.patch(
        `/Users/${id}`,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'title', value: tag }],
        },
        { headers: { 'If-Match': tag } },
      );

    it('stand in ETag and meta, the address of what was made in Location [RFC 7644 3.3, 3.14]', async () => {
      const { id, tag, answer } = await made();
      expect(tag).toMatch(/^W\/"\d+"$/);
      expect(answer.body.meta.version).toBe(tag);
      expect(answer.headers.get('location')).toBe(answer.body.meta.location);
      expect(answer.headers.get('location')).toMatch(new RegExp(`^https?://[^/]+/scim/v2/Users/${id}$`));
      expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    });

    it.each(['*', ' W/"1" ', '"1"', 'W/"0", W/"1"', '"x", W/"1"'])('let a change pass with If-Match %j', async (tag) => {
      const { id, tag: first } = await made();
      expect(first).toBe('W/"1"');
      expect((await patch(id, tag)).status).toBe(200);
    });

    it.each(['W/"2"', '"x"', '1', 'W/1', '"99999999999999999999"', ',', '**'])('refuse a change with If-Match %j', async (tag) => {
      const { id } = await made();
      expectError(await patch(id, tag), 412);
      expectError(await scim.delete(`/Users/${id}`, { headers: { 'If-Match': tag } }), 412);
    });

    it('spare the client what it has already', async () => {
      const { id, tag } = await made();
      for (const [known, status] of [
        [tag, 304],
        ['*', 304],
        [`W/"7", ${tag}`, 304],
        ['W/"7"', 200],
        ['nonsense', 200],
      ] as const) {
        const answer = await scim.get(`/Users/${id}`, { headers: { 'If-None-Match': known } });
        expect([known, answer.status, answer.headers.get('etag')]).toEqual([known, status, tag]);
        if (status === 304) expect([answer.text, answer.headers.get('content-type')]).toEqual(['', null]);
      }
    });

    it('answer 204 without body and type, and HEAD without a body', async () => {
      const { id } = await made();
      const head = await scim.send('HEAD', `/Users/${id}`);
      expect([head.status, head.text]).toEqual([200, '']);
      const gone = await scim.delete(`/Users/${id}`);
      expect([gone.status, gone.text, gone.headers.get('content-type')]).toEqual([204, '', null]);
    });
  });

  it('takes the token that the demo prints', async () => {
    expect((await app.http.get('/scim/v2/Users', { token: DEMO_SCIM_TOKEN.text })).status).toBe(200);
  });

  it('passes over what it does not know in the query', async () => {
    expect((await scim.get('/ServiceProviderConfig?aadOptscim062020&aadOptscim062020=x&a[b]=1')).status).toBe(200);
    expect((await scim.get('/Users?aadOptscim062020')).status).toBe(200);
  });

  it('hides an unknown fault and says it in the form of SCIM', async () => {
    await app.dataSource.query('ALTER TABLE scim_tokens RENAME TO scim_tokens_gone');
    const answer = await scim.get('/Users');
    await app.dataSource.query('ALTER TABLE scim_tokens_gone RENAME TO scim_tokens');
    expectError(answer, 500);
    expect(answer.text).not.toMatch(/scim_tokens|relation|select|stack|pg/i);
  });
});
