import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource as Database } from 'typeorm';
import { HELD_WITHIN } from '../../src/organizations/adapters/persistence/held-within.js';
import { connect } from '../../src/platform/database/connect.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { type Plan, readsOf } from '../support/query-plan.js';

const MANY = 10_000;

describe('what a member holds in workspaces', () => {
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
      `INSERT INTO prompt_templates (organization_id, workspace_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       SELECT 1, w.id, 'Template ' || w.id, '', '?', '[]', 'general', '{}', '{}', 'draft', false, $1, now(), now()
         FROM workspaces w WHERE w.organization_id = 1 AND w.id > 1`,
      [users['olivia']],
    );
    await db.query('ANALYZE');
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  /** The organization first, and what everyone sees last: parts of a statement come in any order. */
  const rankOf = ({ workspace }: { workspace: { permissions: unknown } | null }) =>
    workspace === null ? 0 : workspace.permissions === null ? 2 : 1;
  const held = async (kind: keyof typeof HELD_WITHIN, username: string, permission: string) => {
    const rows = await db.query(HELD_WITHIN[kind].text, [users[username], [1], permission]);
    return rows.sort((one: Parameters<typeof rankOf>[0], other: Parameters<typeof rankOf>[0]) => rankOf(one) - rankOf(other));
  };
  const rowsRead = async (kind: keyof typeof HELD_WITHIN, username: string, permission: string): Promise<number> => {
    const [row] = await db.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${HELD_WITHIN[kind].text}`, [users[username], [1], permission]);
    return readsOf(row['QUERY PLAN'][0].Plan as Plan).reduce((sum, { rows }) => sum + rows, 0);
  };

  it.each([
    ['data_source', 'vera', 'data_source.read'],
    ['prompt_template', 'vera', 'template.read'],
    ['prompt_template', 'adam', 'template.write'],
    ['nothing', 'vera', 'workspace.read'],
  ] as const)(
    'costs a list of %ss that %s reads nothing, among 10,000 private workspaces that hold one each',
    async (kind, username, permission) => {
      expect(await rowsRead(kind, username, permission)).toBeLessThan(100);
    },
  );

  it('comes as one row for each way of seeing workspaces, without public ones that hold nothing of the kind', async () => {
    const ofOrganization = { workspace: null, ids: [] };
    expect(await held('prompt_template', 'adam', 'template.write')).toMatchObject([ofOrganization]);
    await db.query('UPDATE workspaces SET allow_public_access = true WHERE id > 1');
    expect(await held('data_source', 'vera', 'data_source.read')).toMatchObject([ofOrganization, { ids: [] }]);
    expect(await held('nothing', 'vera', 'workspace.read')).toMatchObject([ofOrganization]);
    await db.query(
      `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
       SELECT w.id, 1, $1, r.id, now() FROM workspaces w JOIN roles r ON r.organization_id = 1 AND r.name = 'editor'
        WHERE w.name IN ('Workspace 1', 'Workspace 2')`,
      [users['vera']],
    );
    const [, asMember, asAnyone, ...more] = await held('prompt_template', 'vera', 'template.read');
    expect([asMember.ids.length, asMember.workspace.isPublic, asMember.workspace.permissions.includes('query.run')]).toEqual([
      2,
      true,
      true,
    ]);
    expect([asAnyone.ids.length, asAnyone.workspace, more]).toEqual([MANY, { isPublic: true, permissions: null }, []]);
  });
});
