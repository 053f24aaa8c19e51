import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, startTestApp } from '../support/test-app.js';

interface Raw {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

describe('the API reference of a service without pages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { HEADGATE_PAGES: 'false' } });
  });
  afterAll(() => app.close());

  /** `fetch` would unpack what comes compressed. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${app.url}${path}`, { method, headers, agent: false }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(chunks) }));
      });
      outgoing.on('error', reject);
      outgoing.end();
    });

  it('is rendered once, also for 20 who ask first at the same time', async () => {
    const written = jest.spyOn(JSON, 'stringify');
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => get('/openapi.json')));
      await get('/openapi.json');
      expect(new Set(answers.map(({ status, headers }) => `${status} ${headers['etag'] as string}`)).size).toBe(1);
      const documents = written.mock.calls.filter(([value]) => 'openapi' in Object(value));
      expect(documents).toHaveLength(1);
    } finally {
      written.mockRestore();
    }
  });

  it.each([
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/start.js', 'text/javascript; charset=utf-8'],
    ['/docs/reference.js', 'text/javascript; charset=utf-8'],
    ['/front-page.css', 'text/css; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml'],
  ])('serves %s plain and compressed, each under a strong tag of its own', async (path, type) => {
    const plain = await get(path);
    const packed = await get(path, { 'Accept-Encoding': 'br, gzip' });
    for (const { status, headers } of [plain, packed]) {
      expect([status, headers['content-type'], headers['vary'], headers['cache-control']]).toEqual([
        200,
        type,
        expect.stringContaining('Accept-Encoding'),
        'public, no-cache',
      ]);
      expect(headers['etag']).toMatch(/^"[\w-]+"$/);
    }
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(packed.headers['etag']).not.toBe(plain.headers['etag']);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect((await get(path, { 'Accept-Encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(plain.bytes.length), 0]);
  });

  it('answers 304 to clients that have it already', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const { headers } = await get('/openapi.json', { 'Accept-Encoding': encoding });
      const etag = headers['etag'] as string;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get('/openapi.json', { 'Accept-Encoding': encoding, 'If-None-Match': known });
        expect([known, again.status, again.bytes.length, again.headers['etag']]).toEqual([known, 304, 0, etag]);
      }
      const other = await get('/openapi.json', { 'Accept-Encoding': encoding, 'If-None-Match': '"other"' });
      expect(other.status).toBe(200);
    }
  });

  it('is a page whose scripts and styles are all here', async () => {
    const page = (await get('/docs')).bytes.toString();
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part ?? '');
    expect(parts).toContain('/docs/reference.js');
    for (const part of parts) expect([part, (await get(part)).status]).toEqual([part, 200]);
    expect((await get('/docs/')).status).toBe(200);
    const start = (await get('/docs/start.js')).bytes.toString();
    expect(start).toContain("url: '/openapi.json'");
    // A client that is chosen here would be shown before the samples of the document.
    expect(start).not.toContain('defaultHttpClient');
    const { paths } = JSON.parse((await get('/openapi.json')).bytes.toString());
    expect(paths['/api/v1/me'].get['x-codeSamples']).toEqual([
      { lang: 'typescript', label: 'Typed client', source: "const data = unwrap(await headgate.GET('/api/v1/me'));" },
    ]);
  });

  it('is linked from the page that a browser gets at the address of the service; programs get 404 there', async () => {
    const page = await get('/', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([page.status, page.headers['content-type'], page.headers['vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Origin, Accept, Accept-Encoding',
    ]);
    for (const [, part = ''] of page.bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g))
      expect([part, (await get(part)).status]).toEqual([part, 200]);
    for (const accept of ['*/*', 'application/json', 'text/plain'])
      expect([accept, (await get('/', { Accept: accept })).status]).toEqual([accept, 404]);
  });

  it('allows styles of the page itself only in the reference; scripts come only from this server', async () => {
    const policyOf = async (path: string) => String((await get(path, { Accept: 'text/html' })).headers['content-security-policy']);
    expect(await policyOf('/docs')).toContain("style-src 'self' 'unsafe-inline'");
    for (const path of ['/', '/openapi.json', '/api/v1/me'])
      expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining("style-src 'self';")]);
    for (const path of ['/', '/docs']) expect(await policyOf(path)).toContain("script-src 'self';");
  });

  it.each(['/docs-yaml', '/docs-json', '/openapi.yaml', '/docs/package.json', '/docs/reference.js.map'])(
    'has nothing else beside it: %s is 404',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
