import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MakeExports } from '../../src/evidence/application/make-exports.js';
import { ApiContract, readApiDocument } from '../setup/api-contract.js';
import type { Answer } from '../support/http-client.js';
import { userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const TEMPLATE = {
  organization_id: 1,
  name: 'Rivers of a continent by length',
  description: 'Ranks the rivers of one continent by length.',
  template_text: 'Which are the {{limit}} longest rivers of {{continent}}? Give name and length in kilometres.',
  parameters: [
    { name: 'continent', type: 'enum', required: true, enum: ['Africa', 'Asia', 'Europe'], default: 'Europe' },
    { name: 'limit', type: 'integer', required: false, default: '10', minimum: 1, maximum: 100 },
  ],
  category: 'hydrology',
  tags: ['rivers', 'ranking'],
  compatible_data_source_ids: [1],
};
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const ROWS = {
  organization_id: 1,
  name: 'Each region its own rows',
  description: '',
  data_source_id: 1,
  applies_when: 'principal.roles.contains("viewer")',
  rules: [
    {
      kind: 'rows',
      schema: 'hydrology',
      relation: 'rivers',
      where: { column: 'continent', operator: 'in', values: { attribute: 'own.regions' } },
    },
  ],
};
const POLICY = {
  organization_id: 1,
  name: 'Restricted workspaces',
  description: 'Only from a trusted device.',
  text: 'forbid (principal, action, resource is Workspace) when { resource.labels.contains("restricted") } unless { context.deviceTrusted };',
  examples: [
    {
      name: 'A trusted device',
      expected: 'allowed',
      action: 'workspace.read',
      resource: { type: 'Workspace', labels: ['restricted'] },
      principal: { roles: ['viewer'] },
      context: { deviceTrusted: true },
    },
  ],
};

/** Readers of the document copy from its examples, so somewhere an answer must be like each, in every member. */
describe('answers are as the document shows them', () => {
  let app: TestApp;
  let token: string;
  let contract: ApiContract;
  beforeAll(async () => {
    app = await startTestApp();
    contract = new ApiContract(readApiDocument());
    token = (await logIn(app.http, 'olivia')).accessToken;
  });
  let faults: string[];
  beforeEach(() => {
    faults = [];
    app.clock.advance({ minutes: 1 });
  });
  afterAll(() => app.close());

  const send = async (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> => {
    const answer = await app.http.send(method, `/api/v1${path}`, body, { token, headers });
    expect([method, path, answer.status < 300 || answer.text]).toEqual([method, path, true]);
    return answer;
  };
  const shown = async (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    compared(method, `/api/v1${path}`, await send(method, path, body, headers));
  const shownTo = async (bearer: string, method: string, path: string): Promise<Answer> =>
    compared(method, path, await app.http.send(method, path, undefined, { token: bearer }));
  const compared = (method: string, path: string, answer: Answer): Answer => {
    const { status, headers: sent, text } = answer;
    const observed = { method, path, status, headers: sent, text };
    const unlike = status < 300 ? contract.unlikeExample(observed) : [text];
    if (unlike === undefined || unlike.length > 0) faults.push(`${method} ${path} ${status}: ${unlike?.join('; ')}`);
    return answer;
  };

  it('of templates', async () => {
    const { body: made } = await send('POST', '/prompt-templates', TEMPLATE);
    const path = `/prompt-templates/${made.data.id}`;
    await send('PUT', `${path}/icon`, PICTURE, { 'Content-Type': 'image/svg+xml' });
    app.clock.advance({ minutes: 1 });
    await shown('POST', `${path}/publish`, { message: 'Ask for kilometres.' });
    await shown('GET', path);
    await shown('GET', '/prompt-templates?search=by length');
    await shown('GET', `${path}/versions/1`);
    await shown('GET', `/prompt-templates/export?organization_id=1&ids=${made.data.id}`);
    await shown('PUT', `${path}/icon`, PICTURE, { 'Content-Type': 'image/svg+xml' });
    await shown('DELETE', `${path}/icon`);
    await shown('POST', `${path}/versions/1/restore`);
    await shown('POST', `${path}/archive`);
    expect(faults).toEqual([]);
  });

  it('of data policies', async () => {
    await send('POST', '/data-sources/1/discover-schema');
    await send('PUT', `/organizations/1/members/${await userIdOf(app, 'vera')}/attributes`, { attributes: { regions: ['Europe'] } });
    const { body } = await shown('POST', '/sso/abac/data-policies', ROWS);
    const path = `/sso/abac/data-policies/${body.data.data_policy.id}`;
    await shown('POST', `${path}/activate`, undefined, { 'If-Match': '"1"' });
    await shown('GET', path);
    await shown('GET', '/sso/abac/data-policies?organization_id=1');
    const { organization_id: _, ...changed } = ROWS;
    await shown('PUT', path, { ...changed, name: 'Each region' }, { 'If-Match': '"2"' });
    await shown('POST', `${path}/disable`, undefined, { 'If-Match': '"3"' });
    expect(faults).toEqual([]);
  });

  it('of workspaces', async () => {
    await send('PUT', '/workspaces/1', { settings: { allow_public_access: false, custom_settings: { theme: 'dark' } } });
    await shown('GET', '/workspaces/1/settings');
    expect(faults).toEqual([]);
  });

  it('of sessions', async () => {
    const administrator = (await logIn(app.http, 'sysadmin')).accessToken;
    const users = `/api/v1/users/${await userIdOf(app, 'sysadmin')}/sessions`;
    await shownTo(administrator, 'GET', users);
    expect(faults).toEqual([]);
  });

  it('of keys, tokens and exports', async () => {
    const adam = (await logIn(app.http, 'adam')).accessToken;
    const key = { name: 'Claude Desktop', organization_id: 1, scopes: ['schema.read', 'query.run'] };
    const { body } = await app.http.post('/api/v1/access-keys', key, { token: adam });
    await app.http.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { token: body.data.access_key.token });
    await shown('GET', '/organizations/1/access-keys');
    await send('POST', '/organizations/1/export');
    await app.app.get(MakeExports, { strict: false }).execute();
    await shown('GET', '/organizations/1/export');
    await send('POST', '/data-sources/1/saved-questions', {
      title: 'Longest rivers of Europe',
      description: 'For the yearly report.',
      question: 'Which are the longest rivers of Europe?',
      sql: 'SELECT name, length_km FROM hydrology.rivers ORDER BY length_km DESC LIMIT 10',
      chart: { shape: 'bar', along: 'name', measures: ['length_km'], split: null },
    });
    await shown('GET', '/saved-questions');
    expect(faults).toEqual([]);
  });

  it('of access policies', async () => {
    const { text, examples } = POLICY;
    const { body } = await send('POST', '/sso/abac/policies', POLICY);
    const path = `/sso/abac/policies/${body.data.policy.id}`;
    await send('PUT', '/workspaces/1', { labels: ['restricted'] });
    await send('POST', `${path}/versions/1/activate`, undefined, { 'If-Match': '"1"' });
    const adam = (await logIn(app.http, 'adam')).accessToken;
    expect((await app.http.get('/api/v1/workspaces/1', { token: adam })).status).toBe(403);
    await shown('GET', path);
    await shown('POST', `${path}/versions`, { text, examples }, { 'If-Match': '"2"' });
    await shown('POST', `${path}/versions/2/activate`, undefined, { 'If-Match': '"3"' });
    expect(faults).toEqual([]);
  });
});
