import { describe, expect, it } from '@jest/globals';
import { HeadgateClient } from '../../clients/typescript/dist/index.js';
import { repeatingFetch } from '../../clients/typescript/dist/repeats.js';

const ROLES = '/api/v1/organizations/{org_id}/roles';
const OWN = { params: { path: { org_id: 1 } } };

interface Answered {
  readonly status: number;
  readonly code: string;
  readonly retryAfter?: string;
}

/** What the service says in this order, and then success. */
function clientOf(answers: readonly Answered[], most?: number) {
  const sent: string[] = [];
  const waited: number[] = [];
  const left = [...answers];
  const answer = async (request: Request): Promise<Response> => {
    sent.push(`${request.method} ${request.headers.get('Idempotency-Key') ?? ''} ${await request.text()}`.trim());
    const next = left.shift();
    if (next === undefined) return Response.json({ success: true, data: { roles: [] } });
    const headers: Record<string, string> = next.retryAfter === undefined ? {} : { 'Retry-After': next.retryAfter };
    return Response.json({ success: false, code: next.code, message: 'Not now.', request_id: 'r' }, { status: next.status, headers });
  };
  const wait = (seconds: number): Promise<void> => {
    waited.push(seconds);
    return Promise.resolve();
  };
  const repeating = repeatingFetch({ fetch: answer, wait, ...(most !== undefined && { most }) });
  const client = new HeadgateClient({ baseUrl: 'https://headgate.example', fetch: repeating });
  return { client, sent, waited };
}

const BUSY = { status: 503, code: 'UNAVAILABLE', retryAfter: '2' };

describe('a request that the service asks to send again', () => {
  it.each([[BUSY], [{ status: 429, code: 'QUOTA_EXCEEDED', retryAfter: '10' }]])('is sent again when it reads: %j', async (answer) => {
    const { client, sent, waited } = clientOf([answer, answer]);
    const { data } = await client.GET(ROLES, OWN);
    expect([data, sent.length, waited]).toEqual([{ roles: [] }, 3, [Number(answer.retryAfter), Number(answer.retryAfter)]]);
  });

  it('is sent again with its body under the same key, also while the first is under way', async () => {
    const { client, sent } = clientOf([BUSY, { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE', retryAfter: '1' }]);
    await client.POST(ROLES, { ...OWN, headers: { 'Idempotency-Key': 'k1' }, body: { name: 'A', permissions: [] } });
    expect(sent).toEqual(Array(3).fill('POST k1 {"name":"A","permissions":[]}'));
  });

  it.each([
    ['it might be done twice', [BUSY], undefined, 'UNAVAILABLE', 'POST'],
    ['it would wait for longer than ten seconds', [{ ...BUSY, retryAfter: '11' }], undefined, 'UNAVAILABLE', 'GET'],
    ['nobody says for how long', [{ status: 503, code: 'UNAVAILABLE' }], undefined, 'UNAVAILABLE', 'GET'],
    ['another answer came', [{ status: 409, code: 'CONFLICT' }], undefined, 'CONFLICT', 'GET'],
    ['the program wants none', [BUSY], 0, 'UNAVAILABLE', 'GET'],
  ] as const)('is not sent again where %s', async (_why, answers, most, code, method) => {
    const { client, sent } = clientOf(answers, most);
    const { error } =
      method === 'GET' ? await client.GET(ROLES, OWN) : await client.POST(ROLES, { ...OWN, body: { name: 'A', permissions: [] } });
    expect([error?.code, sent.length]).toEqual([code, 1]);
  });

  it('answers what it heard last when the service stays busy', async () => {
    const { client, sent } = clientOf([BUSY, BUSY, BUSY, BUSY]);
    const { error } = await client.GET(ROLES, OWN);
    expect([error?.code, sent.length]).toEqual(['UNAVAILABLE', 3]);
  });

  it('is given up when its caller leaves during the wait', async () => {
    const leaving = new AbortController();
    const client = new HeadgateClient({
      baseUrl: 'https://headgate.example',
      fetch: repeatingFetch({
        fetch: () => {
          queueMicrotask(() => leaving.abort(new Error('The person left.')));
          return Promise.resolve(new Response('{"code":"UNAVAILABLE"}', { status: 503, headers: { 'Retry-After': '9' } }));
        },
      }),
    });
    await expect(client.GET(ROLES, { ...OWN, signal: leaving.signal })).rejects.toThrow('The person left.');
  });
});
