import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiContract, type ApiDocument, readApiDocument } from '../setup/api-contract.js';

interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Shown {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: unknown;
}

/** What a reader of the API reference sees of each answer, composed as viewers do it. */
describe('the examples of answers', () => {
  let document: ApiDocument;
  let shown: readonly Shown[];
  beforeAll(() => {
    document = readApiDocument();
    shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId: id, responses }]) =>
        Object.entries(responses).flatMap(([status, response]) => {
          if ('$ref' in response || response.content?.['application/json'] === undefined) return [];
          const body = exampleOf(response.content['application/json']['schema'] as Schema);
          return { id, method, path, status: Number(status), headers: Object.keys(response.headers ?? {}), body };
        }),
      ),
    );
  });

  function exampleOf(schema: Schema): unknown {
    const { $ref, examples, oneOf, anyOf, properties, items } = schema;
    if (examples !== undefined) return examples[0];
    if ($ref !== undefined) return exampleOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema);
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    const [first] = oneOf ?? anyOf ?? [];
    if (first !== undefined) return exampleOf(first);
    if (properties !== undefined) return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]));
    return items === undefined ? undefined : [exampleOf(items)];
  }

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
    ['sendInvitation', 'invitation', { status: 'pending', accepted_at: null }],
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
