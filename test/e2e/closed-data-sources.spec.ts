import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import type { Answer } from '../support/http-client.js';
import { makeFile } from '../support/make-file.js';
import { mcpClient } from '../support/mcp-client.js';
import { templateBody } from '../support/prompt-templates.js';
import { ScriptedModel } from '../support/scripted-model.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const SOURCE = '/api/v1/data-sources/{data_source_id}';
const POLICY = { rules: [{ kind: 'tag', tag: 'pay', effect: 'null' }] };
const PAIR = { question: 'Who is there?', sql: 'SELECT name FROM staff' };
const TERM = { name: 'Staff', definition: 'People.', synonyms: [], expression: null };
const TAG = { schema: 'main', relation: 'staff', column: 'salary' };
const SAMPLED = { schema_name: 'main', table_name: 'staff', column_name: 'name', sampled: true };

/**
 * `closed`: refused to all. `judges`: only people with `abac.grant` get in, to know what they open and to write policies before; with
 * what they are answered then. `told`: it shows nothing of the data.
 */
const DOORS: Readonly<Record<string, readonly ['closed'] | readonly ['judges' | 'told', number]>> = {
  [`GET ${SOURCE}`]: ['told', 200],
  [`PATCH ${SOURCE}`]: ['told', 200],
  [`DELETE ${SOURCE}`]: ['told', 200],
  [`POST ${SOURCE}/test`]: ['told', 200],
  [`POST ${SOURCE}/open`]: ['told', 200],
  [`POST ${SOURCE}/discover-schema`]: ['judges', 200],
  [`GET ${SOURCE}/discoveries/{discovery_id}`]: ['judges', 200],
  [`DELETE ${SOURCE}/discoveries/{discovery_id}`]: ['judges', 409],
  [`GET ${SOURCE}/schema`]: ['judges', 200],
  [`GET ${SOURCE}/schema/context`]: ['judges', 200],
  [`GET ${SOURCE}/schema/diagram`]: ['judges', 200],
  [`GET ${SOURCE}/schema/diff`]: ['judges', 200],
  [`GET ${SOURCE}/schema/export`]: ['judges', 200],
  [`GET ${SOURCE}/schema/snapshots`]: ['judges', 200],
  [`GET ${SOURCE}/sampled-columns`]: ['judges', 200],
  [`PUT ${SOURCE}/sampled-columns`]: ['closed'],
  [`GET ${SOURCE}/tags`]: ['judges', 200],
  [`PUT ${SOURCE}/tags`]: ['judges', 200],
  [`GET ${SOURCE}/tags/suggestions`]: ['judges', 200],
  [`POST ${SOURCE}/tags/review`]: ['judges', 200],
  [`GET ${SOURCE}/members/{user_id}/preview`]: ['judges', 200],
  [`POST ${SOURCE}/members/{user_id}/preview`]: ['judges', 200],
  [`POST ${SOURCE}/query`]: ['closed'],
  [`POST ${SOURCE}/query/validate`]: ['closed'],
  [`GET ${SOURCE}/query-executions`]: ['judges', 200],
  [`POST ${SOURCE}/ask`]: ['closed'],
  [`GET ${SOURCE}/verified-pairs`]: ['closed'],
  [`POST ${SOURCE}/verified-pairs`]: ['closed'],
  [`POST ${SOURCE}/saved-questions`]: ['closed'],
  [`GET ${SOURCE}/glossary-terms`]: ['closed'],
  [`POST ${SOURCE}/glossary-terms`]: ['closed'],
  'POST /api/v1/prompt-templates/{template_id}/execute': ['closed'],
  'POST /api/v1/sso/abac/data-policies': ['judges', 201],
  'POST /api/v1/sso/abac/data-policies/validate': ['judges', 200],
  'PUT /api/v1/sso/abac/data-policies/{data_policy_id}': ['judges', 200],
};

const BODIES: Readonly<Record<string, object>> = {
  [`PATCH ${SOURCE}`]: { name: 'Renamed' },
  [`PUT ${SOURCE}/sampled-columns`]: SAMPLED,
  [`PUT ${SOURCE}/tags`]: { ...TAG, tag: 'pay', state: 'set' },
  [`POST ${SOURCE}/tags/review`]: { schema: 'main', relation: 'staff', columns: ['salary'] },
  [`POST ${SOURCE}/members/{user_id}/preview`]: POLICY,
  [`POST ${SOURCE}/query`]: { sql: 'SELECT salary FROM staff' },
  [`POST ${SOURCE}/query/validate`]: { sql: 'SELECT salary FROM staff' },
  [`POST ${SOURCE}/ask`]: { question: 'What do they earn?' },
  [`POST ${SOURCE}/verified-pairs`]: PAIR,
  [`POST ${SOURCE}/glossary-terms`]: TERM,
  [`POST ${SOURCE}/saved-questions`]: { title: 'Pay', sql: 'SELECT salary FROM staff' },
};

/** Of the MCP endpoint, by name. Its keys publish no policies, so that no person gets in by one. */
const TOOLS: Readonly<Record<string, object | null>> = {
  list_data_sources: null,
  schema: {},
  search_schema: {},
  read_table: { schema_name: 'main', table: 'staff' },
  list_glossary_terms: {},
  list_verified_pairs: {},
  query: { sql: 'SELECT salary FROM staff' },
  ask: { question: 'What do they earn?' },
  list_prompt_templates: null,
  render_prompt_template: null,
  execute_prompt_template: {},
};

describe('a closed data source', () => {
  let app: TestApp;
  let directory: string;
  let model: ScriptedModel;
  let olivia: LoggedIn, adam: LoggedIn, sysadmin: LoggedIn;
  let id: number, template: number, discovery: number, vera: number, policy: number;

  const send = (who: LoggedIn, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.http.send(method, path, body, { token: who.accessToken, headers });
  const setting = (who: LoggedIn, new_data_sources: string) =>
    send(who, 'PATCH', '/api/v1/organizations/1', { settings: { new_data_sources } });
  const outcome = ({ status, body }: Answer): unknown[] => (status < 300 ? [status] : [status, body.code]);
  const registered = async (name: string): Promise<Answer> => {
    const source = { organization_id: 1, name, engine: 'sqlite', connection: { file: 'staff.db' } };
    return send(adam, 'POST', '/api/v1/data-sources', source);
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'closed-'));
    mkdirSync(join(directory, '1'));
    const table = `CREATE TABLE staff (name text, salary int); INSERT INTO staff VALUES ('Ada', 4711)`;
    for (const file of ['staff.db', 'other.db']) makeFile('sqlite', join(directory, '1', file), table);
    model = await ScriptedModel.start();
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory, ...model.environment } });
    [olivia, adam, sysadmin] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam'), await logIn(app.http, 'sysadmin')];
    const made = (await send(olivia, 'POST', '/api/v1/prompt-templates', templateBody())).body.data;
    template = made.id;
    expect((await send(olivia, 'POST', `/api/v1/prompt-templates/${template}/publish`)).status).toBe(200);
    [{ id: vera }] = await app.dataSource.query(`SELECT id FROM users WHERE username = 'vera'`);
  });
  afterAll(async () => {
    await app.close();
    await model.stop();
    rmSync(directory, { recursive: true });
  });

  it('is decided on for new ones by people with abac.grant alone', async () => {
    expect(outcome(await setting(adam, 'closed'))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await setting(sysadmin, 'closed'))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await setting(olivia, 'closed'))).toEqual([200]);
    expect(outcome(await setting(adam, 'open'))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await setting(sysadmin, 'open'))).toEqual([403, 'FORBIDDEN']);
    const { settings } = (await send(adam, 'GET', '/api/v1/organizations/1/settings')).body.data;
    expect(settings.new_data_sources).toBe('closed');
    // What it is already, everyone may say who may change settings.
    expect(outcome(await setting(adam, 'closed'))).toEqual([200]);
    expect(outcome(await setting(olivia, 'shut'))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is every new one then, and one that is pointed elsewhere', async () => {
    const { data_source: made } = (await registered('Staff')).body.data;
    expect(made).toMatchObject({ state: 'closed', closed_because: 'new' });
    ({ id } = made);
    const listed = (await send(adam, 'GET', '/api/v1/data-sources?search=Staff')).body.data.data_sources;
    expect(listed).toEqual([expect.objectContaining({ id, state: 'closed' })]);
    const opened = await send(olivia, 'POST', `/api/v1/data-sources/${id}/open`);
    expect(opened.body.data).toMatchObject({ data_source: { state: 'open', closed_because: null }, same_data: [] });
    const led = await send(adam, 'PATCH', `/api/v1/data-sources/${id}`, { connection: { file: 'other.db' } });
    expect(led.body.data.data_source).toMatchObject({ state: 'closed', closed_because: 'new' });
    const back = await send(olivia, 'PATCH', `/api/v1/data-sources/${id}`, { connection: { file: 'staff.db' } });
    expect(back.body.data.data_source).toMatchObject({ state: 'closed' });
  });

  it('is opened neither without abac.grant, nor by a system administrator, nor from elsewhere', async () => {
    expect(outcome(await send(adam, 'POST', `/api/v1/data-sources/${id}/open`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(sysadmin, 'POST', `/api/v1/data-sources/${id}/open`))).toEqual([403, 'FORBIDDEN']);
    const oscar = await logIn(app.http, 'oscar');
    expect(outcome(await send(oscar, 'POST', `/api/v1/data-sources/${id}/open`))).toEqual([404, 'NOT_FOUND']);
  });

  it('has a row here for each door to a data source', () => {
    const { paths, components } = readApiDocument();
    const schemaAt = (body: unknown): string => {
      const text = JSON.stringify(body ?? null);
      const [, name] = /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text) ?? [];
      return name === undefined ? text : JSON.stringify(components.schemas[name]);
    };
    const doors = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody }]) =>
        path.includes('{data_source_id}') || schemaAt(requestBody).includes('"data_source_id"') ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    expect(doors.toSorted()).toEqual(Object.keys(DOORS).toSorted());
  });

  it('shows nothing at any door, but to people with abac.grant the schema', async () => {
    expect((await send(olivia, 'POST', `/api/v1/data-sources/${id}/discover-schema`)).status).toBe(200);
    const draft = { organization_id: 1, data_source_id: id, name: 'Kept', ...POLICY };
    policy = (await send(olivia, 'POST', '/api/v1/sso/abac/data-policies', draft)).body.data.data_policy.id;
    [{ id: discovery }] = await app.dataSource.query('SELECT max(id) AS id FROM schema_discoveries WHERE data_source_id = $1', [id]);
    const last = [`POST ${SOURCE}/open`, `DELETE ${SOURCE}`];
    const found: Record<string, unknown> = {};
    for (const door of [...Object.keys(DOORS).filter((one) => !last.includes(one)), ...last]) {
      const [method = '', path = ''] = door.split(' ');
      const named = path.replace('{data_source_id}', String(id)).replace('{discovery_id}', String(discovery));
      const place = named
        .replace('{user_id}', String(vera))
        .replace('{template_id}', String(template))
        .replace('{data_policy_id}', String(policy));
      const headers: Record<string, string> = path.includes('{data_policy_id}') ? { 'If-Match': '"1"' } : {};
      const body = path.includes('abac')
        ? {
            ...(method === 'POST' && { organization_id: 1 }),
            data_source_id: id,
            ...(!path.endsWith('validate') && { name: method === 'PUT' ? 'Kept' : 'New' }),
            ...POLICY,
          }
        : path.includes('execute')
          ? { data_source_id: id, parameters: { continent: 'Europe' } }
          : BODIES[door];
      const refused = await send(adam, method, place, body, headers);
      const admitted = await send(olivia, method, place, body, headers);
      const isClosed = ({ body }: Answer): boolean => body?.code === 'DATA_SOURCE_CLOSED';
      found[door] = isClosed(admitted)
        ? ['closed']
        : [isClosed(refused) ? 'judges' : 'told', door === `DELETE ${SOURCE}` ? refused.status : admitted.status];
      expect([door, isClosed(refused) || !isClosed(admitted)]).toEqual([door, true]);
      if (isClosed(admitted)) expect([door, isClosed(refused)]).toEqual([door, true]);
    }
    expect(found).toEqual(DOORS);
    expect(model.asked).toEqual([]);
  });

  it('shows no schema to a system administrator who is merely a viewer, and does to one who is an owner', async () => {
    ({ id } = (await registered('Staff of viewers')).body.data.data_source);
    expect((await send(olivia, 'POST', `/api/v1/data-sources/${id}/discover-schema`)).status).toBe(200);
    const hold = (role: string) =>
      app.dataSource.query(
        `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
         SELECT 1, u.id, r.id, now(), now() FROM users u, roles r
          WHERE u.username = 'sysadmin' AND r.name = $1 AND r.organization_id = 1
             ON CONFLICT (organization_id, user_id) DO UPDATE SET role_id = excluded.role_id`,
        [role],
      );
    const reads = Object.entries(DOORS).flatMap(([door, [kind]]) => {
      const isRead = kind === 'judges' && door.startsWith('GET ') && !/discovery_id|user_id/.test(door);
      return isRead ? [door.slice('GET '.length).replace('{data_source_id}', String(id))] : [];
    });
    const outcomes = async () => Promise.all(reads.map(async (path) => [path, ...outcome(await send(sysadmin, 'GET', path))]));
    await hold('viewer');
    // Some of them take more than a viewer has.
    const refused = await outcomes();
    const codes = refused.map(([, , code]) => code);
    expect(codes.filter((code) => code !== 'DATA_SOURCE_CLOSED' && code !== 'FORBIDDEN')).toEqual([]);
    expect(refused).toContainEqual([`/api/v1/data-sources/${id}/schema`, 403, 'DATA_SOURCE_CLOSED']);
    expect(outcome(await send(sysadmin, 'POST', `/api/v1/data-sources/${id}/open`))).toEqual([403, 'FORBIDDEN']);
    await hold('owner');
    expect(await outcomes()).toEqual(reads.map((path) => [path, 200]));
    await app.dataSource.query(`DELETE FROM organization_members WHERE user_id = (SELECT id FROM users WHERE username = 'sysadmin')`);
  });

  it('shows nothing to an AI client either', async () => {
    ({ id } = (await registered('Staff again')).body.data.data_source);
    const scopes = ['schema.read', 'query.run', 'ask', 'template.read', 'template.execute'];
    const body = { name: 'Client', organization_id: 1, scopes };
    const { token } = (await send(olivia, 'POST', '/api/v1/access-keys', body)).body.data.access_key;
    const { tools, call } = await mcpClient(app.url, token);
    expect(await tools()).toEqual(Object.keys(TOOLS));
    for (const [tool, input] of Object.entries(TOOLS)) {
      if (input === null) continue;
      const more = tool.includes('template') ? { template_id: template, parameters: { continent: 'Europe' } } : {};
      const { isError, data } = await call(tool, { data_source_id: id, ...input, ...more });
      expect([tool, isError, data['code']]).toEqual([tool, true, 'DATA_SOURCE_CLOSED']);
    }
    const { data } = await call('list_data_sources');
    expect(data['data_sources']).toContainEqual(expect.objectContaining({ id, closed: true }));
  });

  it('is open as before where the organization wants it so', async () => {
    expect(outcome(await setting(olivia, 'open'))).toEqual([200]);
    expect((await registered('Open')).body.data.data_source).toMatchObject({ state: 'open' });
  });
});
