import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource as Database } from 'typeorm';
import { NoticedSourceChanges } from '../../src/data-sources/adapters/persistence/noticed-source-changes.js';
import { dataSourceSchema } from '../../src/data-sources/adapters/persistence/schemas.js';
import { SqlKnownData } from '../../src/data-sources/adapters/persistence/sql-known-data.js';
import { TypeOrmDataSources } from '../../src/data-sources/adapters/persistence/typeorm-data-sources.js';
import { connect } from '../../src/platform/database/connect.js';
import { Notices } from '../../src/platform/database/notices.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import type { Caller } from '../../src/shared/caller.js';
import type { SecretBox } from '../../src/shared/ports/secret-box.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

const NOW = new Date('2026-11-20T12:00:00Z');
/** Only turns a text around. */
const box = {
  seal: (text: Buffer) => text.toString().split('').toReversed().join(''),
  open: (sealed: string) => Buffer.from(sealed.split('').toReversed().join('')),
} as unknown as SecretBox;

describe('a data source', () => {
  let database: TestDatabase;
  let db: Database;
  let session: TypeOrmSession;
  let sources: TypeOrmDataSources;
  let known: SqlKnownData;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { url: database.url, poolSize: 2, patienceMs: 15_000, onPoolError: () => undefined };
    db = await connect({ ...settings, entities: [dataSourceSchema], migrations: [] });
    session = new TypeOrmSession(db);
    sources = new TypeOrmDataSources(session, session, box);
    known = new SqlKnownData(session, box);
    const users: { id: number; username: string }[] = await db.query('SELECT id, username FROM users');
    for (const { id, username } of users) ids[username] = id;
    await db.query(`INSERT INTO data_policy_epochs (organization_id, epoch) VALUES (1, 41), (2, 42)
       ON CONFLICT (organization_id) DO UPDATE SET epoch = excluded.epoch`);
    await db.query(`INSERT INTO abac_epochs (organization_id, epoch, is_deciding) VALUES (1, 7, true), (2, 8, true)
       ON CONFLICT (organization_id) DO UPDATE SET epoch = excluded.epoch, is_deciding = true`);
    await db.query(
      `INSERT INTO data_policies (organization_id, name, description, applies_when, tree, rules, updated_by, updated_at, status, version)
       VALUES (1, 'Rivers', '', 'true', '{}', '[]', 1, $1, 'active', 1), (2, 'Lakes', '', 'true', '{}', '[]', 1, $1, 'draft', 1)`,
      [NOW],
    );
    await db.query(
      `INSERT INTO schema_snapshots (data_source_id, covers_all, taken_at, discovered_at, duration_ms)
       VALUES (1, true, $1, $1, 1), (1, true, $1, $1, 1), (2, true, $1, $1, 1)`,
      [NOW],
    );
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  const enter = (username: string, id: number) => {
    const caller = { userId: ids[username], isSystemAdmin: username === 'sysadmin', ssoConnectionId: null, mfaAt: null };
    return sources.enter(caller as Caller, id, NOW);
  };
  const newestOf = async (id: number): Promise<number> =>
    (await db.query('SELECT max(id) AS id FROM schema_snapshots WHERE data_source_id = $1', [id]))[0].id;

  it('is entered with what the person stands on and with what is in force, all of its own organization', async () => {
    expect(await enter('olivia', 1)).toMatchObject({
      source: { id: 1, organizationId: 1, moment: { at: NOW, schema: { id: await newestOf(1) }, dataPolicies: 41 } },
      standing: { permissions: ['*'], isSignOnMissing: false, isFactorOwed: false, policyEpoch: 7 },
    });
    expect(await enter('oscar', 2)).toMatchObject({
      source: { id: 2, organizationId: 2, moment: { schema: { id: await newestOf(2) }, dataPolicies: null } },
      standing: { permissions: ['*'], policyEpoch: 8 },
    });
  });

  it('is not found by strangers and suspended members, and by system administrators without anything to stand on', async () => {
    expect([await enter('oscar', 1), await enter('nora', 1), await enter('olivia', 999)]).toEqual([null, null, null]);
    expect(await enter('sysadmin', 1)).toMatchObject({ source: { id: 1, moment: { dataPolicies: 41 } }, standing: null });
    await db.query('UPDATE organization_members SET suspended_at = $2 WHERE user_id = $1', [ids['vera'], NOW]);
    expect(await enter('vera', 1)).toBeNull();
  });

  it('is ready to be read with its password, and with the others of its organization that could be the same', async () => {
    const connection = { host: 'one.example', port: 5432, database: 'shop', username: 'r', tls: { mode: 'disable' as const, ca: null } };
    const given = {
      organizationId: 2,
      workspaceId: null,
      name: 'Shop',
      engine: 'postgresql' as const,
      connection,
      labels: [],
      closed: null,
    };
    const made = await sources.add({ ...given, createdAt: NOW, updatedAt: NOW }, 'secret');
    const other = await sources.add({ ...given, name: 'Other', createdAt: NOW, updatedAt: NOW }, null);
    await sources.add({ ...given, organizationId: 1, createdAt: NOW, updatedAt: NOW }, null);
    const left = { sourceName: 'Left', engine: given.engine, place: '', connection: null, rememberedBy: null, rememberedAt: NOW };
    for (const [key, isFound] of [
      ['a', true],
      ['b', true],
      ['c', false],
    ] as const)
      await known.remember({ ...left, organizationId: 2, keys: [key], isFound });
    const ready = await known.ready(made, ['a']);
    expect(ready).toMatchObject({ password: 'secret', hasPolicies: true });
    expect(ready?.sources.map(({ id, organizationId }) => [id, organizationId])).toContainEqual([other.id, 2]);
    expect(ready?.sources.every(({ id, organizationId }) => organizationId === 2 && id !== made.id)).toBe(true);
    expect(ready?.remembered.map(({ keys, rememberedAt }) => [keys, rememberedAt])).toEqual([
      [['a'], NOW],
      [['c'], NOW],
    ]);
    expect((await known.beside(made, null)).remembered).toHaveLength(3);
    await db.query('UPDATE abac_epochs SET is_deciding = false WHERE organization_id = 2');
    expect(await known.ready(made, [])).toMatchObject({ hasPolicies: false });
    const saved = await sources.save({ ...made, name: 'Store' }, undefined);
    expect([await known.ready(made, []), await known.ready(saved, [])]).toMatchObject([null, { password: 'secret' }]);
    await sources.remove(made.id);
    expect(await known.ready(saved, [])).toBeNull();
  });

  it('tells every instance when it is changed, closed or deleted, once that is in force', async () => {
    const logger = createLogger('silent', { write: () => undefined });
    const notices = new Notices({ url: database.url, aliveMs: 5_000 }, logger);
    const heard: number[] = [];
    await new NoticedSourceChanges(notices).watch((id) => heard.push(id));
    const connection = { host: 'one.example', port: 5432, database: 'tea', username: 'r', tls: { mode: 'disable' as const, ca: null } };
    const given = {
      organizationId: 2,
      workspaceId: null,
      name: 'Tea',
      engine: 'postgresql' as const,
      connection,
      labels: [],
      closed: null,
    };
    const made = await sources.add({ ...given, createdAt: NOW, updatedAt: NOW }, 'secret');
    const undone = session.run(async () => {
      await sources.save(made, 'other');
      throw new Error('It is undone.');
    });
    await expect(undone).rejects.toThrow('undone');
    const told = (times: number): Promise<void> => eventually('it is told', () => heard.length >= times);
    await sources.save(made, 'other');
    await told(1);
    expect([await known.close(made.id, 'same_data', NOW), await known.close(made.id, 'same_data', NOW)]).toEqual([true, false]);
    await told(2);
    await sources.remove(made.id);
    await told(3);
    expect(heard).toEqual([made.id, made.id, made.id]);
    await notices.onApplicationShutdown();
  });
});
