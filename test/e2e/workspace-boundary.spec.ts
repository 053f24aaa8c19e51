import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WorkspaceReach } from '../../src/organizations/adapters/answers/workspace-reach.js';
import { ALL_PERMISSIONS } from '../../src/shared/permission.js';
import { readApiDocument } from '../setup/api-contract.js';
import { accessMatrix, withColons } from '../support/access-matrix.js';
import { mcpClient } from '../support/mcp-client.js';
import { column, plant, table } from '../support/planted-schema.js';
import { putInForce } from '../support/policies.js';
import { bodyTemplate, headersFor, requestFor } from '../support/route-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;

/** A workspace, and what one can hold. */
const HELD = ['workspace', 'template', 'data_source', 'execution', 'conversation', 'pair', 'term', 'question', 'board'];

/** What belongs to people, to organizations, or to a thing that stands before it in the path. */
const NOT_HELD = [
  ...[
    'access_key',
    'agent',
    'agent_client',
    'secret',
    'device',
    'factor',
    'session',
    'identity',
    'user',
    'org',
    'organization',
    'role',
    'invitation',
    'request',
    'webhook',
  ],
  ...['connection', 'test', 'key', 'domain', 'token', 'policy', 'decision', 'data_policy', 'record', 'discovery'],
];

/** Every route that is about a workspace, or about one thing that a workspace can hold. */
const ROUTES = [...accessMatrix().keys()].filter((route) => new RegExp(`:(${HELD.join('|')})_id\\b`).test(route));

const HELD_ID = new RegExp(`^(compatible_)?(${HELD.join('|')})_ids?$`);

type Member = readonly [route: string, member: string];

/** Every member of a body that names a workspace, or a thing that one can hold. */
const MEMBERS: readonly Member[] = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    membersOf(requestBody?.content['application/json']?.['schema']).map((member): Member => [
      `${method.toUpperCase()} ${withColons(path)}`,
      member,
    ]),
  ),
);

interface BodySchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly allOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
}

function membersOf(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema as BodySchema;
  if ($ref !== undefined) return membersOf(readApiDocument().components.schemas[$ref.split('/').at(-1) ?? ''], path);
  const own = Object.entries(properties).flatMap(([name, member]) =>
    HELD_ID.test(name) ? [`${path}${name}`] : membersOf(member, `${path}${name}.`),
  );
  return [...new Set([...own, ...membersOf(items, path), ...[allOf, anyOf, oneOf].flat().flatMap((one) => membersOf(one, path))])];
}

/** Nothing answers there: what asks a model has found all that it names. */
const MODEL = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'none' };

const GROUP = '0b1c8a52-6f0e-4a53-9c8e-0d6a4c7d7f11';

/** Bodies with whole entries: without its other members, an entry is refused before anyone asks for what it names. */
const WHOLE: Readonly<Record<string, object>> = {
  'PUT /api/v1/organizations/:org_id/scim-mapping': { mappings: [{ group_id: GROUP, role_id: '$viewer' }] },
  'PUT /api/v1/sso/connections/:connection_id/group-mapping': { mappings: [{ group: 'Analysts', role_id: '$viewer' }] },
  'POST /api/v1/organizations/:org_id/invitations': { email: 'named@elsewhere.example', workspace_id: 0, role_id: '$viewer' },
};

/** The body of the route with an id in this member. */
function naming([route, member]: Member, id: number): object {
  const body = structuredClone(WHOLE[route] ?? bodyTemplate(route) ?? {}) as Record<string, unknown>;
  if ('name' in body) body['name'] = `${route} ${member}`;
  const [name = '', inner] = member.split('.');
  const own = inner ?? name;
  const value = own.endsWith('_ids') ? [id] : id;
  const [first = {}] = [body[name]].flat() as object[];
  body[name] = inner === undefined ? value : [{ ...first, [own]: value }];
  return body;
}

describe('What a workspace holds', () => {
  let app: TestApp;
  let ids: Record<string, number>;
  /** What bodies that name one of `ids` are sent to, and name besides. */
  let open: Record<string, number>;
  const people: Record<string, { token: string; userId: number }> = {};

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', ...MODEL } });
    for (const name of ['olivia', 'adam', 'vera', 'nora', 'oscar']) {
      const { accessToken, userId } = await logIn(app.http, name);
      people[name] = { token: accessToken, userId: Number(userId) };
    }
    // An editor of the organization.
    await app.dataSource.query(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT 1, $1, id, now(), now() FROM roles WHERE organization_id = 1 AND name = 'editor'`,
      [people['nora']?.userId],
    );
    // All that a role can give, but for managing workspaces.
    await app.dataSource.query(
      `WITH made AS (INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Almost', false, $2) RETURNING id)
       INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT 1, $1, id, now(), now() FROM made`,
      [people['oscar']?.userId, ALL_PERMISSIONS.filter((one) => one !== 'workspace.delete')],
    );
    await joinNextDoor();
    ids = await planted();
    open = await opened();
  });
  afterAll(() => app.close());

  const roleId = async (name: string): Promise<number> =>
    (await app.dataSource.query('SELECT id FROM roles WHERE organization_id = 1 AND name = $1', [name]))[0].id;

  const insert = async (sql: string, values: unknown[] = []): Promise<number> =>
    (await app.dataSource.query(`${sql} RETURNING id`, values))[0].id;

  /** Each has the role of an owner in another private workspace. */
  async function joinNextDoor(): Promise<void> {
    const next = await insert(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT 1, 'Next door', id, now(), now() FROM roles WHERE organization_id = 1 AND name = 'viewer'`,
    );
    await app.dataSource.query(
      `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
       SELECT $1, 1, unnest($2::int[]), id, now() FROM roles WHERE organization_id = 1 AND name = 'owner'`,
      [next, ['vera', 'nora', 'oscar'].map((name) => people[name]?.userId)],
    );
  }

  /** A private workspace with one thing of each kind, which belong to vera, a viewer of the organization. */
  async function planted(): Promise<Record<string, number>> {
    const vera = people['vera']?.userId;
    const workspace_id = await insert(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT 1, 'Basin', id, now(), now() FROM roles WHERE organization_id = 1 AND name = 'viewer'`,
    );
    const template_id = await insert(
      `INSERT INTO prompt_templates (organization_id, workspace_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       VALUES (1, $1, 'Basin', '', 'Which rivers?', '[]', 'general', '{}', '{}', 'draft', false, $2, now(), now())`,
      [workspace_id, vera],
    );
    const data_source_id = await insert(
      `INSERT INTO data_sources (organization_id, workspace_id, name, engine, connection, created_at, updated_at)
       VALUES (1, $1, 'Basin', 'sqlite', '{"file": "basin.db"}', now(), now())`,
      [workspace_id],
    );
    const knowledge = (kind: string) =>
      insert(
        `INSERT INTO knowledge (organization_id, data_source_id, kind, name, sql, state, version, changed_by, created_at, changed_at)
         VALUES (1, $1, $2, 'Basin', 'SELECT 1', 'valid', 1, $3, now(), now())`,
        [data_source_id, kind, vera],
      );
    const question_id = await insert(
      `INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by, created_at, changed_at)
       VALUES (1, $1, 'Basin', '', 'SELECT 1', 1, $2, $2, now(), now())`,
      [data_source_id, vera],
    );
    const board_id = await insert(
      `INSERT INTO boards (organization_id, name, version, created_by, changed_by, created_at, changed_at)
       VALUES (1, 'Basin', 1, $1, $1, now(), now())`,
      // Authors see their boards, whatever is on them.
      [people['olivia']?.userId],
    );
    await app.dataSource.query('INSERT INTO board_questions (board_id, question_id, position) VALUES ($1, $2, 1)', [board_id, question_id]);
    return {
      workspace_id,
      template_id,
      data_source_id,
      execution_id: await insert(
        `INSERT INTO query_executions (organization_id, user_id, data_source_id, outcome, sql, started_at, heartbeat_at)
         VALUES (1, $2, $1, 'generated', 'SELECT 1', now(), now())`,
        [data_source_id, vera],
      ),
      conversation_id: await insert(
        `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
         VALUES (1, $2, $1, 'Basin', now(), now())`,
        [data_source_id, vera],
      ),
      pair_id: await knowledge('verified_pair'),
      term_id: await knowledge('glossary_term'),
      question_id,
      board_id,
    };
  }

  /** A template and a policy that belong to the organization itself, and a group of its directory. */
  async function opened(): Promise<Record<string, number>> {
    await app.dataSource.query(
      `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
       VALUES ($1, 1, 'Group', 'hydrology', '{"displayName": "Hydrology"}', '{}', 1, now(), now())`,
      [GROUP],
    );
    const template = { organization_id: 1, name: 'Open', template_text: 'Which rivers?' };
    const { id: template_id } = (await send('olivia', 'POST', '/api/v1/prompt-templates', template)).body.data;
    const policy = { organization_id: 1, name: 'Open', rules: [{ kind: 'tag', tag: 'email', effect: 'null' }] };
    const { data_policy } = (await send('olivia', 'POST', '/api/v1/sso/abac/data-policies', policy)).body.data;
    for (const source of [1, ids['data_source_id'] ?? 0])
      await plant(app.dataSource, source, [{ name: 'main', relations: [table('main', 'one', [column('id')])] }]);
    const connection_id = await insert(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES (1, 'Open', 'oidc', 'draft', 'https://idp.example', '{}', now(), now())`,
    );
    const things = { template_id, data_policy_id: data_policy.id, connection_id };
    return { ...things, user_id: people['vera']?.userId ?? 0, viewer: await roleId('viewer') };
  }

  const send = (who: string, method: string, path: string, body?: object) =>
    app.http.send(method, path, body, { token: people[who]?.token ?? '' });

  const call = async (route: string, who: string, of: Record<string, number>) => {
    const { method, path, body, headers } = requestFor(route, of);
    const answer = await app.http.send(method, path, body, { token: people[who]?.token ?? '', headers });
    return { status: answer.status, code: answer.body.code, message: answer.body.message };
  };

  const idOf = ([, name]: Member): number => {
    const kind = name
      .split('.')
      .at(-1)
      ?.replace(/^compatible_/, '')
      .replace(/_ids$/, '_id');
    return ids[kind ?? ''] ?? 0;
  };

  /** About things of the organization itself, which everyone here sees. */
  const sendNaming = async (who: string, member: Member, named: number) => {
    const [route] = member;
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, one: string) => String(open[one] ?? 1));
    const body = JSON.stringify(naming(member, named)).replaceAll(/"\$(\w+)"/g, (_, one: string) => String(open[one] ?? 1));
    return app.http.send(method, path, body, { token: people[who]?.token ?? '', headers: headersFor(route) });
  };

  /** All rows that the routes could change. */
  const rows = async () =>
    JSON.stringify(
      await Promise.all(
        [
          'workspaces',
          'workspace_members',
          'prompt_templates',
          'data_sources',
          'query_executions',
          'conversations',
          'knowledge',
          'saved_questions',
          'boards',
          'board_questions',
        ].map((table) => app.dataSource.query(`SELECT t.* FROM ${table} t ORDER BY 1, 2`)),
      ),
    );

  it('is asked for by many routes', () => {
    expect(ROUTES.length).toBeGreaterThan(60);
    expect(MEMBERS.length).toBeGreaterThan(9);
    const named = [...accessMatrix().keys()].flatMap((route) => [...route.matchAll(/:(\w+)_id\b/g)].map(([, name = '']) => name));
    // Say of a new kind of thing whether a workspace can hold it.
    expect([...new Set(named)].filter((name) => !HELD.includes(name) && !NOT_HELD.includes(name))).toEqual([]);
  });

  describe('is not there for members of the organization who are not in the workspace', () => {
    it.each(ROUTES)('%s', async (route) => {
      const before = await rows();
      const missing = Object.fromEntries(Object.keys(ids).map((name) => [name, MISSING]));
      for (const who of ['vera', 'nora', 'oscar']) {
        const expected = await call(route, who, missing);
        expect([403, 404]).toContain(expected.status);
        expect(await call(route, who, ids)).toEqual(expected);
      }
      expect(await rows()).toBe(before);
    });

    it.each(MEMBERS)('where the body of %s names it as %s', async (...member) => {
      const id = idOf(member);
      const answered = async (who: string, named: number) => {
        const { status, body } = await sendNaming(who, member, named);
        const { code, message, details } = body;
        return [status, code, JSON.stringify([message, details]).replaceAll(new RegExp(`\\b${named}\\b`, 'g'), 'the id')];
      };
      const before = await rows();
      for (const who of ['vera', 'nora', 'oscar']) expect([who, await answered(who, id)]).toEqual([who, await answered(who, MISSING)]);
      expect(await rows()).toBe(before);
    });

    it('in lists and searches', async () => {
      for (const who of ['vera', 'nora', 'oscar'])
        for (const path of [
          ...['/api/v1/data-sources?limit=100', '/api/v1/data-sources?organization_id=1&search=basin', '/api/v1/conversations'],
          ...['/api/v1/prompt-templates?limit=100', '/api/v1/organizations/1/workspaces', '/api/v1/me'],
          ...(who !== 'vera' ? ['/api/v1/saved-questions', '/api/v1/saved-questions?search=basin', '/api/v1/boards'] : []),
        ]) {
          const { status, body } = await send(who, 'GET', path);
          expect([path, status, JSON.stringify(body).includes('Basin')]).toEqual([path, 200, false]);
        }
    });
  });

  it('is in no list while it is made, moved or deleted', async () => {
    // The lists have asked what they may read, and then it is moved there.
    const none = { workspacesOf: [], workspaceIds: [], own: [], refused: [] };
    const late = jest
      .spyOn(app.app.get(WorkspaceReach, { strict: false }), 'reach')
      .mockImplementation(async (_caller, _permission, kind, whole) => ({ ...none, kind, whole }));
    for (const who of ['vera', 'nora', 'oscar'])
      for (const path of [
        '/api/v1/data-sources?limit=100',
        '/api/v1/prompt-templates?limit=100',
        '/api/v1/prompt-templates/export?organization_id=1',
      ])
        expect([path, JSON.stringify((await send(who, 'GET', path)).body).includes('Basin')]).toEqual([path, false]);
    expect(JSON.stringify((await send('adam', 'GET', '/api/v1/data-sources?limit=100')).body)).toContain('Basin');
    late.mockRestore();
  });

  const namesSeen = async (who: string, path: string): Promise<string[]> => {
    const { data } = (await send(who, 'GET', path)).body;
    return (data.data_sources ?? data.prompt_templates).map(({ name }: { name: string }) => name);
  };
  const SOURCES = '/api/v1/data-sources?organization_id=1&limit=100';
  const put = (who: string, settings: object) => send(who, 'PUT', `/api/v1/workspaces/${ids['workspace_id']}`, { settings });

  it('is not there for a key that a person outside of it gives to an AI client', async () => {
    const body = { name: 'Outside', organization_id: 1, scopes: ['schema.read', 'query.run', 'template.read'] };
    const { token } = (await send('nora', 'POST', '/api/v1/access-keys', body)).body.data.access_key;
    const { call, client } = await mcpClient(app.url, token);
    const seen = await Promise.all([call('list_data_sources'), call('list_prompt_templates')]);
    expect(seen.map(({ isError, data }) => [isError, JSON.stringify(data).includes('Basin')])).toEqual([
      [false, false],
      [false, false],
    ]);
    for (const id of [ids['data_source_id'], MISSING])
      for (const [tool, more] of [
        ['schema', {}],
        ['search_schema', {}],
        ['read_table', { schema_name: 'public', table: 'rivers' }],
        ['list_glossary_terms', {}],
        ['list_verified_pairs', {}],
        ['query', { sql: 'SELECT 1' }],
      ] as const)
        expect((await call(tool, { data_source_id: id, ...more })).data).toMatchObject({
          code: 'NOT_FOUND',
          message: 'Data source not found.',
        });
    await client.close();
  });

  it('is listed alone for people who see it, and for others as if there were no such workspace', async () => {
    for (const list of ['/api/v1/data-sources?', '/api/v1/data-sources?organization_id=1&', '/api/v1/prompt-templates?'])
      for (const [who, workspace, names] of [
        ['adam', ids['workspace_id'], ['Basin']],
        ['adam', MISSING, []],
        ['nora', ids['workspace_id'], []],
        ['nora', MISSING, []],
      ] as const) {
        const { status, body } = await send(who, 'GET', `${list}workspace_id=${workspace}`);
        const found = (body.data.data_sources ?? body.data.prompt_templates).map(({ name }: { name: string }) => name);
        expect([list, who, workspace, status, found, body.data.pagination.total]).toEqual([list, who, workspace, 200, names, names.length]);
      }
    for (const wrong of ['0', 'null', 'Basin'])
      expect((await send('adam', 'GET', `/api/v1/data-sources?workspace_id=${wrong}`)).body.details).toMatchObject([
        { field: 'workspace_id' },
      ]);
  });

  it('is there for who manages workspaces', async () => {
    for (const who of ['olivia', 'adam']) {
      expect((await send(who, 'GET', `/api/v1/data-sources/${ids['data_source_id']}`)).body.data.data_source.workspace_id).toBe(
        ids['workspace_id'],
      );
      expect(await namesSeen(who, SOURCES)).toContain('Basin');
      expect(await namesSeen(who, '/api/v1/prompt-templates?organization_id=1&limit=100')).toContain('Basin');
    }
  });

  it('is there for its members by their role in it, whatever their role in the organization gives', async () => {
    const { role } = (await send('olivia', 'POST', '/api/v1/organizations/1/roles', { name: 'Guest', permissions: ['organization.read'] }))
      .body.data;
    const members = `/api/v1/workspaces/${ids['workspace_id']}/members`;
    const { userId } = people['vera'] ?? { userId: 0 };
    await app.dataSource.query('UPDATE organization_members SET role_id = $1 WHERE organization_id = 1 AND user_id = $2', [
      role.id,
      userId,
    ]);
    expect(await namesSeen('vera', SOURCES)).toEqual([]);
    const editor = await roleId('editor');
    expect((await send('adam', 'POST', members, { user_id: userId, role_id: editor })).status).toBe(201);
    // Who writes templates in a workspace alone sees their text filled in.
    const text = { organization_id: 1, template_text: 'Which?' };
    expect((await send('vera', 'POST', '/api/v1/prompt-templates/render', text)).status).toBe(200);
    for (const path of [SOURCES, '/api/v1/data-sources', '/api/v1/prompt-templates?organization_id=1'])
      expect(await namesSeen('vera', path)).toEqual(['Basin']);
    expect(
      (await send('vera', 'GET', '/api/v1/organizations/1/workspaces')).body.data.workspaces.map(({ name }: { name: string }) => name),
    ).toContain('Basin');
    expect((await send('vera', 'GET', '/api/v1/conversations')).body.data.conversations).toHaveLength(1);
    for (const route of [
      'GET /api/v1/verified-pairs/:pair_id',
      'GET /api/v1/glossary-terms/:term_id',
      'GET /api/v1/saved-questions/:question_id',
      'GET /api/v1/boards/:board_id',
      'GET /api/v1/query-executions/:execution_id',
    ])
      expect([route, (await call(route, 'vera', ids)).status]).toEqual([route, 200]);
    expect((await send('vera', 'GET', '/api/v1/data-sources/1')).status).toBe(403);
    // By a key, too, as long as they are a member of it.
    const made = await send('vera', 'POST', '/api/v1/access-keys', { organization_id: 1, name: 'Editor', scopes: ['schema.read'] });
    expect(made.status).toBe(201);
    const { client, call: callTool } = await mcpClient(app.url, made.body.data.access_key.token);
    const seenByKey = async () => (await callTool('list_data_sources')).data['data_sources'];
    expect(await seenByKey()).toMatchObject([{ name: 'Basin' }]);
    // Not by the role of an editor in the organization.
    expect((await send('nora', 'GET', `/api/v1/data-sources/${ids['data_source_id']}`)).status).toBe(404);
    expect((await send('adam', 'DELETE', `${members}/${userId}`)).status).toBe(200);
    expect(await namesSeen('vera', '/api/v1/data-sources')).toEqual([]);
    expect(await seenByKey()).toEqual([]);
    await client.close();
    await app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer')
        WHERE organization_id = 1 AND user_id = $1`,
      [userId],
    );
  });

  it('of a public workspace is there for every member of the organization, as for a viewer', async () => {
    expect((await put('adam', { allow_public_access: true })).status).toBe(200);
    const source = `/api/v1/data-sources/${ids['data_source_id']}`;
    for (const who of ['vera', 'nora']) {
      expect((await send(who, 'GET', source)).status).toBe(200);
      expect(await namesSeen(who, SOURCES)).toContain('Basin');
      // An editor of the organization is a viewer here.
      expect((await send(who, 'POST', `${source}/query`, { sql: 'SELECT 1' })).status).toBe(403);
      expect((await send(who, 'PATCH', source, { name: 'Taken' })).status).toBe(403);
      expect(await namesSeen(who, '/api/v1/prompt-templates?organization_id=1&limit=100')).not.toContain('Basin');
    }
    await put('adam', { allow_public_access: false });
    expect((await send('nora', 'GET', source)).status).toBe(404);
  });

  it('is answered about as the doors decide', async () => {
    for (const who of ['olivia', 'adam', 'vera', 'nora']) {
      const found = await send('adam', 'POST', '/access/v1/search/resource?organization_id=1', {
        subject: { type: 'user', id: String(people[who]?.userId) },
        action: { name: 'data_source.read' },
        resource: { type: 'data_source' },
      });
      const listed = (await send(who, 'GET', SOURCES)).body.data.data_sources.map(({ id }: { id: number }) => String(id));
      expect([who, found.body.results.map(({ id }: { id: string }) => id)]).toEqual([who, listed]);
    }
  });

  it('is within reach of policies that name the workspace', async () => {
    const forbid = `forbid(principal, action == Action::"data_source.read", resource in Workspace::"${ids['workspace_id']}");`;
    const made = await send('olivia', 'POST', '/api/v1/sso/abac/policies', {
      organization_id: 1,
      name: 'The basin is closed',
      text: forbid,
    });
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    const active = `/api/v1/sso/abac/policies/${made.body.data.policy.id}/versions/1/activate`;
    expect((await app.http.post(active, undefined, { token: people['olivia']?.token ?? '', headers })).status).toBe(200);
    expect((await send('olivia', 'GET', `/api/v1/data-sources/${ids['data_source_id']}`)).body.code).toBe('POLICY_REFUSED');
    expect((await send('olivia', 'GET', '/api/v1/data-sources/1')).status).toBe(200);
    expect(await namesSeen('olivia', SOURCES)).not.toContain('Basin');
    // Who moves it out would lift the policy.
    await putInForce(app, 1, { 'The basin is closed': forbid.replace('data_source.read', 'query.run') });
    const move = { workspace_id: null };
    expect((await send('adam', 'PATCH', `/api/v1/data-sources/${ids['data_source_id']}`, move)).status).toBe(403);
    await putInForce(app, 1, {});
  });

  it('moves with the permission on both sides', async () => {
    const source = (
      await send('adam', 'POST', '/api/v1/data-sources', {
        organization_id: 1,
        name: 'Moving',
        engine: 'sqlite',
        connection: { file: 'm.db' },
      })
    ).body.data.data_source;
    expect(source.workspace_id).toBeNull();
    const path = `/api/v1/data-sources/${source.id}`;
    expect((await send('adam', 'PATCH', path, { workspace_id: MISSING })).status).toBe(404);
    expect((await send('nora', 'PATCH', path, { workspace_id: ids['workspace_id'] })).status).toBe(403);
    expect((await send('adam', 'PATCH', path, { workspace_id: ids['workspace_id'] })).body.data.data_source.workspace_id).toBe(
      ids['workspace_id'],
    );
    expect((await send('nora', 'GET', path)).status).toBe(404);
    expect((await send('adam', 'PATCH', path, { workspace_id: null })).body.data.data_source.workspace_id).toBeNull();
    expect((await send('nora', 'GET', path)).status).toBe(200);
    const given = { organization_id: 1, name: 'Mine', template_text: 'Which?' };
    // An editor of the organization writes no template into a workspace that they do not see.
    expect((await send('nora', 'POST', '/api/v1/prompt-templates', { ...given, workspace_id: ids['workspace_id'] })).status).toBe(404);
    const template = (await send('nora', 'POST', '/api/v1/prompt-templates', given)).body.data;
    const whole = {
      ...given,
      description: '',
      parameters: [],
      category: 'general',
      tags: [],
      compatible_data_source_ids: [],
      is_public: false,
    };
    const { organization_id: _, ...body } = whole;
    const at = `/api/v1/prompt-templates/${template.id}`;
    expect((await send('nora', 'PUT', at, { ...body, workspace_id: ids['workspace_id'] })).status).toBe(404);
    const publish = () =>
      app.http.post(`${at}/publish`, { message: 'First' }, { token: people['nora']?.token ?? '', headers: { 'Idempotency-Key': 'moved' } });
    expect((await publish()).status).toBe(200);
    expect((await send('adam', 'PUT', at, { ...body, is_public: true, workspace_id: ids['workspace_id'] })).status).toBe(400);
    expect((await send('adam', 'PUT', at, { ...body, workspace_id: ids['workspace_id'] })).body.data.workspace_id).toBe(
      ids['workspace_id'],
    );
    expect((await send('adam', 'PUT', at, body)).body.data.workspace_id).toBe(ids['workspace_id']);
    for (const answer of [await send('nora', 'GET', at), await publish()])
      expect([answer.status, answer.body.message]).toEqual([404, 'Prompt template not found.']);
  });

  it('is given to others by those alone who hold it there', async () => {
    const members = `/api/v1/workspaces/${ids['workspace_id']}/members`;
    const oscar = people['oscar']?.userId;
    const invitations = '/api/v1/organizations/1/invitations';
    const invited = (email: string, role: number) => ({ email, workspace_id: ids['workspace_id'], role_id: role });
    const guest = (await send('adam', 'POST', invitations, invited('guest@elsewhere.example', await roleId('editor')))).body.data
      .invitation;
    const acts = ['POST', 'DELETE'].map((method) => [method, method === 'POST' ? '/resend' : ''] as const);
    for (const [method, act] of acts)
      expect((await send('oscar', method, `${invitations}/${guest.id}${act}`)).body).toMatchObject({
        code: 'NOT_FOUND',
        message: 'Invitation not found.',
      });
    // All permissions in the organization, and those of a viewer in the workspace.
    expect((await send('adam', 'POST', members, { user_id: oscar, role_id: await roleId('viewer') })).status).toBe(201);
    expect((await send('oscar', 'POST', `${invitations}/${guest.id}/resend`)).body.code).toBe('FORBIDDEN');
    expect((await send('oscar', 'POST', invitations, invited('more@elsewhere.example', await roleId('editor')))).body.code).toBe(
      'FORBIDDEN',
    );
    expect((await send('oscar', 'POST', invitations, invited('like@elsewhere.example', await roleId('viewer')))).status).toBe(201);
    expect((await send('adam', 'DELETE', `${members}/${oscar}`)).status).toBe(200);
    // Who sees nothing but the workspace itself gives themselves no more of it by opening it to all.
    const role = await insert(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Doorkeeper', false, '{workspace.read}')`,
    );
    expect((await send('adam', 'POST', members, { user_id: oscar, role_id: role })).status).toBe(201);
    expect((await put('oscar', { allow_public_access: true })).body.code).toBe('FORBIDDEN');
    expect((await put('oscar', { custom_settings: { river: 'Basin' } })).status).toBe(200);
    expect((await send('adam', 'DELETE', `${members}/${oscar}`)).status).toBe(200);
  });

  it('may be named by templates of the organization, which ask nothing of it for others', async () => {
    const hidden = ids['data_source_id'];
    const given = { organization_id: 1, name: 'Named', template_text: 'Which rivers?', compatible_data_source_ids: [hidden] };
    const { id } = (await send('adam', 'POST', '/api/v1/prompt-templates', given)).body.data;
    const at = `/api/v1/prompt-templates/${id}`;
    const { organization_id: _, ...kept } = { ...given, description: '', parameters: [], category: 'general', tags: [], is_public: false };
    // Another writer keeps what it says, and adds nothing that they do not see.
    expect((await send('nora', 'PUT', at, { ...kept, description: 'Kept' })).status).toBe(200);
    expect((await send('nora', 'POST', `${at}/publish`, {})).status).toBe(200);
    const missing = (await send('adam', 'POST', '/api/v1/prompt-templates', { ...given, name: 'Gone', compatible_data_source_ids: [] }))
      .body.data;
    await app.dataSource.query('UPDATE prompt_templates SET compatible_data_source_ids = $2 WHERE id = $1', [missing.id, [MISSING]]);
    const asked = async (template: number, body: object, named: number) => {
      const { status, body: answer } = await send('nora', 'POST', `/api/v1/prompt-templates/${template}/execute`, body);
      return [
        status,
        answer.code,
        JSON.stringify([answer.message, answer.details]).replaceAll(new RegExp(`\\b${named}\\b`, 'g'), 'the id'),
      ];
    };
    for (const body of [{}, { data_source_id: 1 }])
      expect(await asked(id, { parameters: {}, ...body }, hidden ?? 0)).toEqual(
        await asked(missing.id, { parameters: {}, ...body }, MISSING),
      );
    expect((await send('nora', 'POST', `${at}/execute`, { parameters: {}, data_source_id: hidden })).status).toBe(404);
    expect(JSON.stringify((await send('nora', 'GET', '/api/v1/prompt-templates/export?organization_id=1')).body)).not.toContain('Basin');
  });

  it('stays under data policies that name it, but for those who may write policies', async () => {
    const made = await send('adam', 'POST', '/api/v1/sso/abac/data-policies', {
      organization_id: 1,
      name: 'Basin',
      applies_when: `resource in Workspace::"${ids['workspace_id']}"`,
      rules: [{ kind: 'tag', tag: 'email', effect: 'null' }],
    });
    await app.dataSource.query(`UPDATE data_policies SET status = 'active' WHERE id = $1`, [made.body.data.data_policy.id]);
    await app.dataSource.query('INSERT INTO data_policy_epochs (organization_id, epoch) VALUES (1, 1) ON CONFLICT DO NOTHING');
    const source = `/api/v1/data-sources/${ids['data_source_id']}`;
    expect((await send('adam', 'PATCH', source, { workspace_id: null })).status).toBe(403);
    expect((await send('olivia', 'PATCH', source, { workspace_id: null })).status).toBe(200);
    expect((await send('olivia', 'PATCH', source, { workspace_id: ids['workspace_id'] })).status).toBe(200);
    await app.dataSource.query('DELETE FROM data_policies');
  });

  it('keeps the workspace from being deleted', async () => {
    const answer = await send('adam', 'DELETE', `/api/v1/workspaces/${ids['workspace_id']}`);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'CONFLICT',
      'The workspace holds data sources or prompt templates. Move them elsewhere or delete them first.',
    ]);
  });

  it('is of an editor who makes the workspace, in their own role', async () => {
    const { workspace } = (await send('nora', 'POST', '/api/v1/organizations/1/workspaces', { name: 'Delta' })).body.data;
    const { members } = (await send('nora', 'GET', `/api/v1/workspaces/${workspace.id}/members`)).body.data;
    expect(members).toMatchObject([{ role: { name: 'editor' } }]);
    expect((await send('vera', 'GET', `/api/v1/workspaces/${workspace.id}`)).status).toBe(404);
  });

  // Last, for it changes what the others count.
  describe('is taken by its id from people who see it, in the same bodies', () => {
    beforeAll(async () => {
      const policy = { organization_id: 1, name: 'Open again', rules: [{ kind: 'tag', tag: 'email', effect: 'null' }] };
      const { data_policy } = (await send('olivia', 'POST', '/api/v1/sso/abac/data-policies', policy)).body.data;
      const conversation_id = await insert(
        `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
         VALUES (1, $1, 1, 'Open', now(), now())`,
        [people['olivia']?.userId],
      );
      open = { ...open, data_policy_id: data_policy.id, conversation_id };
    });

    it.each(MEMBERS)('where the body of %s names it as %s', async (...member) => {
      // A conversation belongs to its person alone.
      const id = member[1] === 'conversation_id' ? (open['conversation_id'] ?? 0) : idOf(member);
      const { status, body, text } = await sendNaming('olivia', member, id);
      expect(status < 300 || body.code === 'MODEL_FAILED' ? [] : [status, text]).toEqual([]);
    });
  });
});
