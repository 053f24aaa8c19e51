import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliverEvents } from '../../src/audit/application/deliver-events.js';
import { MakeExports } from '../../src/evidence/application/make-exports.js';
import { connectAgent } from '../support/agents.js';
import { seal } from '../support/audit.js';
import { Reader } from '../support/as-shown.js';
import { userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { TestReceiver } from '../support/webhook-receiver.js';

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
  let receiver: TestReceiver;
  let reader: Reader;
  beforeAll(async () => {
    receiver = await TestReceiver.start();
    app = await startTestApp({ environment: { WEBHOOK_NETWORKS: 'loopback' } });
    reader = new Reader(app, (await logIn(app.http, 'olivia')).accessToken);
  });
  beforeEach(() => app.clock.advance({ minutes: 1 }));
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  it('of templates', async () => {
    const { body: made } = await reader.send('POST', '/api/v1/prompt-templates', TEMPLATE);
    const path = `/api/v1/prompt-templates/${made.data.id}`;
    await reader.send('PUT', `${path}/icon`, PICTURE, { headers: { 'Content-Type': 'image/svg+xml' } });
    app.clock.advance({ minutes: 1 });
    await reader.shown('POST', `${path}/publish`, { message: 'Ask for kilometres.' });
    await reader.shown('GET', path);
    await reader.shown('GET', '/api/v1/prompt-templates?search=by length');
    await reader.shown('GET', `${path}/versions/1`);
    await reader.shown('GET', `/api/v1/prompt-templates/export?organization_id=1&ids=${made.data.id}`);
    await reader.shown('PUT', `${path}/icon`, PICTURE, { headers: { 'Content-Type': 'image/svg+xml' } });
    await reader.shown('DELETE', `${path}/icon`);
    await reader.shown('POST', `${path}/versions/1/restore`);
    await reader.shown('POST', `${path}/archive`);
    expect(reader.unlike()).toEqual([]);
  });

  it('of data policies', async () => {
    await reader.send('POST', '/api/v1/data-sources/1/discover-schema');
    await reader.send('PUT', `/api/v1/organizations/1/members/${await userIdOf(app, 'vera')}/attributes`, {
      attributes: { regions: ['Europe'] },
    });
    const { body } = await reader.shown('POST', '/api/v1/sso/abac/data-policies', ROWS);
    const path = `/api/v1/sso/abac/data-policies/${body.data.data_policy.id}`;
    await reader.shown('POST', `${path}/activate`, undefined, { headers: { 'If-Match': '"1"' } });
    await reader.shown('GET', path);
    await reader.shown('GET', '/api/v1/sso/abac/data-policies?organization_id=1');
    const { organization_id: _, ...changed } = ROWS;
    await reader.shown('PUT', path, { ...changed, name: 'Each region' }, { headers: { 'If-Match': '"2"' } });
    await reader.shown('POST', `${path}/disable`, undefined, { headers: { 'If-Match': '"3"' } });
    expect(reader.unlike()).toEqual([]);
  });

  it('of workspaces', async () => {
    await reader.send('PUT', '/api/v1/workspaces/1', { settings: { allow_public_access: false, custom_settings: { theme: 'dark' } } });
    await reader.shown('GET', '/api/v1/workspaces/1/settings');
    expect(reader.unlike()).toEqual([]);
  });

  it('of sessions', async () => {
    const administrator = (await logIn(app.http, 'sysadmin')).accessToken;
    const users = `/api/v1/users/${await userIdOf(app, 'sysadmin')}/sessions`;
    await reader.shown('GET', users, undefined, { token: administrator });
    expect(reader.unlike()).toEqual([]);
  });

  it('of keys, tokens and exports', async () => {
    const adam = (await logIn(app.http, 'adam')).accessToken;
    const key = { name: 'Claude Desktop', organization_id: 1, scopes: ['schema.read', 'query.run'] };
    const { body } = await app.http.post('/api/v1/access-keys', key, { token: adam });
    await app.http.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { token: body.data.access_key.token });
    await reader.shown('GET', '/api/v1/organizations/1/access-keys');
    await reader.send('POST', '/api/v1/organizations/1/export');
    await app.app.get(MakeExports, { strict: false }).execute();
    await reader.shown('GET', '/api/v1/organizations/1/export');
    await reader.send('POST', '/api/v1/data-sources/1/saved-questions', {
      title: 'Longest rivers of Europe',
      description: 'For the yearly report.',
      question: 'Which are the longest rivers of Europe?',
      sql: 'SELECT name, length_km FROM hydrology.rivers ORDER BY length_km DESC LIMIT 10',
      chart: { shape: 'bar', along: 'name', measures: ['length_km'], split: null },
    });
    await reader.shown('GET', '/api/v1/saved-questions');
    expect(reader.unlike()).toEqual([]);
  });

  it('of access policies', async () => {
    const { text, examples, organization_id } = POLICY;
    await reader.send('PUT', '/api/v1/workspaces/1', { labels: ['restricted'] });
    await reader.shown('POST', '/api/v1/sso/abac/policies/validate', { organization_id, text, examples });
    const { body: watched } = await reader.send('POST', '/api/v1/sso/abac/policies', { ...POLICY, name: 'Restricted, as a trial' });
    await reader.shown('POST', `/api/v1/sso/abac/policies/${watched.data.policy.id}/versions/1/shadow`, undefined, {
      headers: { 'If-Match': '"1"' },
    });
    const { body } = await reader.send('POST', '/api/v1/sso/abac/policies', POLICY);
    const path = `/api/v1/sso/abac/policies/${body.data.policy.id}`;
    await reader.send('POST', `${path}/versions/1/activate`, undefined, { headers: { 'If-Match': '"1"' } });
    const adam = (await logIn(app.http, 'adam')).accessToken;
    expect((await app.http.get('/api/v1/workspaces/1', { token: adam })).status).toBe(403);
    await reader.shown('GET', path);
    await reader.shown('POST', `${path}/versions`, { text, examples }, { headers: { 'If-Match': '"2"' } });
    await reader.shown('POST', `${path}/versions/2/activate`, undefined, { headers: { 'If-Match': '"3"' } });
    expect(reader.unlike()).toEqual([]);
  });

  it('of AI clients', async () => {
    const adam = (await logIn(app.http, 'adam')).accessToken;
    const { access_token: token } = await connectAgent(app, adam, { scopes: ['schema.read', 'query.run'] });
    app.clock.advance({ minutes: 25 });
    await app.http.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { token });
    await reader.shown('GET', '/api/v1/agents', undefined, { token: adam });
    await reader.shown('GET', '/api/v1/organizations/1/agents');
    expect(reader.unlike()).toEqual([]);
  });

  it('of the trail', async () => {
    const administrator = (await logIn(app.http, 'sysadmin')).accessToken;
    await reader.send('POST', '/api/v1/organizations/1/webhooks', {
      name: 'SIEM',
      url: receiver.url,
      actions: ['member.*', 'role.updated'],
    });
    const { body } = await reader.send('POST', '/api/v1/organizations/1/roles', { name: 'Analyst', permissions: ['query.run'] });
    const { id } = body.data.role;
    app.clock.advance({ minutes: 1 });
    await reader.send(
      'PUT',
      `/api/v1/roles/${id}`,
      { name: 'Analyst', permissions: ['query.run', 'template.read'] },
      { headers: { 'If-Match': '"1"' } },
    );
    await seal(app);
    await app.app.get(DeliverEvents, { strict: false }).execute();
    await reader.shown('GET', '/api/v1/organizations/1/webhooks');
    await reader.shown('GET', '/api/v1/audit-events?action=role.updated', undefined, { token: administrator });
    await reader.shown('GET', '/api/v1/organizations/1/audit-events?action=role.updated');
    const question = { kind: 'give_role', email: 'ines@delta.example', role_id: 1, reason: 'The new head of analytics; ticket 4711.' };
    await reader.send('POST', '/api/v1/organizations/1/access-requests', question, { token: administrator });
    await reader.shown('GET', '/api/v1/organizations/1/access-requests');
    expect(reader.unlike()).toEqual([]);
  });
});
