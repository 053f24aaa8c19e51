import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mcpClient } from '../support/mcp-client.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const BOTH = 'application/json, text/event-stream';

describe('the MCP endpoint over HTTP', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startTestApp();
    key = await made(app);
  });
  afterAll(() => app.close());

  async function made(at: TestApp, name = 'Claude'): Promise<string> {
    const { accessToken: token } = await logIn(at.http, 'olivia');
    const body = { name, organization_id: 1, scopes: ['schema.read'] };
    return (await at.http.post('/api/v1/access-keys', body, { token })).body.data.access_key.token;
  }
  const send = (
    headers: Record<string, string> = {},
    { method = 'POST', body = JSON.stringify(LIST), path = '/mcp' } = {},
    at = app,
  ): Promise<Response> =>
    fetch(`${at.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: BOTH, ...headers },
      ...(method !== 'GET' && { body }),
    });
  const refusal = async (answer: Response): Promise<[number, number, string]> => {
    const { error } = (await answer.json()) as { error: { code: number; data?: { code: string } } };
    return [answer.status, error.code, error.data?.code ?? ''];
  };

  it('is for programs and for pages of its own, not for pages of other sites', async () => {
    for (const origin of ['https://evil.example', 'null', `${app.url}.evil.example`, app.url.replace('127', '128')])
      expect(await refusal(await send({ Origin: origin }))).toEqual([403, -32_000, 'FORBIDDEN']);
    const own = await send({ Origin: 'http://headgate.test' });
    expect(own.status).toBe(200);
    await own.text();
  });

  it('takes a machine by each of its own names, and no other port, scheme or machine', async () => {
    const local = await startTestApp({ environment: { PUBLIC_URL: 'http://localhost:4711' } });
    const headers = { Authorization: `Bearer ${await made(local)}` };
    const statusFor = async (origin: string): Promise<number> => {
      const answer = await send({ ...headers, Origin: origin }, {}, local);
      await answer.text();
      return answer.status;
    };
    // By the one that the operator set, and by the one under which the page was opened.
    expect(await Promise.all(['http://localhost:4711', local.url].map(statusFor))).toEqual([200, 200]);
    const others = [
      ...['http://127.0.0.1:4711', 'https://localhost:4711', 'http://localhost', 'http://localhost.evil.example:4711'],
      ...['http://192.168.1.2:4711', 'http://evil.example:4711', 'null', local.url.replace('127.0.0.1', 'evil.example')],
    ];
    expect(await Promise.all(others.map(statusFor))).toEqual(others.map(() => 403));
    await local.close();
  });

  it('has no stream to listen to and no session to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await send({}, { method });
      expect(answer.headers.get('allow')).toBe('POST');
      expect(await refusal(answer)).toEqual([405, -32_000, 'METHOD_NOT_ALLOWED']);
    }
    expect((await send({}, { path: '/mcp/more' })).status).toBe(404);
    expect((await send({ Authorization: '' }, { method: 'GET' })).status).toBe(401);
  });

  it.each([
    ['a text that is no JSON', { body: '{' }, [400, -32_700]],
    ['several messages of a later revision', { body: JSON.stringify([LIST, LIST]), revision: '2025-06-18' }, [400, -32_600]],
    ['no message', { body: '[]' }, [400, -32_600]],
    ['21 messages', { body: JSON.stringify(Array.from({ length: 21 }, () => LIST)) }, [400, -32_600]],
    ['another format', { type: 'text/plain' }, [415, -32_000]],
    ['a name twice', { body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}' }, [400, -32_600]],
    ['too deep a body', { body: `${'['.repeat(40)}${']'.repeat(40)}` }, [400, -32_600]],
    ['too large a body', { body: JSON.stringify({ ...LIST, params: { _meta: { a: 'x'.repeat(110_000) } } }) }, [413, -32_000]],
  ])('refuses %s in JSON-RPC', async (_, request: { body?: string; type?: string; revision?: string }, expected) => {
    const { body, type, revision } = request;
    const answer = await send(
      { ...(type && { 'Content-Type': type }), ...(revision && { 'MCP-Protocol-Version': revision }) },
      { ...(body && { body }) },
    );
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect((await refusal(answer)).slice(0, 2)).toEqual(expected);
  });

  it.each([{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, { id: 1 }, 'text', 5, null, {}])(
    'refuses %j, which is no message',
    async (body) => {
      const answer = await send({}, { body: JSON.stringify(body) });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    },
  );

  it('answers several messages of revision 2025-03-26 in their order, and charges each', async () => {
    const ping = { jsonrpc: '2.0', id: 'two', method: 'ping' };
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const left = async (answer: Response) => {
      await answer.text();
      return Number(answer.headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]);
    };
    const before = await left(await send());
    const answer = await send({ 'MCP-Protocol-Version': '2025-03-26' }, { body: JSON.stringify([LIST, note, ping]) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await answer.json()).toMatchObject([
      { id: 1, result: { tools: expect.any(Array) } },
      { id: 'two', result: {} },
    ]);
    expect(before - (await left(await send()))).toBe(4);
    expect((await send({}, { body: JSON.stringify([note]) })).status).toBe(202);
  });

  it.each(['application/json', 'APPLICATION/JSON', '*/*', 'application/*; q=0.5', ''])(
    'answers a client that accepts "%s" with JSON',
    async (Accept) => {
      const answer = await send({ Accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
    },
  );

  it.each(['Application/JSON, Text/Event-Stream', 'text/event-stream', 'text/event-stream, application/json; q=0.1'])(
    'answers a client that accepts "%s" with a stream',
    async (Accept) => {
      const answer = await send({ Accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      await answer.text();
    },
  );

  it('has nothing for a client that accepts neither', async () => {
    expect((await send({ Accept: 'text/html' })).status).toBe(406);
  });

  it('takes null for the arguments of a tool that needs none', async () => {
    const body = JSON.stringify({ ...LIST, method: 'tools/call', params: { name: 'list_data_sources', arguments: null } });
    const answer = await send({ Accept: 'application/json' }, { body });
    expect(await answer.json()).toMatchObject({ result: { content: expect.any(Array) } });
  });

  it('says what is left of the quota, keeps no answer, and names the request', async () => {
    const answer = await send();
    await answer.text();
    expect(answer.headers.get('ratelimit')).toMatch(/"mcp";r=\d+;t=\d+/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(/.+/);
    expect(app.log.some((line) => line.includes('"route":"/mcp"'))).toBe(true);
    expect(app.log.join('\n')).not.toContain(key);
  });

  it('answers 429 when a person has used up the minute, whichever key they send', async () => {
    // The quota is 3,000 a minute.
    const strict = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '0.1' } });
    const keys = [await made(strict), await made(strict, 'Another')];
    const answers = await Promise.all(
      Array.from({ length: 310 }, async (_, at) => {
        const answer = await send({ Authorization: `Bearer ${keys[at % 2]}` }, {}, strict);
        await answer.text();
        return answer;
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });

  it('answers 429 to a network that has sent many bad keys in a minute, and looks for none of them', async () => {
    // The quota is 600 a minute.
    const strict = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '0.1' } });
    const good = await made(strict);
    const statusWith = async (text: string): Promise<number> => {
      const answer = await send({ Authorization: `Bearer ${text}` }, {}, strict);
      await answer.text();
      return answer.status;
    };
    const bad = `hgk_${'x'.repeat(43)}`;
    for (let sent = 0; sent < 60; sent += 1) expect(await statusWith(bad)).toBe(401);
    expect(await statusWith(bad)).toBe(429);
    expect(await statusWith(good)).toBe(429);
    strict.clock.advance({ seconds: 60 });
    expect(await statusWith(good)).toBe(200);
    await strict.close();
  });

  it('is served by any instance, with nothing that ties a client to one', async () => {
    const other = await startTestApp({ database: { url: app.databaseUrl } });
    for (const era of ['legacy', 'modern'] as const) {
      const { client, tools } = await mcpClient(app.url, key, era);
      expect(await tools()).toEqual(['list_data_sources', 'schema', 'search_schema', 'read_table']);
      const answer = await send({ 'Mcp-Session-Id': 'of-nobody' }, {}, other);
      expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null]);
      await answer.text();
      await client.close();
    }
    await other.close();
  });
});
