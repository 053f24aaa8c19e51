import { runMigrations as runJobMigrations } from 'graphile-worker';
import type { DataSource, DataSourceOptions, Migration } from 'typeorm';
import { USUAL_DEADLINES } from '../config/database.js';
import { connect, poolOf } from './connect.js';
import { HeldLock } from './held-lock.js';
import type { Ask } from './single-connection.js';
import { assertOwnSessions } from './pooling.js';
import { assertRights, beginJobSchema, explainRefusal } from './rights.js';
import { type KnownMigration, announce, appliedMigrations, assertMayStart, recordFingerprints } from './schema-history.js';
import { VERSION } from './version.js';

export interface SchemaTerms {
  readonly known: readonly KnownMigration[];
  /** Whether a database to which a newer version has added is acceptable. */
  readonly allowsNewer: boolean;
}

/** Any number that nothing else uses on this database; two instances that start at once take turns on it. */
const MIGRATION_LOCK = 4_712_026_001;

/**
 * Brings the schema (and the job queue's own) up to date, on its own connections: a migration may take longer than any
 * statement of the running service.
 * @returns the names of the migrations that ran now
 * @throws DatabaseUnreachable; SessionsShared, SchemaRefused and RightsMissing before anything is changed
 */
export async function migrate(
  url: string,
  migrations: DataSourceOptions['migrations'],
  { known, allowsNewer }: SchemaTerms,
): Promise<string[]> {
  const dataSource = await connect({
    url,
    poolSize: 1,
    patienceMs: 0,
    entities: [],
    migrations,
    onPoolError: () => undefined,
  });
  const lock = new HeldLock(
    { url, aliveMs: USUAL_DEADLINES.connectMs },
    { text: 'SELECT pg_try_advisory_lock($1) AS taken', values: [MIGRATION_LOCK] },
  );
  const ask: Ask = <Row>(sql: string, values: readonly unknown[] = []) => dataSource.query<Row[]>(sql, [...values]);
  try {
    await assertOwnSessions(url);
    await lock.acquire();
    const before = await appliedMigrations(ask);
    assertMayStart(before, known, VERSION, allowsNewer);
    const pending = known.filter(({ name }) => !before.some((one) => one.name === name));
    await assertRights(ask, pending.length > 0);
    await announce(ask, before, pending);
    const applied = await run(dataSource, () => recordFingerprints(ask, known, VERSION));
    await beginJobSchema(ask);
    await runJobMigrations({ pgPool: poolOf(dataSource) });
    return applied.map((migration) => migration.name);
  } catch (error) {
    await explainRefusal(ask, error);
    throw error;
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

async function run(dataSource: DataSource, record: () => Promise<void>): Promise<Migration[]> {
  try {
    return await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    // Also for those before one that failed: an older version must not take them for additive.
    await record();
  }
}
