import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertMany } from '../support/many-rows.js';
import { putInForce } from '../support/policies.js';
import { type Plan, readsOf } from '../support/query-plan.js';
import { readsDuring } from '../support/sent-statements.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WORKSPACES = 10_000;
const ROWS = 100_000;

const LISTS: readonly string[] = [
  '/api/v1/conversations',
  '/api/v1/data-sources',
  '/api/v1/data-sources?organization_id=1&search=river',
  '/api/v1/data-sources/1/verified-pairs',
  '/api/v1/data-sources/1/verified-pairs?search=pair',
  '/api/v1/data-sources/1/glossary-terms',
  '/api/v1/saved-questions',
  '/api/v1/saved-questions?search=question',
  '/api/v1/boards',
  '/api/v1/prompt-templates',
  '/api/v1/prompt-templates?search=template&sort=-updated_at',
  '/api/v1/prompt-templates/export?organization_id=1',
  '/api/v1/prompt-templates/1/executions',
  '/api/v1/organizations/1/invitations',
  '/api/v1/organizations/1/workspaces',
  '/api/v1/organizations/1/members/$mia/workspaces',
  '/api/v1/roles/$viewer/holders',
  '/api/v1/me',
];

/** Such as the rows of another role. */
const A_FEW = 100;

describe('lists of a person, among 10,000 workspaces', () => {
  let app: TestApp;
  let token = '';
  const ids: Record<string, number> = {};
  const run = (sql: string, values: unknown[] = []) => app.dataSource.query(sql, values);

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    await run('DELETE FROM mfa_factors');
    token = (await logIn(app.http, 'mia')).accessToken;
    for (const [name, sql] of [
      ['mia', `SELECT id FROM users WHERE username = 'mia'`],
      ['viewer', `SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`],
    ] as const)
      ids[name] = (await run(sql))[0].id;
    // An editor who may also invite, and see who holds which role.
    await run(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'editor')
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'mia')`,
    );
    await run(`UPDATE roles SET permissions = permissions || '{member.invite,role.read}' WHERE organization_id = 1 AND name = 'editor'`);
    await places('Own', 1, false);
    await run(
      `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
       SELECT w.id, 1, $1, r.id, now() FROM workspaces w JOIN roles r ON r.organization_id = 1 AND r.name = 'editor' WHERE w.name = 'Own 1'`,
      [ids['mia']],
    );
    await fill('Own');
    await things();
  });
  afterAll(() => app.close());

  /** What the organization itself holds, and what its people have. */
  async function things(): Promise<void> {
    const many = (table: string, sql: string, count = ROWS) => insertMany(app.dataSource, table, sql, [count]);
    const each = `generate_series(1, $1::int) n`;
    await many(
      'conversations',
      `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
       SELECT 1, u.id, 1, 'Conversation ' || n, now(), now() - n * interval '1 s'
         FROM ${each} JOIN users u ON u.username = CASE WHEN n <= 1000 THEN 'mia' ELSE 'olivia' END`,
    );
    for (const kind of ['verified_pair', 'glossary_term'])
      await many(
        'knowledge',
        `INSERT INTO knowledge (organization_id, data_source_id, kind, name, sql, state, version, changed_by, created_at, changed_at)
         SELECT 1, CASE WHEN n % 100 = 0 THEN 1 ELSE 2 END, '${kind}', 'A pair ' || n, 'SELECT 1', 'valid', 1, 1, now(), now() FROM ${each}`,
        ROWS / 2,
      );
    await many(
      'saved_questions',
      `INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by, created_at, changed_at)
       SELECT 1, 1 + n % 2, 'Question ' || n, '', 'SELECT 1', 1, 1, 1, now(), now() FROM ${each}`,
      1000,
    );
    await many(
      'boards',
      `INSERT INTO boards (organization_id, name, version, created_by, changed_by, created_at, changed_at)
       SELECT 1, 'Board ' || n, 1, 1, 1, now(), now() FROM ${each}`,
      1000,
    );
    await run(
      `INSERT INTO board_questions (board_id, question_id, position)
       SELECT b.id, q.id, 1 FROM (SELECT id, row_number() OVER (ORDER BY id) n FROM boards) b
         JOIN (SELECT id, row_number() OVER (ORDER BY id) n FROM saved_questions) q USING (n)`,
    );
    await many(
      'invitations',
      `INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status, invited_by, created_at, expires_at)
       SELECT 1, 1, r.id, 'viewer', n || '@x.example', n || '@x.example', decode(md5(n::text), 'hex'), 'pending', 1, now(), now() + interval '1 day'
         FROM ${each} JOIN roles r ON r.organization_id = 1 AND r.name = 'viewer'`,
      1000,
    );
    await run('ANALYZE');
  }

  /** Rows that the statements of each list look at; `SHOW_PLANS` tells their time, too. */
  const rowsRead = async (): Promise<ReadonlyMap<string, number>> => {
    const found = new Map<string, number>();
    for (const list of LISTS) {
      const path = list.replace(/\$(\w+)/, (_, name: string) => String(ids[name]));
      const sent = await readsDuring(async () => expect([path, (await app.http.get(path, { token })).status]).toEqual([path, 200]));
      let [rows, ms] = [0, 0];
      for (const { text, values } of sent) {
        const [row] = await run(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
        const [explained] = row['QUERY PLAN'] as readonly { readonly Plan: Plan; readonly 'Execution Time': number }[];
        if (explained === undefined) throw new Error('No plan.');
        rows += readsOf(explained.Plan).reduce((sum, read) => sum + read.rows, 0);
        ms += explained['Execution Time'];
      }
      if (process.env['SHOW_PLANS'] !== undefined) process.stderr.write(`${path} ${rows} rows, ${ms.toFixed(1)} ms\n`);
      found.set(list, rows);
    }
    return found;
  };

  const places = (name: string, count: number, isPublic: boolean) =>
    run(
      `INSERT INTO workspaces (organization_id, name, default_role_id, allow_public_access, created_at, updated_at)
       SELECT 1, $2 || ' ' || n, $3, $4, now(), now() FROM generate_series(1, $1::int) n`,
      [count, name, ids['viewer'], isPublic],
    );
  /** One data source, one template, one invitation, and one question asked by the template, in each. */
  async function fill(name: string): Promise<void> {
    const of = `FROM workspaces w WHERE w.name LIKE '${name} %'`;
    await run(
      `INSERT INTO data_sources (organization_id, workspace_id, name, engine, connection, created_at, updated_at)
       SELECT 1, id, 'River ' || id, 'sqlite', '{"file": "x.db"}', now(), now() ${of}`,
    );
    await run(
      `INSERT INTO prompt_templates (organization_id, workspace_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       SELECT 1, id, 'Template ' || id, '', '?', '[]', 'general', '{}', '{}', 'draft', false, 1, now(), now() ${of}`,
    );
    await run('ANALYZE');
  }
  const noMoreThan = (before: ReadonlyMap<string, number>, among: ReadonlyMap<string, number>): void => {
    const more = [...among].filter(([path, rows]) => rows > (before.get(path) ?? 0) + A_FEW);
    expect(more).toEqual([]);
  };

  it('read no more rows than without them, whatever the workspaces hold, and under policies', async () => {
    const before = await rowsRead();
    await places('Hidden', WORKSPACES, false);
    await run('ANALYZE');
    noMoreThan(before, await rowsRead());
    await fill('Hidden');
    noMoreThan(before, await rowsRead());
    // Such a policy tells apart what has equal labels, so that each thing is asked for by itself.
    const forbidden = (action: string) => `forbid(principal, action == Action::"${action}", resource in Workspace::"${WORKSPACES}");`;
    await putInForce(app, 1, { Sources: forbidden('data_source.read'), Workspaces: forbidden('workspace.read') });
    noMoreThan(before, await rowsRead());
    await putInForce(app, 1, {});
    // Public ones are seen, and so each is looked at a few times; the places where a person is a member are not more for them.
    await places('Public', WORKSPACES, true);
    await run('ANALYZE');
    const amongPublic = await rowsRead();
    noMoreThan(before, new Map([...amongPublic].map(([path, rows]) => [path, path.endsWith('/me') ? rows : rows - 6 * WORKSPACES])));
  });
});
