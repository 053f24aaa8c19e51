import { readFileSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { rolldown } from 'rolldown';
import { readApiDocument } from './setup/api-contract.js';

type Send = (request: Request) => Promise<Response>;

/** The module of the pages, bundled as the pages are. */
async function keyedFetch(send: Send, now: () => number): Promise<Send> {
  const bundle = await rolldown({ input: `${process.cwd()}/web/src/session/keyed.ts` });
  const { output } = await bundle.generate({ format: 'esm' });
  const module = (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as {
    keyedFetch: (send: Send, now: () => number) => Send;
  };
  return module.keyedFetch(send, now);
}

const ROLES = 'https://headgate.example/api/v1/organizations/1/roles';
/** What pages do without a key: its end is the end of the connection. */
const ENDED_BY_HANGING_UP = ['askQuestion', 'executePromptTemplate', 'runQuery', 'runSavedQuestion'];
/** What begins is for the browser that goes on with it now. */
const BEGINS = ['beginIdentityLink', 'beginWebauthnRegistration'];

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly body?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

describe('what the pages send', () => {
  let answers: (Response | Error)[];
  let keys: (string | null)[];
  let sendKeyed: Send;
  let minutes: number;
  const ask = ({ method = 'POST', url = ROLES, body = '{"name":"A"}', ifMatch, signal }: Asked = {}): Promise<unknown> =>
    sendKeyed(
      new Request(url, {
        method,
        body,
        ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
        ...(signal !== undefined && { signal }),
      }),
    ).catch(() => undefined);

  beforeEach(async () => {
    answers = [];
    keys = [];
    minutes = 0;
    const sent: Send = (request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const next = answers.shift() ?? new Response('{}', { status: 201 });
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    };
    sendKeyed = await keyedFetch(sent, () => minutes * 60_000);
  });

  const busy = (status: number): Response => new Response('{}', { status, headers: { 'Retry-After': '1' } });
  const broken = (): Response =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('The connection broke.')) }), { status: 201 });
  it.each<readonly [string, () => Response | Error]>([
    ['no answer comes', () => new TypeError('Failed to fetch')],
    ['the answer breaks off', broken],
    ['a proxy has none', () => new Response('<html>', { status: 502 })],
    ['the service is busy', () => busy(503)],
    ['a proxy has waited long enough', () => new Response('', { status: 504 })],
    ['the service has failed', () => new Response('', { status: 500 })],
    ['there were too many', () => busy(429)],
    ['the first is still under way', () => busy(409)],
  ])('has the same key again where %s, until it is answered', async (_why, unknown) => {
    answers = [unknown(), unknown()];
    for (let times = 0; times < 4; times += 1) await ask();
    const [first, ...later] = keys;
    expect(first).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(later.slice(0, 2)).toEqual([first, first]);
    expect(later[2]).not.toBe(first);
  });

  it.each([[{ body: '{"name":"B"}' }], [{ url: ROLES.replace('/1/', '/2/') }], [{ url: `${ROLES}?dry_run=true` }], [{ ifMatch: '"2"' }]])(
    'has another key with another intent: %j',
    async (other) => {
      answers = [new TypeError('Failed to fetch')];
      await ask();
      await ask(other);
      expect(new Set(keys).size).toBe(2);
    },
  );

  it.each([400, 401, 403, 404, 409, 412, 422])('has a new key after the refusal %i', async (status) => {
    answers = [new Response('{}', { status })];
    await ask();
    await ask();
    expect(new Set(keys).size).toBe(2);
  });

  it('has a new key when something else was changed between: the old answer would tell of what is no more', async () => {
    answers = [new TypeError('Failed to fetch')];
    await ask();
    await ask({ method: 'PUT', url: `${ROLES}/1` });
    await ask();
    expect(new Set(keys.filter((key) => key !== null)).size).toBe(2);
  });

  it('has a new key later: by then a person may mean it anew', async () => {
    answers = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
    for (minutes of [0, 1, 3]) await ask();
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('keeps the keys of two that got lost, whatever is only read between', async () => {
    answers = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
    await ask();
    await ask({ body: '{"name":"B"}' });
    for (const { path } of [...reads, ...posts.filter(({ post }) => BEGINS.includes(post.operationId))])
      await ask({ url: `https://headgate.example${path.replaceAll(/{\w+}/g, '1')}` });
    const [first, second] = keys;
    answers = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
    await ask();
    await ask({ body: '{"name":"B"}' });
    expect(keys.slice(-2)).toEqual([first, second]);
  });

  it('keeps the key while something else is only refused', async () => {
    answers = [new TypeError('Failed to fetch'), new Response('{}', { status: 422 })];
    await ask();
    await ask({ body: '{"name":"B"}' });
    await ask();
    expect(keys[2]).toBe(keys[0]);
  });

  it('has a new key after the person has stopped it', async () => {
    const leaving = new AbortController();
    answers = [new TypeError('Stopped')];
    const asked = ask({ signal: leaving.signal });
    leaving.abort();
    await asked;
    await ask();
    expect(new Set(keys).size).toBe(2);
  });

  const posts = Object.entries(readApiDocument().paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]));
  const keyed = posts.filter(({ post: { parameters = [] } }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
  // A stranger's key is not kept, though the invitation is declined.
  const reads = keyed.filter(
    ({ post: { operationId, parameters = [] } }) =>
      operationId !== 'declineInvitation' && parameters.some(({ description }) => description?.endsWith('answered anew.')),
  );

  it('has a key wherever something is made or changed, but where hanging up ends the work', async () => {
    const without: string[] = [];
    for (const { path, post } of keyed) {
      await ask({ url: `https://headgate.example${path.replaceAll(/{\w+}/g, '1')}` });
      if (keys.at(-1) === null) without.push(post.operationId);
    }
    expect(reads.length).toBeGreaterThan(5);
    const expected = [...ENDED_BY_HANGING_UP, ...BEGINS, ...reads.map(({ post }) => post.operationId)];
    expect(without.toSorted()).toEqual(expected.toSorted());
  });

  it.each(['/api/auth/login', '/api/auth/browser/refresh', '/access/v1/evaluation'])('has none at %s', async (path) => {
    await ask({ url: `https://headgate.example${path}` });
    expect(keys).toEqual([null]);
  });

  it('goes through the one client of the pages', () => {
    const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const direct = sources.filter((name) =>
      /\bfetch\(|XMLHttpRequest|sendBeacon/.test(readFileSync(`web/src/${name}`, 'utf8').replaceAll('refetch(', '')),
    );
    expect(direct.toSorted()).toEqual(['pages/demo/demo-api.ts', 'session/client.ts', 'session/keyed.ts', 'ui/missing-part.tsx']);
  });
});
