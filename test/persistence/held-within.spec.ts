import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource as Database } from 'typeorm';
import { HELD_WITHIN } from '../../src/organizations/adapters/persistence/held-within.js';
import { connect } from '../../src/platform/database/connect.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { type Plan, readsOf } from '../support/query-plan.js';

const MANY = 10_000;

describe('what workspaces keep from a member', () => {
  let database: TestDatabase;
  let db: Database;
  const users: Record<string, number> = {};
  beforeAll(async () => {
    database = await createTestDatabase();
    db = await connect({ url: database.url, poolSize: 1, patienceMs: 15_000, onPoolError: () => undefined, entities: [], migrations: [] });
    for (const { id, username } of await db.query('SELECT id, username FROM users')) users[username] = id;
    await db.query(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT 1, 'Workspace ' || n, r.id, now(), now() FROM roles r, generate_series(1, $1::int) n
        WHERE r.organization_id = 1 AND r.name = 'viewer'`,
      [MANY],
    );
    await db.query(
      `INSERT INTO prompt_templates (organization_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       SELECT 1, 'Template ' || n, '', '?', '[]', 'general', '{}', '{}', 'draft', false, $2, now(), now() FROM generate_series(1, $1::int) n`,
      [MANY, users['olivia']],
    );
    await db.query('ANALYZE');
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  const plan = async (kind: keyof typeof HELD_WITHIN, username: string, permission: string): Promise<Plan> => {
    const values = [users[username], [1], permission];
    const [row] = await db.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${HELD_WITHIN[kind].text}`, values);
    return row['QUERY PLAN'][0].Plan;
  };

  it.each([
    ['data_source', 'vera', 'data_source.read'],
    ['prompt_template', 'vera', 'template.read'],
    ['prompt_template', 'adam', 'template.write'],
  ] as const)('costs a list of %ss that %s reads nothing where none is in one of 10,000', async (kind, username, permission) => {
    const reads = readsOf(await plan(kind, username, permission)).filter(({ rows }) => rows > 100);
    expect(reads).toEqual([]);
  });

  it('comes as one row for each way of seeing them, however many they are', async () => {
    await db.query(
      `UPDATE prompt_templates t SET workspace_id = w.id FROM (SELECT id, row_number() OVER () AS n FROM workspaces WHERE id > 1) w
        WHERE t.name = 'Template ' || w.n`,
    );
    const rows = await db.query(HELD_WITHIN.prompt_template.text, [users['vera'], [1], 'template.read']);
    expect(rows.map(({ ids, workspace }: { ids: number[]; workspace: object }) => [ids.length, workspace])).toEqual([
      [MANY, { isPublic: false, permissions: null }],
    ]);
    expect(await db.query(HELD_WITHIN.prompt_template.text, [users['adam'], [1], 'template.read'])).toEqual([]);
  });
});
