import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const LIVE = 'GET /health/live HTTP/1.1\r\nHost: headgate.test\r\n\r\n';
const BEGINNING = 'POST /api/v1/organizations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('what cannot be read as a request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** @returns what the service sends until it ends the connection */
  const answerTo = async (...parts: readonly string[]): Promise<string> => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    await once(socket, 'connect');
    for (const part of parts) socket.write(part);
    await once(socket, 'end');
    socket.destroy();
    return text;
  };

  it('is answered with 431 when address and headers are too large, while the client still sends', async () => {
    const path = `/api/v1/rivers?search=${'x'.repeat(1_000_000)}`;
    const { status, headers, body } = await app.http.get(path);
    expect([status, headers.get('connection'), body.code]).toEqual([431, 'close', 'HEADERS_TOO_LARGE']);
    expect(body.request_id).toBe(headers.get('x-request-id'));
    expect(app.log.join('')).toContain(`"request_id":"${body.request_id}","status":431,"reason":"HPE_HEADER_OVERFLOW"`);
    expect(app.log.join('')).not.toContain('xxx');
  });

  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost\r\n\r\n'],
    ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length beside chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['no host', 'GET /health/live HTTP/1.1\r\n\r\n'],
  ])('is answered with 400 once and ends the connection: %s', async (_what, request) => {
    const text = await answerTo(request, 'more', 'and more');
    expect(text.match(/HTTP\/1\.1 \d+ [\w ]+/g)).toEqual(['HTTP/1.1 400 Bad Request']);
  });

  it('is answered with the place where a body stops being JSON', async () => {
    const answer = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"username": "olivia",\n "password": secret,}',
    });
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(message).toMatch(/^The request body is not well-formed JSON[:.]/);
    expect(message).not.toContain('secret');
  });

  it('is answered when the request has begun, and the parts of its body are malformed', async () => {
    expect(await answerTo(`${BEGINNING}no size\r\n`)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"VALIDATION_FAILED"/);
  });

  it('is answered when the request has begun, and its body does not come', async () => {
    const server: Server = app.app.getHttpServer();
    const begun = once(server, 'request') as Promise<[IncomingMessage]>;
    const answered = answerTo(BEGINNING);
    const [{ socket }] = await begun;
    // As Node does after its time for a request.
    server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect(await answered).toMatch(/^HTTP\/1\.1 408 [^]*"code":"REQUEST_TIMEOUT"/);
  });

  it('ends the connection without an answer while an earlier request has none: the client would take it for that one', async () => {
    expect(await answerTo(`${LIVE}nonsense\r\n\r\n`)).toBe('');
  });

  it('is answered on a connection that has had an answer before', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.write(LIVE);
    await eventually('the first answer is there', () => text.includes('"status":"ok"'));
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');
    expect(text.match(/HTTP\/1\.1 \d+ [\w ]+/g)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request']);
  });
});
