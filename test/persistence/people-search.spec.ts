import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { TypeOrmUsers } from '../../src/accounts/adapters/persistence/typeorm-users.js';
import { ENTITY_SCHEMAS } from '../../src/boot/database.js';
import { SqlMembers } from '../../src/organizations/adapters/persistence/sql-members.js';
import { SqlRoleHolders } from '../../src/organizations/adapters/persistence/sql-role-holders.js';
import { connect } from '../../src/platform/database/connect.js';
import type { ReachOfWorkspaces } from '../../src/shared/reach.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { ExplainingSession } from '../support/explaining-session.js';
import { FixedClock } from '../support/fixed-clock.js';

const MANY = 20_000;
const PAGE = { page: 1, limit: 20 };
const ALL: ReachOfWorkspaces = { kind: 'workspace', whole: [1], workspaceIds: [], publicOf: [], refused: [] };

describe('a search for people', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let session: ExplainingSession;
  let viewer: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { url: database.url, poolSize: 1, patienceMs: 60_000, entities: ENTITY_SCHEMAS, migrations: [] };
    dataSource = await connect({ ...settings, onPoolError: () => undefined });
    session = new ExplainingSession(dataSource);
    await dataSource.query(
      `INSERT INTO users
       SELECT copy.* FROM users u CROSS JOIN generate_series(1, $1::int) AS n
        CROSS JOIN LATERAL jsonb_populate_record(u, jsonb_build_object('id', nextval('users_id_seq'), 'username', 'u' || n,
                   'username_key', 'u' || n, 'username_look', 'u' || n, 'email', 'u' || n, 'email_key', 'u' || n,
                   'name_words', 'anna smith' || n)) AS copy
        WHERE u.username = 'nora'`,
      [MANY],
    );
    [{ id: viewer }] = await dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    await dataSource.query(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT 1, id, $1, now(), now() FROM users WHERE username LIKE 'u%'`,
      [viewer],
    );
    await dataSource.query('ANALYZE');
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  const lists = {
    accounts: (search: string) => new TypeOrmUsers(session).pageOf(search, PAGE),
    members: (search: string) => new SqlMembers(session, new FixedClock()).pageOf(1, search, PAGE),
    'holders of a role': (search: string) => new SqlRoleHolders(session).pageOf({ id: viewer, organizationId: 1 }, search, ALL, PAGE),
  };

  it.each(Object.entries(lists))('finds %s by the index of words, one of them as well as all', async (_, ask) => {
    expect([(await ask('smith777 ann')).total, (await ask('ANNA')).total, (await ask('777')).total]).toEqual([11, MANY, 0]);
    for (const search of ['smith777 ann', 'nobody']) {
      const reads = await session.readsOf(() => ask(search));
      expect(reads.filter(({ indexes }) => !indexes.includes('users_words'))).toEqual([]);
      expect(reads.flatMap(({ wholeTables }) => wholeTables)).not.toContain('users');
    }
  });
});
