import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../src/platform/config/config.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { assertDeclared } from '../setup/api-contract.js';
import { png, svg, webp } from '../support/pictures.js';
import { type Send, logInAll, outcome, sender, templateBody } from '../support/prompt-templates.js';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/prompt-templates';

describe('icons of prompt templates', () => {
  let app: TestApp;
  let send: Send;
  let adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp();
    ({ adam, vera, oscar, nora } = await logInAll(app));
    send = sender(app);
  });
  afterAll(() => app.close());

  const published = async (given: object = {}): Promise<number> => {
    const { body } = await send(adam, 'POST', PATH, templateBody(given));
    const answer = await send(adam, 'POST', `${PATH}/${body.data.id}/publish`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return body.data.id;
  };
  /** Bytes are nothing that the client of the tests sends. */
  const upload = async (id: number, bytes: Buffer, type = 'image/png', who: LoggedIn | null = adam, tag?: string) => {
    const response = await fetch(`${app.url}${PATH}/${id}/icon`, {
      method: 'PUT',
      headers: {
        'Content-Type': type,
        ...(who !== null && { Authorization: `Bearer ${who.accessToken}` }),
        ...(tag !== undefined && { 'If-Match': tag }),
      },
      body: new Uint8Array(bytes),
    });
    const text = await response.text();
    const { status, headers } = response;
    assertDeclared({ method: 'PUT', path: `${PATH}/${id}/icon`, status, headers, text });
    return { status, body: JSON.parse(text) };
  };
  const show = async (path: string, who: LoggedIn | null = null) => {
    const headers: Record<string, string> = who === null ? {} : { Authorization: `Bearer ${who.accessToken}` };
    const response = await fetch(path.startsWith('http') ? path : `${app.url}${path}`, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    if (!path.startsWith('http')) assertDeclared({ method: 'GET', path, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, bytes, code: codeIn(bytes) };
  };
  const codeIn = (bytes: Buffer) => /"code":"(\w+)"/.exec(bytes.toString())?.[1];
  /** The links name the public address, and the tests listen on a port of their own. */
  const linkOf = (body: { data: { icon_presigned_url: string } }) => {
    const { pathname, search } = new URL(body.data.icon_presigned_url);
    return pathname + search;
  };
  const filesAfterWork = async () => {
    await app.app.get(GraphileWorker).runDue();
    return files();
  };
  const files = async () => readdir(app.app.get(Config).icons.directory).catch(() => []);

  it('generates one for a template without, by a link that needs no token', async () => {
    const id = await published({ name: 'Longest <rivers>' });
    const { body } = await send(vera, 'GET', `${PATH}/${id}`);
    const byToken = await show(`${PATH}/${id}/icon`, vera);
    const byLink = await show(linkOf(body));
    expect(new URL(body.data.icon_url).pathname).toBe(`${PATH}/${id}/icon`);
    expect([byToken.status, byLink.status, byToken.bytes.equals(byLink.bytes)]).toEqual([200, 200, true]);
    expect(byLink.bytes.toString()).toContain('>LR</text>');
  });

  it.each([
    ['image/png', png()],
    ['image/webp', webp()],
    ['image/svg+xml', svg('<circle r="1"/>')],
  ])('takes and shows %s, as nothing but a picture', async (type, bytes) => {
    const id = await published();
    // What it is the bytes say.
    const answer = await upload(id, bytes, 'image/png');
    expect([answer.status, answer.body.data.id]).toEqual([200, id]);
    for (const shown of [await show(`${PATH}/${id}/icon`, vera), await show(linkOf(answer.body))]) {
      expect([shown.status, shown.bytes.equals(bytes)]).toEqual([200, true]);
      expect(shown.headers.get('content-type')?.split(';')[0]).toBe(type);
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    }
  });

  it('removes the old file after a new one, after going back to the generated one, and with the template', async () => {
    const { body } = await send(adam, 'POST', PATH, templateBody());
    const { id } = body.data;
    const before = (await files()).length;
    const first = linkOf((await upload(id, png())).body);
    const second = linkOf((await upload(id, webp())).body);
    expect(await filesAfterWork()).toHaveLength(before + 1);
    expect([(await show(first)).code, (await show(second)).status]).toEqual(['NOT_FOUND', 200]);
    const removed = await send(adam, 'DELETE', `${PATH}/${id}/icon`);
    expect([removed.status, linkOf(removed.body)]).toEqual([200, expect.stringContaining('/icons/generated-')]);
    expect(await filesAfterWork()).toHaveLength(before);
    await upload(id, png());
    expect((await send(adam, 'DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect(await filesAfterWork()).toHaveLength(before);
  });

  it('tells a forged link from one that has expired', async () => {
    const id = await published();
    const link = linkOf((await upload(id, png())).body);
    const other = linkOf((await upload(await published(), png())).body);
    const [path = ''] = link.split('?');
    const forged = [
      link.replace(/expires=\d+/, 'expires=99999999999'),
      link.replace(path, other.split('?')[0] ?? ''),
      // Four letters stand for the same bytes at the end; one of them is the signature.
      `${link.slice(0, -1)}${String.fromCharCode(link.charCodeAt(link.length - 1) + 1)}`,
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`.replace(/signature=./, 'signature=_'),
      path,
      `${path}?expires=1e9&signature=x`,
      `${path}?expires=1&expires=2&signature=x`,
      `/icons/..%2F..%2Fetc%2Fpasswd${link.slice(path.length)}`,
      `/icons/%00${link.slice(path.length)}`,
    ];
    for (const attempt of forged) expect([attempt, (await show(attempt)).code]).toEqual([attempt, 'FORBIDDEN']);
    expect((await show(link)).status).toBe(200);
    app.clock.advance({ minutes: 21 });
    const late = await show(link);
    expect([late.status, late.code]).toEqual([410, 'GONE']);
    app.clock.advance({ minutes: -21 });
  });

  it('refuses invalid and oversized icons, and stores nothing of them', async () => {
    const id = await published();
    const before = await files();
    const refusals = [
      await upload(id, Buffer.from('hello')),
      await upload(id, Buffer.alloc(0)),
      await upload(id, svg('<script>1</script>'), 'image/svg+xml'),
      await upload(id, svg('<image href="http://evil.example/x.png"/>'), 'image/svg+xml'),
      await upload(id, png(), 'image/gif'),
      await upload(id, Buffer.from('{}'), 'application/json'),
      await upload(id, png(16, 16, 262_144)),
    ].map(({ status, body }) => [status, body.code]);
    expect(refusals).toEqual([...Array<unknown>(6).fill([415, 'UNSUPPORTED_MEDIA_TYPE']), [413, 'PAYLOAD_TOO_LARGE']]);
    expect(await files()).toEqual(before);
  });

  it('is changed only by people who may edit the template, one after the other', async () => {
    const id = await published();
    const read = await send(adam, 'GET', `${PATH}/${id}`);
    const tag = read.headers.get('etag') ?? '';
    const before = await files();
    const codes = [];
    for (const who of [null, vera, oscar, nora]) codes.push(outcome((await upload(id, png(), 'image/png', who)) as never));
    expect(codes).toEqual([
      [401, 'UNAUTHORIZED'],
      [403, 'FORBIDDEN'],
      [404, 'NOT_FOUND'],
      [403, 'FORBIDDEN'],
    ]);
    expect(outcome(await send(vera, 'DELETE', `${PATH}/${id}/icon`))).toEqual([403, 'FORBIDDEN']);
    expect((await show(`${PATH}/${id}/icon`, oscar)).code).toBe('NOT_FOUND');
    expect((await show(`${PATH}/${id}/icon`)).code).toBe('UNAUTHORIZED');
    expect((await upload(id, png(), 'image/png', adam, tag)).status).toBe(200);
    const stale = await upload(id, png(), 'image/png', adam, tag);
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(await files()).toHaveLength(before.length + 1);
  });
});
