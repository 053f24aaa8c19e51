import { request } from 'node:http';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Raw {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** As browsers ask for a page. */
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** `fetch` would unpack what comes compressed, and tidy the path. */
function ask(app: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('the pages for people', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const page = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
    ask(app, path, { Accept: HTML, ...headers }, method);

  it.each(['/', '/signin', '/signed-in', '/invitations/some-token', '/organizations/1/members', '/demo'])(
    'are one document at every address that no program asks: %s',
    async (path) => {
      const { status, headers, bytes } = await page(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
      expect(headers['vary']).toContain('Accept');
      expect(bytes.toString()).toContain('<div id="app">');
    },
  );

  it('run scripts and styles of this origin alone, turn no text into markup, and stand in no frame', async () => {
    const { headers } = await page('/signin');
    const directives = String(headers['content-security-policy']).split(';');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      expect(directives).toContain(directive);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it.each([
    ['/api/nothing', 404],
    ['/scim/v2/Nothing', 401],
    ['/assets/gone.js', 404],
    ['/icons/nothing', 403],
    ['/health/nothing', 404],
    ['/access/v1/no', 404],
  ])('leave the answers to programs alone, whatever a browser accepts: %s', async (path, expected) => {
    const { status, headers } = await page(path);
    expect([status, String(headers['content-type'])]).toEqual([expected, expect.stringContaining('json')]);
  });

  it('do not answer a program, nor a write', async () => {
    for (const Accept of ['application/json', '*/*']) expect((await ask(app, '/signin', { Accept })).status).toBe(404);
    expect((await page('/signin', {}, 'POST')).status).toBe(404);
  });

  it('come compressed as the browser likes it, each under a tag of its own, and as 304 the next time', async () => {
    const plain = await page('/signin');
    const tags = new Set([plain.headers['etag']]);
    for (const [encoding, unpack] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const packed = await page('/signin', { 'Accept-Encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(unpack(packed.bytes)).toEqual(plain.bytes);
      tags.add(packed.headers['etag']);
      const again = await page('/signin', {
        'Accept-Encoding': encoding,
        'If-None-Match': String(packed.headers['etag']),
      });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
    expect(tags.size).toBe(3);
    expect((await page('/signin', {}, 'HEAD')).bytes.length).toBe(0);
  });

  it('bring files whose names change with what is in them, so that browsers may keep them', async () => {
    const { bytes } = await page('/signin');
    const files = [...bytes.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const { status, headers } = await ask(app, file);
      expect([file, status, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each(['/assets/../index.html', '/assets/..%2f..%2fpackage.json', '/assets/.built-from', '/assets/%2e%2e/%2e%2e/.env'])(
    'show no files of the disk beside them: %s',
    async (path) => {
      expect((await ask(app, path)).status).toBe(404);
    },
  );
});

describe('a service without pages', () => {
  it('is only the API, and says so to people', async () => {
    const app = await startTestApp({ environment: { HEADGATE_PAGES: 'false' } });
    try {
      expect((await ask(app, '/signin', { Accept: HTML })).status).toBe(404);
      expect((await ask(app, '/', { Accept: HTML })).bytes.toString()).toContain('API reference');
      const { accessToken } = await logIn(app.http, 'olivia');
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
