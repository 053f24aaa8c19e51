import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_PERMISSIONS, isAdministrative } from '../../src/shared/permission.js';
import { readApiDocument } from '../setup/api-contract.js';
import { connectAgent } from '../support/agents.js';
import { mcpClient } from '../support/mcp-client.js';
import { putInForce } from '../support/policies.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { type Turn, proposing, saying } from '../support/scripted-model.js';
import { type LoggedIn, logIn } from '../support/test-app.js';

const CELL = 'Volga';
/** Of the rows that the statement reads; policies below hide the first. */
const CELLS = [CELL, 'Danube'];
const SQL = `SELECT name FROM hydro.rivers WHERE length_km > 2000`;
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));

/** What a door answers: `refused` by a policy, or all of its text. */
type Answered = string;

interface Door {
  /** The operation of the API document, or `mcp` and the tool. */
  readonly door: string;
  readonly as: string;
  /** `left out`: the rest of the answer stays. `judged`: it tells of a statement what running it would tell. */
  readonly shows: 'rows' | 'left out' | 'judged';
  readonly open: () => Promise<Answered>;
}

/** No row is read there. Whatever is added to the API or to the tools needs a line here, or a door above. */
const WITHOUT_ROWS: readonly RegExp[] = [
  /^(live|ready|metrics)/,
  // Accounts, organizations and what administers them.
  / (\/api\/auth|\/api\/rivers|\/scim\/v2|\/access\/v1|\/\.well-known|\/health|\/metrics|\/icons)/,
  / \/api\/v1\/(access-keys|agents|agent-requests|audit-events|devices|invitations|me|mfa|organizations|permissions|roles|sessions|sso|users|workspaces)(\/|$)/,
  // Texts that people have written.
  / \/api\/v1\/prompt-templates(?!\/\{template_id\}\/execute)/,
  / \/api\/v1\/(verified-pairs|glossary-terms)\/\{\w+\}\/versions$/,
  /^(GET|DELETE) \/api\/v1\/(verified-pairs|glossary-terms)\/\{\w+\}$/,
  /^GET .*\/(verified-pairs|glossary-terms)$/,
  /^(GET|PATCH|DELETE) \/api\/v1\/saved-questions(\/\{question_id\})?$/,
  /^POST .*\/saved-questions$/,
  // They name questions and run none.
  / \/api\/v1\/boards(\/\{board_id\})?$/,
  // What was asked, not what was answered.
  /^(GET|DELETE) \/api\/v1\/(conversations|query-executions)/,
  /^GET .*\/data-sources\/\{data_source_id\}\/query-executions$/,
  // The source itself, and the names and types of its schema.
  / \/api\/v1\/data-sources(\/test|\/\{data_source_id\}(\/test|\/open|\/discover-schema|\/discoveries\/\{\w+\})?)?$/,
  /\/schema(\/snapshots|\/diff|\/diagram|\/export)?$/,
  /\/data-sources\/\{data_source_id\}\/(tags|members)/,
  /^mcp (list_data_sources|search_schema|list_glossary_terms|list_verified_pairs|list_prompt_templates|render_prompt_template)$/,
];

const OFFICE_HOURS = /Office hours, in UTC: `([^`]+)`/.exec(readFileSync('docs/policies.md', 'utf8'))?.[1] ?? '';

/** By name; each closes every door. */
const FORBIDS = {
  'query.run': 'forbid(principal, action == Action::"query.run", resource);',
  'the set of acts': 'forbid(principal, action in Action::"reading rows", resource);',
  'everything on a source': 'forbid(principal, action in Action::"everything on a source", resource is DataSource);',
  'the office hours of the docs': OFFICE_HOURS,
} as const;

describe('the doors to rows of a data source', () => {
  let scene: ExecutionScene;
  let template = 0;
  let execution = 0;
  let pair = 0;
  let term = 0;
  let saved = 0;
  /** Of a key for everything, and of one for templates alone. */
  let key = '';
  let narrow = '';
  const users = {} as Record<'olivia' | 'vera', LoggedIn>;
  let tools: readonly string[] = [];
  /** Sessions do not live as long. */
  const waitFor = async (hour: number): Promise<void> => {
    scene.app.clock.advance({ hours: (hour - scene.app.clock.now().getUTCHours() + 24) % 24 });
    for (const name of ['olivia', 'vera'] as const) users[name] = await logIn(scene.app.http, name);
  };

  beforeAll(async () => {
    scene = await ExecutionScene.set({ RATE_LIMIT_MULTIPLIER: '1000000' });
    await waitFor(12);
    template = await scene.template({}, users.olivia);
    const { olivia } = users;
    await send(olivia, 'PUT', `${source()}/sampled-columns`, SAMPLED);
    await send(olivia, 'POST', `${source()}/discover-schema?refresh=true`);
    const question = { title: 'Rivers', sql: SQL };
    saved = (await send(olivia, 'POST', `${source()}/saved-questions`, question)).body.data.saved_question.id;
    pair = (await send(olivia, 'POST', `${source()}/verified-pairs`, { question: 'Q?', sql: SQL })).body.data.verified_pair.id;
    term = (await send(olivia, 'POST', `${source()}/glossary-terms`, TERM)).body.data.glossary_term.id;
    scene.model.play(proposing(SQL));
    execution = (await scene.execute(template, { run: false }, olivia)).body.data.execution_id;
    scene.model.play(proposing(SQL));
    await keyed(olivia, 'kept');
    const scopes = ['schema.read', 'query.run', 'ask', 'template.read', 'template.execute'];
    const made = { name: 'All', organization_id: 1, scopes };
    key = (await send(olivia, 'POST', '/api/v1/access-keys', made)).body.data.access_key.token;
    narrow = (await send(olivia, 'POST', '/api/v1/access-keys', { ...made, name: 'One', scopes: ['template.execute'] })).body.data
      .access_key.token;
    const listing = await mcpClient(scene.app.url, key);
    tools = await listing.tools();
    await listing.client.close();
  });
  beforeEach(() => scene.app.dataSource.query('DELETE FROM token_spending'));
  afterAll(() => scene.end());

  const SAMPLED = { schema_name: 'hydro', table_name: 'rivers', column_name: 'name', sampled: true };
  const TERM = { name: 'Great', definition: 'Long.', synonyms: [], expression: null };
  const source = () => `/api/v1/data-sources/${scene.sourceId}`;
  const send = (who: LoggedIn, method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    scene.app.http.send(method, path, body, { token: who.accessToken, headers });
  const told = async (
    who: 'olivia' | 'vera',
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answered> => {
    const answer = await send(users[who], method, path, body, headers);
    return answer.body?.code === 'POLICY_REFUSED' ? 'refused' : `${answer.status} ${answer.text}`;
  };
  const keyed = (who: LoggedIn, name: string) => scene.execute(template, { run: true }, who, { 'Idempotency-Key': name });
  const playing = (...turns: Turn[]) => scene.model.play(...turns);
  const executed = async (who: 'olivia' | 'vera', headers = {}): Promise<Answered> => {
    playing(proposing(SQL));
    const { status, body, text } = await scene.execute(template, { run: true }, users[who], headers);
    return body?.code === 'POLICY_REFUSED' ? 'refused' : `${status} ${text}`;
  };
  const called = async (tool: string, input: Record<string, unknown>, by = key): Promise<Answered> => {
    const { client, call } = await mcpClient(scene.app.url, by);
    const { isError, data } = await call(tool, input);
    await client.close();
    const text = JSON.stringify(data);
    return isError && text.includes('access policy') ? 'refused' : `${isError ? 'error' : 'done'} ${text}`;
  };
  const question = { question: 'Which is the longest river?' };
  const ask = async (headers = {}): Promise<Answered> => {
    playing(proposing(SQL), SUMMARY);
    return told('olivia', 'POST', `${source()}/ask`, question, headers);
  };
  let count = 0;
  const fresh = () => ({ question: `Which rivers? ${(count += 1)}`, sql: SQL });

  const replaced = async (which: string, body: object): Promise<Answered> => {
    const [{ version }] = await scene.app.dataSource.query('SELECT version FROM knowledge WHERE id = $1', [which.split('/')[1]]);
    return told('olivia', 'PUT', `/api/v1/${which}`, body, { 'If-Match': `"${version}"` });
  };

  const query = 'POST /api/v1/data-sources/{data_source_id}/query';
  const execute = 'POST /api/v1/prompt-templates/{template_id}/execute';
  const DOORS: readonly Door[] = [
    { door: query, as: 'member', shows: 'rows', open: () => told('olivia', 'POST', `${source()}/query`, { sql: SQL }) },
    {
      door: `${query}/validate`,
      as: 'member',
      shows: 'judged',
      open: () => told('olivia', 'POST', `${source()}/query/validate`, { sql: SQL }),
    },
    {
      door: 'POST /api/v1/saved-questions/{question_id}/run',
      as: 'member',
      shows: 'rows',
      open: () => told('olivia', 'POST', `/api/v1/saved-questions/${saved}/run`),
    },
    { door: 'POST /api/v1/data-sources/{data_source_id}/ask', as: 'member', shows: 'rows', open: () => ask() },
    {
      door: 'POST /api/v1/data-sources/{data_source_id}/ask',
      as: 'member, as a stream',
      shows: 'rows',
      open: () => ask({ Accept: 'text/event-stream' }),
    },
    { door: execute, as: 'member', shows: 'rows', open: () => executed('olivia') },
    { door: execute, as: 'viewer', shows: 'rows', open: () => executed('vera') },
    {
      door: execute,
      as: 'member, repeated with a key',
      shows: 'rows',
      open: () => executed('olivia', { 'Idempotency-Key': 'kept' }),
    },
    {
      door: 'GET /api/v1/data-sources/{data_source_id}/sampled-columns',
      as: 'viewer',
      shows: 'left out',
      open: () => told('vera', 'GET', `${source()}/sampled-columns`),
    },
    {
      door: 'PUT /api/v1/data-sources/{data_source_id}/sampled-columns',
      as: 'member',
      shows: 'left out',
      open: () => told('olivia', 'PUT', `${source()}/sampled-columns`, SAMPLED),
    },
    {
      door: 'GET /api/v1/data-sources/{data_source_id}/schema/context',
      as: 'viewer',
      shows: 'left out',
      open: () => told('vera', 'GET', `${source()}/schema/context`),
    },
    {
      door: 'POST /api/v1/data-sources/{data_source_id}/verified-pairs',
      as: 'member',
      shows: 'judged',
      open: () => told('olivia', 'POST', `${source()}/verified-pairs`, fresh()),
    },
    {
      door: 'PUT /api/v1/verified-pairs/{pair_id}',
      as: 'member',
      shows: 'judged',
      open: () => replaced(`verified-pairs/${pair}`, fresh()),
    },
    {
      door: 'POST /api/v1/data-sources/{data_source_id}/glossary-terms',
      as: 'member',
      shows: 'judged',
      open: () => told('olivia', 'POST', `${source()}/glossary-terms`, { ...TERM, name: fresh().question }),
    },
    {
      door: 'PUT /api/v1/glossary-terms/{term_id}',
      as: 'member',
      shows: 'judged',
      open: () => replaced(`glossary-terms/${term}`, { ...TERM, name: fresh().question }),
    },
    {
      door: 'POST /api/v1/query-executions/{execution_id}/verified-pair',
      as: 'member',
      shows: 'judged',
      open: () => told('olivia', 'POST', `/api/v1/query-executions/${execution}/verified-pair`, { sql: SQL }),
    },
    {
      door: 'PUT /api/v1/query-executions/{execution_id}/feedback',
      as: 'member',
      shows: 'judged',
      open: () => told('olivia', 'PUT', `/api/v1/query-executions/${execution}/feedback`, { right: false, corrected_sql: SQL }),
    },
    {
      door: 'mcp query',
      as: 'key',
      shows: 'rows',
      open: () => called('query', { data_source_id: scene.sourceId, sql: SQL }),
    },
    {
      door: 'mcp ask',
      as: 'key',
      shows: 'rows',
      open: () => (playing(proposing(SQL), SUMMARY), called('ask', { data_source_id: scene.sourceId, ...question })),
    },
    { door: 'mcp execute_prompt_template', as: 'key', shows: 'rows', open: () => mcpExecuted(key) },
    {
      door: 'mcp execute_prompt_template',
      as: 'key for templates alone',
      shows: 'rows',
      open: () => mcpExecuted(narrow),
    },
    {
      door: 'mcp schema',
      as: 'key',
      shows: 'left out',
      open: () => called('schema', { data_source_id: scene.sourceId }),
    },
    {
      door: 'mcp read_table',
      as: 'key',
      shows: 'left out',
      open: () => called('read_table', { data_source_id: scene.sourceId, schema_name: 'hydro', table: 'rivers' }),
    },
  ];
  const mcpExecuted = (by: string) => {
    playing(proposing(SQL));
    return called('execute_prompt_template', { template_id: template, parameters: { length: 2000 } }, by);
  };

  it('all stand in this table, or read no row', () => {
    const operations = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = new Set(DOORS.map(({ door }) => door));
    const all = [...operations, ...tools.map((tool) => `mcp ${tool}`)];
    expect(all.filter((one) => !known.has(one) && !WITHOUT_ROWS.some((pattern) => pattern.test(one)))).toEqual([]);
    expect([...known].filter((door) => !all.includes(door))).toEqual([]);
  });

  describe.each(DOORS.map((door) => [`${door.door} (${door.as})`, door] as const))('%s', (_, { shows, open }) => {
    it('is open without a policy, and in office hours', async () => {
      await putInForce(scene.app, 1, { 'Office hours': OFFICE_HOURS });
      const answered = await open();
      await putInForce(scene.app, 1, {});
      for (const one of [answered, await open()]) {
        expect(one).toMatch(shows === 'judged' ? /^(20[01]|409) / : /^(200|done) /);
        if (shows !== 'judged') expect(one).toContain(CELL);
      }
    });

    it.each(Object.entries(FORBIDS))('is shut by a forbid of %s', async (name, text) => {
      expect(text).toContain('forbid');
      if (text === OFFICE_HOURS) await waitFor(20);
      await putInForce(scene.app, 1, { [name]: text });
      const answered = await open();
      await putInForce(scene.app, 1, {});
      if (text === OFFICE_HOURS) await waitFor(12);
      if (shows === 'left out' && !text.includes('everything on a source')) {
        expect(answered).toMatch(/^(200|done) /);
        expect(answered).not.toContain(CELL);
      } else expect(answered).toBe('refused');
    });
  });

  // Last, for it takes the doors to another person.
  describe('where a data policy and a workspace meet', () => {
    let owner: LoggedIn;
    let workspace = 0;
    const policies: Record<string, number> = {};
    /** Where the source is, and who opens the doors: a person with all rights in the organization but to manage workspaces. */
    const PLACES = ['in the organization', 'for a member', 'for others', 'for the public'] as const;
    type At = (typeof PLACES)[number];
    const sql = (text: string, values: unknown[] = []) => scene.app.dataSource.query(text, values);

    beforeAll(async () => {
      owner = users.olivia;
      const named = { organization_id: 1, name: 'Basin' };
      workspace = (await send(owner, 'POST', '/api/v1/organizations/1/workspaces', { name: 'Basin' })).body.data.workspace.id;
      const hides = (column: string) => ({
        kind: 'rows',
        schema: 'hydro',
        relation: 'rivers',
        where: { column, operator: '<>', value: CELL },
      });
      for (const [name, more] of [
        ['everywhere', {}],
        ['in the workspace', { applies_when: `resource in Workspace::"${workspace}"` }],
      ] as const) {
        const body = { ...named, name, data_source_id: scene.sourceId, rules: [hides('name')], ...more };
        policies[name] = (await send(owner, 'POST', '/api/v1/sso/abac/data-policies', body)).body.data.data_policy.id;
      }
      await becomeMia();
    });

    async function becomeMia(): Promise<void> {
      const role = async (name: string, permissions: readonly string[]): Promise<number> =>
        (
          await sql(`INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, $1, false, $2) RETURNING id`, [
            name,
            permissions,
          ])
        )[0].id;
      users.olivia = await logIn(scene.app.http, 'mia');
      await sql('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [
        users.olivia.userId,
        await role(
          'All but managing',
          ALL_PERMISSIONS.filter((one) => one !== 'workspace.delete'),
        ),
      ]);
      await role(
        'All data',
        ALL_PERMISSIONS.filter((one) => !isAdministrative(one)),
      );
      const made = { name: 'Mia', organization_id: 1, scopes: ['schema.read', 'query.run', 'ask', 'template.read', 'template.execute'] };
      // A connected AI client has another credential, and gets at no more.
      ({ access_token: key } = await connectAgent(scene.app, users.olivia.accessToken, made));
      const one = { ...made, name: 'One', scopes: ['template.execute'] };
      narrow = (await send(users.olivia, 'POST', '/api/v1/access-keys', one)).body.data.access_key.token;
    }

    const place = async (at: At): Promise<void> => {
      const isInside = at !== 'in the organization';
      await sql('UPDATE data_sources SET workspace_id = $2 WHERE id = $1', [scene.sourceId, isInside ? workspace : null]);
      await sql('UPDATE workspaces SET allow_public_access = $2 WHERE id = $1', [workspace, at === 'for the public']);
      await sql('DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2', [workspace, users.olivia.userId]);
      if (at === 'for a member')
        await sql(
          `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
           SELECT $1, 1, $2, id, now() FROM roles WHERE organization_id = 1 AND name = 'All data'`,
          [workspace, users.olivia.userId],
        );
    };
    const turn = async (act: 'activate' | 'disable', name: string): Promise<void> => {
      const path = `/api/v1/sso/abac/data-policies/${policies[name]}`;
      const tag = String((await send(owner, 'GET', path)).headers.get('etag'));
      const { status, text } = await send(owner, 'POST', `${path}/${act}`, undefined, { 'If-Match': tag });
      expect([act, status, text]).toEqual([act, 200, expect.anything()]);
    };
    const through = async (open: Door['open'], at: At) => {
      await place(at);
      const answered = await open();
      return { isOpen: /^(20[01]|409|done) /.test(answered), cells: CELLS.filter((cell) => answered.includes(cell)) };
    };
    const within = <Value>(part: readonly Value[], whole: readonly Value[]): boolean => part.every((one) => whole.includes(one));

    it.each(DOORS.map((door) => [`${door.door} (${door.as})`, door] as const))(
      'shows through %s no more than either alone',
      async (_, { open, as, shows }) => {
        const byPlace = new Map<At, Awaited<ReturnType<typeof through>>>();
        for (const at of PLACES) byPlace.set(at, await through(open, at));
        for (const name of Object.keys(policies)) {
          await turn('activate', name);
          const byPolicy = await through(open, 'in the organization');
          for (const at of PLACES) {
            const byWorkspace = byPlace.get(at) ?? byPolicy;
            const both = await through(open, at);
            const isMore =
              (both.isOpen && !(byWorkspace.isOpen && byPolicy.isOpen)) ||
              !within(both.cells, byWorkspace.cells) ||
              !within(both.cells, byPolicy.cells);
            expect([name, at, both, isMore]).toEqual([name, at, both, false]);
            if (at !== 'in the organization') expect([name, at, both.cells.includes(CELL)]).toEqual([name, at, false]);
          }
          await turn('disable', name);
        }
        // Not because nothing was shown at all.
        expect(byPlace.get('in the organization')).toMatchObject({ isOpen: true, cells: shows === 'judged' ? [] : CELLS });
        expect(byPlace.get('for others')?.cells).toEqual([]);
        if (!as.includes('viewer')) expect(byPlace.get('for a member')).toEqual(byPlace.get('in the organization'));
      },
    );
  });
});
