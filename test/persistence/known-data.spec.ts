import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { SqlKnownData } from '../../src/data-sources/adapters/persistence/sql-known-data.js';
import { connect } from '../../src/platform/database/connect.js';
import type { SecretBox } from '../../src/shared/ports/secret-box.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { url: database.url, poolSize: 2, patienceMs: 15_000, onPoolError: () => undefined };
  dataSource = await connect({ ...settings, entities: [], migrations: [] });
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

it('looks up what was never found in turns of the organizations, however many one of them has', async () => {
  const at = new Date('2026-11-20T12:00:00Z');
  const remember = (organizationId: number, many: number) =>
    dataSource.query(
      `INSERT INTO remembered_data (organization_id, source_name, engine, place, keys, is_found, connection, remembered_at)
       SELECT $1::int, 'gone ' || n, 'postgresql', 'gone', ARRAY['gone ' || $1::int || ' ' || n], false, '{"host": "gone", "port": 1, "database": "d"}', $3
         FROM generate_series(1, $2::int) AS n`,
      [organizationId, many, at],
    );
  await remember(1, 50);
  await remember(2, 2);
  const known = new SqlKnownData(new TypeOrmSession(dataSource), {} as SecretBox);
  const found = await known.neverFoundRemembered(4);
  expect(found.map(({ organizationId }) => organizationId).sort()).toEqual([1, 1, 2, 2]);
});
