import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiContract, type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { ShownAnswers } from '../setup/shown-answers.js';

interface Shown {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: unknown;
}

/** Members that tell what has become of a thing. */
const OF_A_LIFE =
  /^(last_\w+_(at|ip)|(delivered|used|accepted|finished|failed|ended|tested|activated|disabled|verified|revoked|retired)_at)$/;

/** That the service answers so, the whole run finds: see `shown-answers.ts`. */
describe('the examples of answers', () => {
  let document: ApiDocument;
  let shown: readonly Shown[];
  beforeAll(() => {
    document = readApiDocument();
    const examples = new ShownAnswers(document);
    shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: id, responses }]) =>
        Object.entries(responses).flatMap(([status, response]) => {
          if ('$ref' in response || response.content?.['application/json'] === undefined) return [];
          const body = examples.exampleOf(response.content['application/json']['schema'] ?? {});
          return { id, method, path, status: Number(status), headers: Object.keys(response.headers ?? {}), body };
        }),
      ),
    );
  });

  it('have every member that an answer has, as it is declared', () => {
    const contract = new ApiContract(document);
    const faults = shown.flatMap(({ id, method, path, status, headers, body }) => {
      const given = new Headers([['Content-Type', 'application/json'], ...headers.map((name): [string, string] => [name, 'x'])]);
      const answer = {
        method,
        path: path.replaceAll(/{\w+}/g, '1'),
        status,
        headers: given,
        text: JSON.stringify(body),
      };
      return contract.faultsOf(answer).map((fault) => `${id} ${status}: ${fault}`);
    });
    expect(shown.length).toBeGreaterThan(150);
    expect(faults).toEqual([]);
  });

  /** With everything that stands in them. */
  const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
    if (typeof value !== 'object' || value === null) return [];
    const inside = Object.values(value).flatMap(objectsIn);
    return Array.isArray(value) ? inside : [value as Readonly<Record<string, unknown>>, ...inside];
  };
  const isAfter = (one: unknown, other: unknown): boolean =>
    [one, other].every((time) => typeof time === 'string' && /^\d{4}-\d\d-\d\dT/.test(time)) && String(one) > String(other);

  it('tell of nothing that happened before it was made, or to what has just been made', () => {
    const faults = shown.flatMap(({ id, status, body }) =>
      objectsIn(body).flatMap((thing) => {
        const early = Object.entries(thing).filter(([, time]) => isAfter(thing['created_at'], time));
        // The version is new, and not the policy.
        const isNew = status === 201 && id !== 'createPolicyVersion';
        const lived = isNew ? Object.entries(thing).filter(([name, value]) => OF_A_LIFE.test(name) && value !== null) : [];
        return [...early, ...lived].map(([name]) => `${id}: ${name}`);
      }),
    );
    expect(faults).toEqual([]);
  });

  it('count what their lists hold', () => {
    const faults = shown.flatMap(({ id, body }) =>
      objectsIn(body).flatMap(({ pagination, ...rest }) => {
        if (typeof pagination !== 'object' || pagination === null) return [];
        const { page = 0, limit = 0, total = 0, pages } = pagination as Readonly<Record<string, number>>;
        const lengths = Object.values(rest).flatMap((list) => (Array.isArray(list) ? [list.length] : []));
        const isCounted = pages === Math.ceil(total / limit) && lengths.every((length) => page > 1 || length === Math.min(total, limit));
        return isCounted ? [] : [id];
      }),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ['createUser', 'user', { status: 'active' }],
    ['disableUser', 'user', { status: 'disabled' }],
    ['enableUser', 'user', { status: 'active' }],
    ['createOrganization', 'organization', { name: 'Tidal Research', plan: 'professional' }],
    ['requestAccess', 'access_request', { status: 'requested', decided_by: null }],
    [
      'approveAccessRequest',
      'access_request',
      { status: 'approved', decided_by: { user_id: 2, username: 'olivia', display_name: 'Olivia Okafor' } },
    ],
    [
      'refuseAccessRequest',
      'access_request',
      { status: 'refused', decided_by: { user_id: 2, username: 'olivia', display_name: 'Olivia Okafor' } },
    ],
    ['sendInvitation', 'invitation', { status: 'pending', accepted_at: null, mail: { state: 'waiting', reason: null } }],
    ['resendInvitation', 'invitation', { status: 'pending', mail: { state: 'waiting', reason: null } }],
    ['createPromptTemplate', null, { status: 'draft', usage_count: 0 }],
    ['publishPromptTemplate', null, { status: 'published' }],
    ['archivePromptTemplate', null, { status: 'archived' }],
    ['markSystemTemplate', null, { is_system_template: true }],
    ['createSsoConnection', 'connection', { status: 'draft', tested_at: null, activated_at: null }],
    ['activateSsoConnection', 'connection', { status: 'active', activated_at: expect.any(String), disabled_at: null }],
    ['disableSsoConnection', 'connection', { status: 'disabled', disabled_at: expect.any(String) }],
    ['testSsoConnection', 'test', { status: 'running', finished_at: null }],
    ['claimSsoDomain', 'domain', { status: 'pending', verified_at: null }],
    ['verifySsoDomain', 'domain', { status: 'verified', verified_at: expect.any(String) }],
    ['changeSsoEnforcement', 'enforcement', { mode: 'optional', required_since: null, grace_until: null }],
    ['createWave', 'wave', { status: 'draft', starts_at: null, enforced_at: null }],
    ['scheduleWave', 'wave', { status: 'scheduled', starts_at: expect.any(String), enforced_at: null }],
    ['startWave', 'wave', { status: 'enforced', enforced_at: expect.any(String) }],
    ['pauseWave', 'wave', { status: 'paused', paused_because: ['BY_HAND'] }],
    ['resumeWave', 'wave', { status: 'enforced', paused_because: [] }],
    ['rollBackWave', 'wave', { status: 'rolled_back', ended_at: expect.any(String) }],
    ['approveScimToken', 'scim_token', { status: 'active', approved_by: 2 }],
  ])('show the state after %s', (id, thing, state) => {
    const body = shown.find((answer) => answer.id === id)?.body as { data: Record<string, unknown> } | undefined;
    expect(thing === null ? body?.data : body?.data[thing]).toMatchObject(state);
  });
});
