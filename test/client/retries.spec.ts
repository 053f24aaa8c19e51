import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HeadgateClient } from '../../clients/typescript/dist/index.js';

const ROLES = '/api/v1/organizations/{org_id}/roles';
const OWN = { params: { path: { org_id: 1 } } };
const BODY = { name: 'A', permissions: [] };

interface Answered {
  readonly status: number;
  readonly code: string;
  readonly retryAfter?: string;
}

const BUSY = { status: 503, code: 'UNAVAILABLE', retryAfter: '2' };
const FULL = { status: 429, code: 'QUOTA_EXCEEDED', retryAfter: '60' };
const IN_USE = { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE', retryAfter: '1' };

/** What the service says in this order, and then success. */
function clientOf(answers: readonly Answered[], options: { readonly retries?: number } = {}) {
  const sent: string[] = [];
  const keys = new Set<string | null>();
  const left = [...answers];
  const answer = async (request: Request): Promise<Response> => {
    sent.push(`${request.method} ${await request.text()}`.trim());
    keys.add(request.headers.get('Idempotency-Key'));
    const next = left.shift();
    if (next === undefined) return Response.json({ success: true, data: { roles: [] } });
    const headers: Record<string, string> = next.retryAfter === undefined ? {} : { 'Retry-After': next.retryAfter };
    return Response.json({ success: false, code: next.code, message: 'Not now.', request_id: 'r' }, { status: next.status, headers });
  };
  return { client: new HeadgateClient({ baseUrl: 'https://headgate.example', fetch: answer, ...options }), sent, keys };
}

describe('without being asked, the typed client sends a call again', () => {
  /** In seconds. */
  let waits: number[];
  /** What happens instead of a wait. */
  let passes: (end: () => void) => void;
  beforeEach(() => {
    waits = [];
    passes = queueMicrotask;
    const setTimeoutAtOnce = (end: () => void, milliseconds = 0) => {
      waits.push(milliseconds / 1_000);
      passes(end);
      return 0;
    };
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(setTimeoutAtOnce as unknown as typeof setTimeout);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    [BUSY, [2, 2]],
    [FULL, [60, 60]],
  ])('that reads, when the service has said twice to come later: %j', async (answer, seconds) => {
    const { client, sent, keys } = clientOf([answer, answer]);
    const { data } = await client.GET(ROLES, OWN);
    expect([data, sent.length, [...keys], waits]).toEqual([{ roles: [] }, 3, [null], seconds]);
  });

  it('that makes something, with its body, under one key that it has made; also while the first is under way', async () => {
    const { client, sent, keys } = clientOf([BUSY, IN_USE]);
    const { data } = await client.POST(ROLES, { ...OWN, body: BODY });
    expect([data, sent]).toEqual([{ roles: [] }, Array(3).fill(`POST ${JSON.stringify(BODY)}`)]);
    expect([...keys]).toEqual([expect.stringMatching(/^[\d-]{20,50}$/)]);
  });

  it('under a key of its own, for each call', async () => {
    const { client, keys } = clientOf([]);
    for (const name of ['A', 'B']) await client.POST(ROLES, { ...OWN, body: { ...BODY, name } });
    expect(keys.size).toBe(2);
  });

  it('under the key of the program, however it spells the header', async () => {
    const { client, keys } = clientOf([FULL]);
    await client.POST(ROLES, { ...OWN, headers: { 'idempotency-key': 'k1' }, body: BODY });
    expect([[...keys], waits]).toEqual([['k1'], [60]]);
  });

  it('until the caller leaves', async () => {
    const { client, sent } = clientOf([BUSY]);
    const leaving = new AbortController();
    passes = () => queueMicrotask(() => leaving.abort(new Error('The person left.')));
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    await expect(client.GET(ROLES, { ...OWN, signal: leaving.signal })).rejects.toThrow('The person left.');
    expect([sent.length, cleared.mock.calls.length]).toEqual([1, 1]);
  });

  it('no more than twice, and then answers what it heard last', async () => {
    const { client, sent } = clientOf([BUSY, BUSY, FULL]);
    const { error } = await client.GET(ROLES, OWN);
    expect([error?.code, sent.length]).toEqual(['QUOTA_EXCEEDED', 3]);
  });

  const reads = (client: HeadgateClient) => client.GET(ROLES, OWN);
  const changes = (client: HeadgateClient) => client.PUT('/api/v1/roles/{role_id}', { params: { path: { role_id: 9 } }, body: BODY });
  const logsIn = (client: HeadgateClient) => client.POST('/api/auth/login', { body: { username: 'olivia', password: 'p' } });
  const queries = (client: HeadgateClient) =>
    client.POST('/api/v1/data-sources/{data_source_id}/query', { params: { path: { data_source_id: 1 } }, body: { sql: 'SELECT 1' } });
  const confirms = (client: HeadgateClient) =>
    client.POST('/api/v1/mfa/totp/{factor_id}/confirm', { params: { path: { factor_id: 1 } }, body: { code: '123456' } });
  const joins = (client: HeadgateClient) =>
    client.POST('/api/v1/invitations/accept', { body: { token: 't', username: 'new', password: 'p' } });
  it.each([
    ['a PUT might be done twice', changes, BUSY, {}],
    ['a login is no call to do twice', logsIn, FULL, {}],
    ['a statement may be what keeps the service busy', queries, BUSY, {}],
    ['a code would be old after the wait', confirms, FULL, {}],
    ['keys belong to accounts, and the person has none yet', joins, BUSY, {}],
    ['it would wait for longer than a minute', reads, { ...BUSY, retryAfter: '61' }, {}],
    ['nobody says for how long', reads, { status: 503, code: 'UNAVAILABLE' }, {}],
    ['another answer came', reads, { status: 409, code: 'CONFLICT' }, {}],
    ['the program wants no retries', reads, BUSY, { retries: 0 }],
  ] as const)('not where %s', async (_why, call, answer, options) => {
    const { client, sent, keys } = clientOf([answer], options);
    const { error }: { readonly error?: { readonly code: string } } = await call(client);
    expect([error?.code, sent.length, [...keys], waits]).toEqual([answer.code, 1, [null], []]);
  });

  it('without keys for a program that wants no retries', async () => {
    const { client, keys } = clientOf([], { retries: 0 });
    await client.POST(ROLES, { ...OWN, body: BODY });
    expect([...keys]).toEqual([null]);
  });
});
