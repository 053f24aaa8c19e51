import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertMany } from '../support/many-rows.js';
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
  '/api/v1/organizations/1/invitations',
  '/api/v1/organizations/1/workspaces',
  '/api/v1/me',
];

/** They leave out what is hidden from the person, and so look at all. */
const ABOUT_WORKSPACES = ['/api/v1/organizations/1/invitations', '/api/v1/organizations/1/workspaces'];

/** Such as the rows of another role. */
const A_FEW = 100;

describe('lists of a person, among 10,000 workspaces', () => {
  let app: TestApp;
  let token = '';
  const run = (sql: string, values: unknown[] = []) => app.dataSource.query(sql, values);

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    await run('DELETE FROM mfa_factors');
    token = (await logIn(app.http, 'mia')).accessToken;
    // An editor who may also invite.
    await run(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'editor')
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'mia')`,
    );
    await run(`UPDATE roles SET permissions = permissions || '{member.invite}' WHERE organization_id = 1 AND name = 'editor'`);
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
    for (const path of LISTS) {
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
      found.set(path, rows);
    }
    return found;
  };

  const makeWorkspaces = async (): Promise<void> => {
    await run(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT 1, 'Place ' || n, id, now(), now() FROM roles, generate_series(1, $1::int) n WHERE organization_id = 1 AND name = 'viewer'`,
      [WORKSPACES],
    );
    await run('ANALYZE');
  };
  /** One data source and one template in each. */
  const fillWorkspaces = async (): Promise<void> => {
    await run(
      `INSERT INTO data_sources (organization_id, workspace_id, name, engine, connection, created_at, updated_at)
       SELECT 1, id, 'River ' || id, 'sqlite', '{"file": "x.db"}', now(), now() FROM workspaces WHERE name LIKE 'Place %'`,
    );
    await run(
      `INSERT INTO prompt_templates (organization_id, workspace_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       SELECT 1, id, 'Template ' || id, '', '?', '[]', 'general', '{}', '{}', 'draft', false, 1, now(), now()
         FROM workspaces WHERE name LIKE 'Place %'`,
    );
    await run('ANALYZE');
  };

  it('read no more rows than without them, or each of them twice where the list is about workspaces', async () => {
    const before = await rowsRead();
    await makeWorkspaces();
    const among = await rowsRead();
    const most = (path: string): number => (before.get(path) ?? 0) + A_FEW + (ABOUT_WORKSPACES.includes(path) ? 2 * WORKSPACES : 0);
    expect([...among].filter(([path, rows]) => rows > most(path))).toEqual([]);
    await fillWorkspaces();
    const filled = await rowsRead();
    // Each hidden thing is looked at a few times, whatever else there is.
    expect([...filled].filter(([path, rows]) => rows > most(path) + 6 * WORKSPACES)).toEqual([]);
    const untouched = ['/api/v1/data-sources/1/verified-pairs', '/api/v1/data-sources/1/glossary-terms', '/api/v1/me'];
    expect([...filled].filter(([path, rows]) => untouched.includes(path) && rows > (before.get(path) ?? 0) + A_FEW)).toEqual([]);
  });
});
