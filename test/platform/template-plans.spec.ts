import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { type Plan, readsOf } from '../support/query-plan.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ROWS = 100_000;
const ORGANIZATIONS = 200;
/** Organization 1 has 500 of them, and about 200 of others are shared. */
const OWN_AND_SHARED = 1_000;

/** How many rows of the table each node of a plan looked at. */
const rowsRead = (plan: Plan, of: string): number[] => readsOf(plan).flatMap(({ table, rows }) => (table === of ? [rows] : []));

describe('the list of prompt templates over many rows', () => {
  let app: TestApp;
  let vera: string, adam: string;

  beforeAll(async () => {
    app = await startTestApp();
    vera = (await logIn(app.http, 'vera')).accessToken;
    adam = (await logIn(app.http, 'adam')).accessToken;
    const run = (sql: string, values: unknown[] = []) => app.dataSource.query(sql, values);
    await run(
      `INSERT INTO organizations (name, plan, created_at, updated_at)
       SELECT 'Tenant ' || n, plan, now(), now() FROM organizations, generate_series(1, $1::integer) n WHERE id = 1`,
      [ORGANIZATIONS],
    );
    await run(
      `INSERT INTO prompt_templates (organization_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       SELECT o.id, 'Template ' || n, 'About ' || n, repeat('Which rivers are the longest ones? ', 30), '[]',
              'category ' || n % 7, ARRAY['tag ' || n % 5, 'x'], '{}', 'draft', n % 500 = 0, 1, now(), now() - n * interval '1 s'
         FROM generate_series(1, $1::integer) n
         JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM organizations WHERE id <> 2) o
           ON o.place = n % (SELECT count(*) - 1 FROM organizations)`,
      [ROWS],
    );
    await run(
      `INSERT INTO prompt_template_versions (template_id, number, name, description, template_text, parameters, category,
                                             tags, compatible_data_source_ids, checksum, message, author_user_id, published_at)
       SELECT id, 1, name, description, template_text, parameters, category, tags, compatible_data_source_ids, '', '', 1, now()
         FROM prompt_templates WHERE id > 4 AND id % 3 > 0`,
    );
    await run(
      `UPDATE prompt_templates SET status = 'published', published_version = 1, is_edited = id % 10 = 0
        WHERE id > 4 AND id % 3 > 0`,
    );
    await run('VACUUM ANALYZE prompt_templates');
    await run('VACUUM ANALYZE prompt_template_versions');
  });
  afterAll(() => app.close());

  it.each([
    '',
    '?sort=name',
    '?sort=-updated_at&limit=100',
    '?sort=-usage_count&tag=x',
    '?search=longest&status=published',
    '?category=category%203&sort=name',
    '?organization_id=1&sort=-updated_at',
    '?shared=false&page=20',
  ])('reads the own and the shared ones and no others for %s', async (query) => {
    const session = app.app.get(TypeOrmSession);
    const sent: { sql: string | PreparedStatement; values: readonly unknown[] | undefined }[] = [];
    const spy = jest.spyOn(session, 'query');
    for (const token of [vera, adam]) expect((await app.http.get(`/api/v1/prompt-templates${query}`, { token })).status).toBe(200);
    for (const [sql, values] of spy.mock.calls) sent.push({ sql, values });
    spy.mockRestore();
    const lists = sent.filter(({ sql }) => typeof sql === 'string' && sql.includes('FROM prompt_templates'));
    expect(lists).toHaveLength(4);
    for (const { sql, values } of lists) {
      const [row] = await session.query<{ 'QUERY PLAN': { Plan: Plan; 'Execution Time': number }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${typeof sql === 'string' ? sql : sql.text}`,
        values,
      );
      const [explained] = row?.['QUERY PLAN'] ?? [];
      if (explained === undefined) throw new Error('No plan.');
      if (process.env['SHOW_PLANS'] !== undefined)
        process.stderr.write(
          `${query} ${explained['Execution Time']} ms ${JSON.stringify(rowsRead(explained.Plan, 'prompt_templates'))}\n`,
        );
      const rows = [...rowsRead(explained.Plan, 'prompt_templates'), ...rowsRead(explained.Plan, 'prompt_template_versions')];
      expect(Math.max(...rows)).toBeLessThan(OWN_AND_SHARED);
    }
  });
});
