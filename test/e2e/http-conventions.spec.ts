import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('HTTP conventions', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({
      environment: { CORS_ORIGINS: 'https://app.example', METRICS_TOKEN: 'metrics-token-for-tests' },
    });
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
  });
  afterAll(() => app.close());

  const raw = (body: string, headers: Record<string, string> = {}) =>
    app.http.post('/api/auth/login', body, { headers: { 'Content-Type': 'application/json', ...headers } });

  describe('bodies', () => {
    it.each(['{', '{"username":', '{"username":"a",}', 'null', '"text"', '42', '', '{"a":1}{"b":2}', '\u0000', "{'username':'a'}"])(
      'answers 400 to the malformed body %j',
      async (body) => {
        const answer = await raw(body);
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
        expect(answer.text).not.toMatch(/position|token .* in JSON|at JSON/i);
      },
    );

    it('answers 400 to JSON that is nested too deeply, whatever brackets stand in its texts [statement 19]', async () => {
      expect((await raw(`${'['.repeat(8_000)}${']'.repeat(8_000)}`)).status).toBe(400);
      expect((await raw(`${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`)).status).toBe(400);
      expect((await raw(JSON.stringify({ username: '['.repeat(100), password: '{"\\"['.repeat(50) }))).status).toBe(401);
    });

    it('answers 400 to more values than any route takes, without listing them all', async () => {
      const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`a${index}`, 0]));
      const answer = await raw(JSON.stringify(many));
      expect(answer.status).toBe(400);
      expect(answer.text.length).toBeLessThan(5_000);
      const some = await raw(JSON.stringify(Object.fromEntries(Object.entries(many).slice(0, 500))));
      expect([some.status, some.body.details.length]).toEqual([400, 20]);
    });

    it.each(['utf-16le', 'utf-7', 'utf-16'])('answers 415 to JSON in %s, in which brackets could hide', async (charset) => {
      const { hostname, port } = new URL(app.url);
      const body = Buffer.from(`{"x":"∀","username":${'['.repeat(3000)}${']'.repeat(3000)}}`, 'utf16le');
      const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json; charset=${charset}\r\n`;
      const status = await rawStatus(
        `http://${hostname}:${port}`,
        Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`), body]),
      );
      expect(status).toBe('415');
    });

    it('answers 401 to a long Authorization header without a space, 50 times at once', async () => {
      const header = { Authorization: 'a'.repeat(15_000) };
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.http.get('/api/v1/me', { headers: header })));
      expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(401));
    });

    it('answers 413 to more than 100 KiB, and to more than 16 KiB where a stranger sends a few fields [statement 19]', async () => {
      const answer = await raw(JSON.stringify({ username: 'x'.repeat(20_000), password: 'y' }));
      expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      const sized = (bytes: number) => app.http.post('/api/v1/organizations', { name: 'x'.repeat(bytes) }, { token });
      expect((await sized(90_000)).status).not.toBe(413);
      expect((await sized(200_000)).status).toBe(413);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonp'])(
      'answers 415 to %s, but 401 to a stranger on a guarded route [statement 64]',
      async (type) => {
        const login = await app.http.post('/api/auth/login', '{"username":"a","password":"b"}', {
          headers: { 'Content-Type': type },
        });
        expect([login.status, login.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
        const guarded = await app.http.post('/api/auth/password', 'x', { headers: { 'Content-Type': type } });
        expect(guarded.status).toBe(401);
      },
    );

    it('takes a charset parameter, and 415 for one that JSON does not know', async () => {
      expect((await raw('{"username":"a","password":"b"}', { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(401);
      expect((await raw('{"username":"a","password":"b"}', { 'Content-Type': 'application/json; charset=latin1' })).status).toBe(415);
    });

    it.each(['/api/auth/login', '/api/v1/prompt-templates/import', '/api/v1/organizations'])(
      'inflates nothing for a stranger, not even a kilobyte that is a megabyte: %s',
      async (path) => {
        const bomb = gzipSync(`{"username":"${'x'.repeat(99_000)}"}`);
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
        const answer = await fetch(`${app.url}${path}`, { method: 'POST', body: new Uint8Array(bomb), headers });
        expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }]);
      },
    );

    it('answers 4xx to a gzip bomb, to a wrong encoding and to a body that stops half-way', async () => {
      expect((await raw('not gzip', { 'Content-Encoding': 'gzip' })).status).toBe(415);
      expect((await raw('{}', { 'Content-Encoding': 'zstd-of-tomorrow' })).status).toBe(415);
    });

    it.each(['__proto__', 'constructor', 'prototype'])('refuses the field %s [statement 62]', async (field) => {
      const answer = await raw(`{"username":"olivia","password":"x","${field}":{"is_system_admin":true}}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(({} as Record<string, unknown>)['is_system_admin']).toBeUndefined();
    });

    it.each([
      ['a name twice', '{"username":"olivia","password":"x","username":"vera"}', 'username'],
      ['a name twice, once in escapes', '{"username":"olivia","password":"x","\\u0075sername":"vera"}', 'username'],
      ['a name twice that needs escapes', '{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
      ['a name twice deep inside', '{"a":[{"b":{"c":1,"d":[],"c":{}}}]}', 'c'],
      ['an empty name twice', '{"":1,"":2}', ''],
      ['a long name twice', `{"${'n'.repeat(5_000)}":1,"${'n'.repeat(5_000)}":2}`, 'n'.repeat(100)],
    ])('answers 400 to %s, and says which one', async (_, body, field) => {
      const answer = await raw(body);
      expect([answer.status, answer.body.code, answer.body.details]).toMatchObject([
        400,
        'VALIDATION_FAILED',
        [{ field, message: 'Comes more than once in one object.' }],
      ]);
    });

    it('takes names that come again in other objects, as texts, or in another case', async () => {
      const answer = await raw('{"a":{"a":{"a":"a"}},"b":[{"a":1},{"a":2}],"c":"\\"a\\":","A":["b","b"]}');
      expect(answer.body.details.map((detail: { field: string }) => detail.field)).toEqual(expect.arrayContaining(['a', 'b', 'c', 'A']));
    });

    it.each([
      ['a stray byte', Buffer.from([0xff])],
      ['a sequence that stops', Buffer.from([0xe2, 0x82])],
      ['an overlong spelling', Buffer.from([0xc0, 0xaf])],
      ['half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
      ['Latin-1', Buffer.from('é', 'latin1')],
    ])('answers 400 to a body that is not UTF-8: %s', async (_, bytes) => {
      const body = (text: Buffer) => Buffer.concat([Buffer.from('{"name":"Sand '), text, Buffer.from(`${Math.random()}"}`)]);
      const post = async (text: Buffer) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
        const sent = { method: 'POST', headers, body: new Uint8Array(body(text)) };
        const response = await fetch(`${app.url}/api/v1/organizations/1/workspaces`, sent);
        return [response.status, ((await response.json()) as { code?: string }).code];
      };
      expect(await post(bytes)).toEqual([400, 'VALIDATION_FAILED']);
      // A person who means the character may write it.
      expect((await post(Buffer.from('\ufffd')))[0]).toBe(201);
    });

    it('says when a field is missing, and what is wrong with a present one', async () => {
      const { body } = await raw('{"username":5}');
      expect(body.details).toEqual([
        {
          field: 'username',
          message: 'Must be a text.',
          code: 'wrong_type',
          arguments: { expected: 'string' },
        },
        { field: 'password', message: 'Is missing.', code: 'missing', arguments: {} },
      ]);
    });
  });

  describe('heads', () => {
    const answerTo = (lines: readonly string[]) => rawStatus(app.url, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);

    it.each(['Authorization', 'authorization'])('answers 400 to a second header Authorization (%s)', async (name) => {
      const first = `Authorization: Bearer ${token}`;
      expect(await answerTo(['GET /api/v1/me HTTP/1.1', 'Host: x', first])).toBe('200');
      for (const second of [`Bearer ${token}`, 'Bearer other', ''])
        expect(await answerTo(['GET /api/v1/me HTTP/1.1', 'Host: x', first, `${name}: ${second}`])).toBe('400');
    });

    it('answers 400 to a second header Host or Content-Type, to a stranger too', async () => {
      expect(await answerTo(['GET /health/live HTTP/1.1', 'Host: a', 'Host: b'])).toBe('400');
      expect(await answerTo(['GET /health/live HTTP/1.1', 'Host: a', 'host: a'])).toBe('400');
      const type = 'Content-Type: application/json';
      expect(await answerTo(['GET /health/live HTTP/1.1', 'Host: a', type, type])).toBe('400');
      expect(await answerTo(['GET /health/live HTTP/1.1', 'Host: a', type])).toBe('200');
    });

    it.each(['%FF', 'a%C3', '%ED%A0%80', '%C0%80', '%E2%82&x=%AC'])('answers 400 to %s in a query, and accepts UTF-8', async (text) => {
      const { status, body } = await app.http.get(`/api/v1/prompt-templates?search=${text}`, { token });
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect((await app.http.get(`/api/v1/prompt-templates/${text.split('&')[0]}`, { token })).status).toBe(400);
      const taken = await app.http.get('/api/v1/prompt-templates?search=%EF%BF%BD%C3%A9%25', { token });
      expect(taken.status).toBe(200);
    });
  });

  describe('errors', () => {
    it('have one shape, a stable code, a sentence and the request id of the header', async () => {
      const { status, body, headers } = await app.http.get('/api/v1/nothing-here', { token });
      expect(status).toBe(404);
      expect(body).toEqual({
        success: false,
        code: 'NOT_FOUND',
        message: 'There is nothing at this address.',
        request_id: headers.get('x-request-id'),
      });
    });

    it.each(['/%', '/%ZZ', '/api/v1/sessions/%E0%A4%A', '/api/v1/sessions/%00', '/..%2f..%2fetc/passwd', '//evil.example', '/api/v1/me/'])(
      'GET %s is a 4xx in that shape, never a 500',
      async (path) => {
        const { status, body } = await app.http.get(path, { token });
        if (status === 200) return expect(path).toBe('/api/v1/me/');
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(body).toMatchObject({ success: false, code: expect.any(String), request_id: expect.any(String) });
      },
    );

    it.each([
      ['/api/v1/organizations/%ZZ', 'The path of the address'],
      ['/api/v1/organizations/%', 'The path of the address'],
      ['/api/v1/sessions/%E0%A4%A', 'The path of the address'],
      ['/api/v1/sessions?page=%E0%A4%A', 'The parameter "page"'],
    ])('GET %s says where the percent-encoding is wrong, and what to do', async (path, place) => {
      const { status, body } = await app.http.get(path, { token });
      const message = `${place} has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.`;
      expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', message]);
    });

    it('any path of the document in another case is 404, for browsers too, but for the names of resources below /scim/v2', async () => {
      const paths = Object.keys(readApiDocument().paths).map((path) => path.replaceAll(/\{[^}]+\}/g, '1'));
      expect(paths.length).toBeGreaterThan(200);
      const taken: string[] = [];
      for (const path of paths) {
        const [, root = ''] = path.split('/');
        const other = path.replace(`/${root}`, `/${root.toUpperCase()}`);
        const { status, body } = await app.http.get(other, { token, headers: { Accept: 'text/html' } });
        if (other !== path && (status !== 404 || body.code !== 'NOT_FOUND')) taken.push(`${other}: ${status}`);
      }
      expect(taken).toEqual([]);
      const headers = { Authorization: `Bearer ${PUBLISHED_SECRETS.scimToken}` };
      for (const name of ['users', '/Users', 'GROUPS?count=1'])
        expect((await fetch(`${app.url}/scim/v2/${name}`, { headers })).status).toBe(200);
    });

    it.each(['DELETE', 'PUT', 'PATCH', 'GET'])('%s on the login route is 405 [statement 67]', async (method) => {
      expect((await app.http.send(method, '/api/auth/login')).status).toBe(405);
    });

    it.each(['TRACE', 'PROPFIND', 'BREW'])('%s is refused', async (method) => {
      expect(await rawStatus(app.url, `${method} /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/^4\d\d$/);
    });

    it('hide everything of an unknown fault and quote the request id [statement 66]', async () => {
      await app.dataSource.query('ALTER TABLE rivers RENAME TO rivers_gone');
      const { status, body, text } = await app.http.get('/api/rivers', { token });
      await app.dataSource.query('ALTER TABLE rivers_gone RENAME TO rivers');
      expect([status, body.code]).toEqual([500, 'INTERNAL']);
      expect(text).not.toMatch(/rivers|relation|select|stack|pg|typeorm/i);
      const line = app.log.map((entry) => JSON.parse(entry)).find((entry) => entry.request_id === body.request_id && entry.err);
      expect(line.err.message).toContain('rivers');
    });
  });

  describe('headers', () => {
    it('echoes a well-formed request id and replaces any other', async () => {
      const echo = async (id: string) =>
        (await app.http.get('/health/live', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id');
      expect(await echo('abc-123.DEF:4')).toBe('abc-123.DEF:4');
      for (const id of ['a b', 'x'.repeat(129), '<script>', 'a"b']) expect(await echo(id)).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('sets the security headers and does not tell the framework [statement 65]', async () => {
      const { headers } = await app.http.get('/health/live');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it('allows the configured origin and no other [statement 65]', async () => {
      const allowed = async (origin: string) =>
        (
          await app.http.send('OPTIONS', '/api/v1/me', undefined, {
            headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
          })
        ).headers.get('access-control-allow-origin');
      expect(await allowed('https://app.example')).toBe('https://app.example');
      for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example', 'http://app.example'])
        expect(await allowed(origin)).toBeNull();
    });

    it('sends HSTS on an https installation [statement 65]', async () => {
      const secure = await startTestApp({
        environment: { PUBLIC_URL: 'https://headgate.example' },
        database: { url: app.databaseUrl },
      });
      expect((await secure.http.get('/health/live')).headers.get('strict-transport-security')).toContain('max-age=63072000');
      await secure.close();
    });

    it.each(['/api/v1/me', '/api/v1/permissions', '/api/nothing', '/scim/v2/Users'])('keeps %s out of caches', async (path) => {
      expect((await app.http.get(path, { token })).headers.get('cache-control')).toBe('no-store');
    });

    it('lets caches keep what is the same for everyone', async () => {
      for (const path of ['/.well-known/jwks.json', '/openapi.json'])
        expect((await app.http.get(path)).headers.get('cache-control')).toMatch(/^public, /);
    });
  });

  describe('operations', () => {
    it('GET /health/live and /health/ready answer without a token', async () => {
      expect((await app.http.get('/health/live')).body).toEqual({ status: 'ok' });
      const ready = await app.http.get('/health/ready');
      const packed = (directory: string): string =>
        (JSON.parse(readFileSync(`${directory}/package.json`, 'utf8')) as { version: string }).version;
      expect(packed('clients/typescript')).toBe(packed('.'));
      expect(ready.status).toBe(200);
      expect(ready.body).toMatchObject({
        status: 'ok',
        version: packed('.'),
        details: { database: { status: 'up' }, migrations: { status: 'up' } },
      });
    });

    it('GET /health/ready says 503 while a migration is missing', async () => {
      await app.dataSource.query('CREATE TABLE kept AS SELECT * FROM schema_migrations');
      await app.dataSource.query('DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations)');
      const { status, body } = await app.http.get('/health/ready');
      await app.dataSource.query(
        'INSERT INTO schema_migrations SELECT * FROM kept k WHERE NOT EXISTS (SELECT 1 FROM schema_migrations m WHERE m.id = k.id)',
      );
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
      expect((await app.http.get('/health/ready')).status).toBe(200);
    });

    it('GET /metrics needs the metrics token and labels routes by pattern', async () => {
      const refused = await app.http.get('/metrics');
      expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8']);
      expect((await app.http.get('/metrics', { token })).status).toBe(401);
      const { status, headers, text } = await app.http.get('/metrics', { token: 'metrics-token-for-tests' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
      expect(text).toMatch(/http_request_duration_seconds_count\{method="POST",route="\/api\/auth\/login",status="200"\} \d/);
      expect(text).not.toMatch(/olivia|delta/i);
    });

    it('has no /metrics at all without a token configured', async () => {
      const closed = await startTestApp({ database: { url: app.databaseUrl } });
      const { status, headers, body } = await closed.http.get('/metrics');
      expect([status, headers.get('content-type'), body.code]).toEqual([404, 'application/json; charset=utf-8', 'NOT_FOUND']);
      await closed.close();
    });
  });
});

function rawStatus(url: string, request: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text.split(' ')[1] ?? ''));
    socket.on('error', reject);
  });
}
