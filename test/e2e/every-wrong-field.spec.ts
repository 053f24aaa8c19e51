import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '../setup/api-contract.js';
import { type ValueSchema, membersOf, operationsOf, typeOf } from '../support/documented-values.js';
import type { Answer } from '../support/http-client.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Detail {
  readonly field: string;
  readonly message: string;
  readonly code: string;
  readonly arguments: object;
}

const MOST_DETAILS = 20;
/** Of the kinds that JSON has, one that is not the right one. */
const OTHER: Readonly<Record<string, unknown>> = { string: 7, integer: 'x', number: 'x', boolean: 'x', array: 'x', object: 'x' };
/** Any value is taken, and those that are none of ours are refused in one way. */
const OF_ANY_KIND = ['activation_token'];
/** What is wrong with it is told to nobody who could guess. */
const ALIKE = ['receiveFrontchannelLogout'];
/** An address may have 16 KiB. */
const LONGEST_ASKED = 5_000;
const ASKED_BEFORE = ['FOREIGN_ORIGIN', 'INVALID_ACTIVATION_TOKEN', 'STEP_UP_REQUIRED', 'UNSUPPORTED_MEDIA_TYPE'];
const GROUP = 'e9e30dba-f08f-4109-8486-d5c6a331660a';
const IN_THE_PAST = '2020-01-01T00:00:00Z';

describe('a request in which several values are wrong', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    token = (await logIn(app.http, 'olivia')).accessToken;
  });
  afterAll(() => app.close());

  const inAddress = ({ parameters = [] }: Operation, place: 'path' | 'query') =>
    parameters.flatMap(({ in: where, name, schema }) => {
      if (where !== place) return [];
      const { enum: values, maxLength = LONGEST_ASKED } = (schema ?? {}) as ValueSchema;
      if (typeOf(schema ?? {}) !== 'string' || values !== undefined) return [{ name, value: place === 'path' ? '0' : 'x' }];
      return place === 'path' || maxLength >= LONGEST_ASKED ? [] : [{ name, value: 'x'.repeat(maxLength + 1) }];
    });
  const inBody = (operation: Operation) =>
    membersOf(operation).flatMap(([name, member]) => {
      const { [typeOf(member) ?? '']: value } = OTHER;
      return value === undefined || OF_ANY_KIND.includes(name) ? [] : [{ name, value }];
    });

  it('names them all in one answer, at every operation', async () => {
    const told: unknown[] = [];
    let together = 0;
    for (const { path, method, operation } of operationsOf().filter((one) => one.path.startsWith('/api/'))) {
      if (Object.keys(operation.responses).some((status) => status.startsWith('3')) || ALIKE.includes(operation.operationId)) continue;
      const [ids, query, body] = [inAddress(operation, 'path'), inAddress(operation, 'query'), inBody(operation)];
      const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
      const wrong = [...ids, ...query, ...body].map(({ name }) => name).concat(takesKey ? ['Idempotency-Key'] : []);
      if (wrong.length < 2) continue;
      const address = ids.reduce((whole, { name, value }) => whole.replace(`{${name}}`, value), path).replaceAll(/{\w+}/g, '1');
      const asked = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, value]));
      const sent = operation.requestBody && Object.fromEntries(body.map(({ name, value }) => [name, value]));
      const headers = { 'If-Match': '"1"', ...(takesKey && { 'Idempotency-Key': 'two words' }) };
      const answer = await app.http.send(method, `${address}?${asked}`, sent, { token, headers });
      if (ASKED_BEFORE.includes(answer.body?.code)) continue;
      const details: readonly Detail[] = answer.body?.details ?? [];
      const named = details.map(({ field }) => field.split(/[.[]/, 1)[0]);
      const missing = wrong.filter((name) => !named.includes(name));
      together += 1;
      if (missing.length > 0 && details.length < MOST_DETAILS) told.push([operation.operationId, answer.body?.code, missing]);
    }
    expect(told).toEqual([]);
    expect(together).toBeGreaterThan(120);
  });

  // What no validator of one field can tell, each beside a field that one tells.
  it.each<[string, string, string, object | undefined, readonly string[]]>([
    [
      'a period that ends first',
      'GET',
      '/api/v1/organizations/1/audit-events?from=2026-02-01&to=2026-01-01&limit=0',
      undefined,
      ['limit', 'to'],
    ],
    [
      'an end in the past',
      'POST',
      '/api/v1/access-keys',
      { name: '', organization_id: 1, scopes: ['query.run'], expires_at: IN_THE_PAST },
      ['name', 'expires_at'],
    ],
    [
      'a key of a request',
      'POST',
      '/api/v1/access-keys',
      { name: '', organization_id: 0 },
      ['Idempotency-Key', 'name', 'organization_id', 'scopes'],
    ],
    [
      'a question of AuthZEN',
      'POST',
      '/access/v1/evaluation',
      {
        subject: 7,
        action: { name: '' },
        resource: { type: 'x'.repeat(1_001), id: 'x' },
        context: { ip: 'x', time: 'x', country: 'x', acr: 'x', amr: ['pwd', 7], proof_age_seconds: -1, device_trusted: 'x' },
      },
      [
        ...['subject', 'action.name', 'resource.type', 'context.ip', 'context.time', 'context.country', 'context.acr'],
        ...['context.amr[1]', 'context.proof_age_seconds', 'context.device_trusted'],
      ],
    ],
    ['an unknown parameter', 'GET', '/api/v1/organizations/1/members?lmit=5&page=0&search=x', undefined, ['lmit', 'page']],
    [
      'rules of a data policy',
      'POST',
      '/api/v1/sso/abac/data-policies',
      {
        organization_id: 0,
        name: 'x',
        rules: [
          { kind: 'tag', tag: 'A B', effect: 'gone' },
          { kind: 'column', schema: '', relation: 'r' },
        ],
      },
      ['organization_id', 'rules[0].tag', 'rules[0].effect', 'rules[1].schema', 'rules[1].column', 'rules[1].effect'],
    ],
    [
      'parameters and tags of a template',
      'POST',
      '/api/v1/prompt-templates',
      {
        organization_id: 1,
        name: '',
        template_text: 'x',
        category: '',
        tags: [7, 'x'.repeat(60), ' '],
        parameters: [{ name: '1', type: 'no' }],
      },
      ['name', 'category', 'tags[0]', 'tags[1]', 'tags[2]', 'parameters[0].name', 'parameters[0].type'],
    ],
    [
      'a template of a workspace that is shared',
      'POST',
      '/api/v1/prompt-templates',
      { organization_id: 1, workspace_id: 1, name: '', template_text: 'x', is_public: true },
      ['name', 'workspace_id'],
    ],
    [
      'definitions of a text',
      'POST',
      '/api/v1/prompt-templates/render',
      { organization_id: 0, template_text: '', parameters: [{ name: 'a' }] },
      ['organization_id', 'template_text', 'parameters[0].type'],
    ],
    [
      'a connection that its engine does not take',
      'POST',
      '/api/v1/data-sources',
      { organization_id: 1, name: '', engine: 'postgresql', connection: { file: 'a.db', port: 0, host: 'a b' } },
      ['name', 'connection.port', 'connection.file', 'connection.database', 'connection.username', 'connection.host'],
    ],
    [
      'a configuration of the other protocol',
      'POST',
      '/api/v1/organizations/1/sso/connections',
      { name: '', type: 'saml', config: { issuer: 'https://idp.example', client_id: 7 } },
      ['name', 'config.client_id', 'config.issuer'],
    ],
    [
      'a configuration and its certificate',
      'POST',
      '/api/v1/organizations/1/sso/connections',
      { name: 'x', type: 'saml', config: { sign_on_url: 'ftp://x', certificates: ['x', 'y'] } },
      ['config.sign_on_url', 'config.certificates[0]', 'config.certificates[1]'],
    ],
    ['what excludes each other', 'PUT', '/api/v1/sso/enforcement/0', { mode: 'off', grace_hours: 5 }, ['organization_id', 'grace_hours']],
    [
      'a choice of members',
      'POST',
      '/api/v1/sso/enforcement/migration-plan/1/waves',
      { name: '', user_ids: [1], limit: 0, percent: 5, starts_at: IN_THE_PAST },
      ['name', 'limit', 'starts_at'],
    ],
    [
      'an end of a token in the past',
      'POST',
      '/api/v1/organizations/1/scim-tokens',
      { name: '', expires_at: IN_THE_PAST },
      ['name', 'expires_at'],
    ],
    [
      'a date',
      'POST',
      '/api/v1/sso/enforcement/migration-plan/0/waves/0/schedule',
      { starts_at: IN_THE_PAST },
      ['organization_id', 'number', 'starts_at'],
    ],
    [
      'a judgement of a statement',
      'PUT',
      '/api/v1/query-executions/0/feedback',
      { right: true, corrected_sql: 'SELECT 1' },
      ['execution_id', 'corrected_sql'],
    ],
    [
      'groups that are mapped twice',
      'PUT',
      '/api/v1/organizations/1/scim-mapping',
      {
        default_role_id: 0,
        mappings: [GROUP, GROUP, GROUP].map((id) => ({ group_id: id, role_id: 1 })),
      },
      ['default_role_id', 'mappings[1]', 'mappings[2]'],
    ],
    [
      'groups that do not exist',
      'PUT',
      '/api/v1/organizations/1/scim-mapping',
      { mappings: [GROUP, GROUP.replace('e', 'a')].map((id) => ({ group_id: id, role_id: 2_000_000 })) },
      ['mappings[0]', 'mappings[1]'],
    ],
    [
      'examples of a policy',
      'POST',
      '/api/v1/sso/abac/policies',
      {
        organization_id: 0,
        name: 'x',
        text: 'permit (principal, action, resource);',
        examples: [
          {
            name: 'x',
            expected: 'allowed',
            action: 'workspace.read',
            resource: { type: 'Workspace' },
            principal: { no: 1 },
            context: { acr: 1 },
          },
        ],
      },
      ['organization_id', 'examples[0].principal.no', 'examples[0].context.acr'],
    ],
    [
      'a member and a role that are none',
      'POST',
      '/api/v1/workspaces/1/members',
      { user_id: 2_000_000, role_id: 2_000_000 },
      ['role_id', 'user_id'],
    ],
  ])('names each: %s', async (_title, method, path, body, fields) => {
    const headers = { 'If-Match': '"0"', ...(fields.includes('Idempotency-Key') && { 'Idempotency-Key': 'two words' }) };
    const send = (language: string): Promise<Answer> =>
      app.http.send(method, path, body, { token, headers: { ...headers, 'Accept-Language': language } });
    const english = await send('en');
    const details: readonly Detail[] = english.body?.details ?? [];
    expect([english.status, details.map(({ field }) => field).sort()]).toEqual([400, [...fields].sort()]);
    const german: readonly Detail[] = (await send('de')).body.details;
    expect(german.filter(({ message }, at) => message === details[at]?.message)).toEqual([]);
    for (const { code, arguments: given } of details) expect([code, given]).toEqual([expect.any(String), expect.any(Object)]);
  });

  it('names a username and an address in one answer', async () => {
    const system = (await logIn(app.http, 'sysadmin')).accessToken;
    const answer = await app.http.post('/api/v1/users', { username: '-', email: 'nobody' }, { token: system });
    expect(answer.body.details.map(({ field }: Detail) => field)).toEqual(['email', 'username']);
  });
});
