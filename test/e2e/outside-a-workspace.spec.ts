import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_PERMISSIONS } from '../../src/shared/permission.js';
import { readApiDocument } from '../setup/api-contract.js';
import { accessMatrix, permissionsOf, withColons } from '../support/access-matrix.js';
import { type Scene, sceneOfAccess } from '../support/access-scene.js';
import { Mailbox } from '../support/mailbox.js';
import { bodyFor, requestFor } from '../support/route-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Every route that tells something and changes nothing. */
const READS = [...accessMatrix().keys()].filter((route) =>
  /^(GET|POST \S+\/(search\/\w+|evaluations?|validate|simulate|preview)$)/.test(route),
);

/** About one organization, or all of the caller. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/prompt-templates/export': ['?organization_id=1'],
  'GET /api/v1/sso/abac/decisions': ['?organization_id=1'],
  'GET /api/v1/sso/abac/policies': ['', '?organization_id=1'],
  'GET /api/v1/sso/abac/data-policies': ['?organization_id=1'],
  'GET /api/v1/data-sources': ['', '?organization_id=1&search=basin', '?failing=true'],
  'GET /api/v1/prompt-templates': ['', '?organization_id=1&search=basin'],
  'GET /api/v1/saved-questions': ['', '?search=basin'],
  'GET /api/v1/organizations/:org_id/members': ['', '?search=mia'],
};

const GROUP = '0b1c8a52-6f0e-4a53-9c8e-0d6a4c7d7f11';

/** Rights over the whole organization, as the page for administrators names them. */
const OF_THE_WHOLE = [
  ...(/^(.+) are about the whole organization/m.exec(readFileSync('docs/roles.md', 'utf8'))?.[1] ?? '').matchAll(/`([a-z._]+)`/g),
].map(([, permission]) => permission);

/** What tells of a workspace to people outside of it all the same. */
const TOLD_OUTSIDE: readonly string[] = [
  'GET /api/v1/organizations/:org_id/audit-events',
  'GET /api/v1/organizations/:org_id/audit-events/actions',
  'GET /api/v1/organizations/:org_id/audit-events/export',
  'GET /api/v1/organizations/:org_id/audit-events/verify',
  'GET /api/v1/organizations/:org_id/remembered-data',
  'GET /api/v1/organizations/:org_id/scim-groups',
  'GET /api/v1/organizations/:org_id/scim-mapping',
  'GET /api/v1/sso/abac/data-policies?organization_id=1',
  'GET /api/v1/sso/abac/policies',
  'GET /api/v1/sso/abac/policies?organization_id=1',
  'GET /api/v1/sso/connections/:connection_id/group-mapping',
];

describe('What people outside of a private workspace are told', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let scene: Scene;
  const tokens: Record<string, string> = {};
  const people: Record<string, number> = {};
  /** A viewer, and a person with everything but the right to manage workspaces; they belong to no private workspace. */
  const OUTSIDERS = ['vera', 'oscar'] as const;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000000' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    await app.dataSource.query(
      `WITH made AS (INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Almost', true, $1) RETURNING id)
       INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT 1, u.id, made.id, now(), now() FROM users u, made WHERE u.username = 'oscar'`,
      [ALL_PERMISSIONS.filter((one) => one !== 'workspace.delete')],
    );
    const setScene = await sceneOfAccess(app);
    scene = { ...(await setScene()), workspace_id: 1 };
    await app.dataSource.query(
      `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
       VALUES ($1, 1, 'Group', 'hydrology', '{"displayName": "Hydrology"}', '{}', 1, now(), now())`,
      [GROUP],
    );
    for (const name of ['olivia', 'mia', ...OUTSIDERS]) {
      const { accessToken, userId } = await logIn(app.http, name);
      tokens[name] = accessToken;
      people[name] = userId;
    }
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const send = async (who: string, method: string, path: string, body?: object | string, headers = {}) =>
    app.http.send(method, path, body, { token: tokens[who], headers });
  const done = async (...request: Parameters<typeof send>) => {
    const { status, text, body } = await send(...request);
    expect([request[1], request[2], status < 300 ? '' : text]).toEqual([request[1], request[2], '']);
    return body.data;
  };
  const insert = async (sql: string, values: unknown[]): Promise<number> =>
    (await app.dataSource.query(`${sql} RETURNING id`, values))[0].id;

  /** What each of them is told by each route. */
  const told = async (): Promise<ReadonlyMap<string, string>> => {
    const answers = new Map<string, string>();
    for (const who of OUTSIDERS)
      for (const route of READS) {
        const { method, path, headers } = requestFor(route, scene);
        for (const query of QUERIES[route] ?? ['']) {
          const { status, text } = await send(who, method, `${path}${query}`, bodyFor(route, scene), headers);
          answers.set(`${who}: ${route}${query}`, `${status} ${text.replaceAll(/"request_id":"[^"]+"/g, '')}`);
        }
      }
    return answers;
  };

  const changed = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
    [...after].filter(([route, text]) => before.get(route) !== text).map(([route]) => route);

  /** By hand where people can, so that all is written of it that is written of things. */
  const fill = async (): Promise<void> => {
    const viewer = scene['viewer'];
    const { workspace } = await done('olivia', 'POST', '/api/v1/organizations/1/workspaces', { name: 'Basin' });
    const workspace_id = workspace.id;
    await done('olivia', 'PUT', `/api/v1/workspaces/${workspace_id}`, { name: 'Basin', labels: ['basin'] });
    await done('olivia', 'POST', `/api/v1/workspaces/${workspace_id}/members`, { user_id: people['mia'] });
    await done('olivia', 'POST', '/api/v1/organizations/1/invitations', {
      email: 'basin@elsewhere.example',
      workspace_id,
      role_id: viewer,
    });
    const connection = { file: 'basin.db' };
    const source = { organization_id: 1, workspace_id, name: 'Basin', engine: 'sqlite', connection, labels: ['basin'] };
    const { data_source } = await done('olivia', 'POST', '/api/v1/data-sources', source);
    await app.dataSource.query('UPDATE data_sources SET failing_since = now() WHERE id = $1', [data_source.id]);
    const gone = { ...source, name: 'Basin that is gone', connection: { file: 'gone.db' } };
    const { id } = (await done('olivia', 'POST', '/api/v1/data-sources', gone)).data_source;
    await done('olivia', 'DELETE', `/api/v1/data-sources/${id}`);
    await done('olivia', 'POST', '/api/v1/prompt-templates', { organization_id: 1, workspace_id, name: 'Basin', template_text: 'Which?' });
    const rule = { rules: [{ kind: 'tag', tag: 'email', effect: 'null' }] };
    await done('olivia', 'POST', '/api/v1/sso/abac/data-policies', {
      organization_id: 1,
      data_source_id: data_source.id,
      name: 'Basin',
      ...rule,
    });
    const text = `forbid(principal, action, resource in Workspace::"${workspace_id}");`;
    await done('olivia', 'POST', '/api/v1/sso/abac/policies', { organization_id: 1, name: 'Basin', text });
    const mapping = { mappings: [{ group_id: GROUP, role_id: viewer, workspace_id }] };
    await done('olivia', 'PUT', '/api/v1/organizations/1/scim-mapping', mapping, { 'If-Match': '"0"' });
    const claimed = { mappings: [{ group: 'Basin', role_id: viewer, workspace_id }] };
    await done('olivia', 'PUT', `/api/v1/sso/connections/${scene['connection_id']}/group-mapping`, claimed, { 'If-Match': '"0"' });
    await knowledge(data_source.id);
  };

  const knowledge = async (source: number): Promise<void> => {
    const values = [source, people['mia']];
    for (const kind of ['verified_pair', 'glossary_term'])
      await insert(
        `INSERT INTO knowledge (organization_id, data_source_id, kind, name, sql, state, version, changed_by, created_at, changed_at)
         VALUES (1, $1, $3, 'Basin', 'SELECT 1', 'valid', 1, $2, now(), now())`,
        [...values, kind],
      );
    const question = await insert(
      `INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by, created_at, changed_at)
       VALUES (1, $1, 'Basin', '', 'SELECT 1', 1, $2, $2, now(), now())`,
      values,
    );
    const board = await insert(
      `INSERT INTO boards (organization_id, name, version, created_by, changed_by, created_at, changed_at)
       VALUES (1, 'Basin', 1, $1, $1, now(), now())`,
      [people['mia']],
    );
    await app.dataSource.query('INSERT INTO board_questions (board_id, question_id, position) VALUES ($1, $2, 1)', [board, question]);
    await insert(
      `INSERT INTO query_executions (organization_id, user_id, data_source_id, outcome, sql, started_at, heartbeat_at)
       VALUES (1, $2, $1, 'generated', 'SELECT 1', now(), now())`,
      values,
    );
    await insert(
      `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
       VALUES (1, $2, $1, 'Basin', now(), now())`,
      values,
    );
  };

  it('is the same before and after it is filled, names, ids and counts alike, but where a right is about the whole organization', async () => {
    // Some answers are made when they are first asked for.
    await told();
    const before = await told();
    await fill();
    const after = await told();
    const routes = (of: readonly string[]) => [...new Set(of.map((one) => one.slice(one.indexOf(' ') + 1)))].sort();
    expect(routes(changed(before, after))).toEqual(TOLD_OUTSIDE);
    const mails = (await mailbox.arrived(app)).filter(({ text = '' }) => text.includes('Basin'));
    expect(mails.map(({ to }) => to?.map(({ address }) => address))).toEqual([['basin@elsewhere.example']]);
  });

  it('is told to those alone who hold a right that the docs name as one over the whole organization', () => {
    const operations = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${withColons(path)}`, operation })),
    );
    const needed = operations.filter(({ route }) => TOLD_OUTSIDE.some((one) => one.split('?')[0] === route));
    const rights = needed.map(({ operation }) => permissionsOf(operation).filter((one) => OF_THE_WHOLE.includes(one)));
    expect(rights.map((some) => some.length)).toEqual(needed.map(() => 1));
    expect([...new Set(rights.flat())].sort()).toEqual([...OF_THE_WHOLE].sort());
  });
});
