import { expect, it } from '@jest/globals';
import { FoundData1763600000074 } from '../../migrations/1763600000074-found-data.js';
import { connect } from '../../src/platform/database/connect.js';
import { createTestDatabase } from '../support/database.js';

it('takes remembered data that has one written key for data that was never found, and knows where to look it up', async () => {
  const database = await createTestDatabase();
  const settings = { url: database.url, poolSize: 1, patienceMs: 60_000, entities: [], migrations: [] };
  const dataSource = await connect({ ...settings, onPoolError: () => undefined });
  const runner = dataSource.createQueryRunner();
  const migration = new FoundData1763600000074();
  await migration.down(runner);
  for (const [engine, place, keys] of [
    ['sqlite', 'never.db', '{file:never.db}'],
    ['sqlite', 'found.db', '{file:found.db,inode:1}'],
    ['postgresql', 'never.example:5432/shop/a:1/b', '{postgresql://never.example:5432/shop/a:1/b}'],
    ['postgresql', 'found.example:5432/shop', '{postgresql://found.example:5432/shop,postgresql://192.0.2.7:5432/shop}'],
    ['mysql', '192.0.2.7:3306/shop', '{mysql://192.0.2.7:3306}'],
    ['mysql', '2001:db8::1:3306/shop', '{mysql://2001:db8::1:3306}'],
  ])
    await runner.query(
      `INSERT INTO remembered_data (organization_id, source_name, engine, place, keys, remembered_at)
       VALUES (1, 'Old', $1, $2, $3, now())`,
      [engine, place, keys],
    );
  await migration.up(runner);
  const rows = await runner.query('SELECT place, connection FROM remembered_data WHERE NOT is_found ORDER BY id');
  expect(rows).toEqual([
    { place: 'never.db', connection: { file: 'never.db' } },
    {
      place: 'never.example:5432/shop/a:1/b',
      connection: { host: 'never.example', port: 5432, database: 'shop/a:1/b' },
    },
  ]);
  await runner.release();
  await dataSource.destroy();
  await database.drop();
});
