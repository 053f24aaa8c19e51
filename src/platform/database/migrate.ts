import { runMigrations as runJobMigrations } from 'graphile-worker';
import type { QueryResultRow } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { connect } from './connect.js';
import type { Ask } from './single-connection.js';
import { type KnownMigration, appliedMigrations, assertMayStart, recordFingerprints } from './schema-history.js';
import { VERSION } from './version.js';
import { lockClient } from './lock-client.js';

export interface SchemaTerms {
  readonly known: readonly KnownMigration[];
  /** Whether a database that a newer version has added to is good enough. */
  readonly allowsNewer: boolean;
}

/** Any number that nobody else uses on this database; two instances that start at once take turns on it. */
const MIGRATION_LOCK = 4_712_026_001;

/**
 * Brings the schema (and the job queue's own) up to date, on connections of its own: a migration may take longer than any
 * statement of the running service.
 * @returns the names of the migrations that ran now
 * @throws DatabaseUnreachable; SchemaRefused before anything is changed
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
  const lock = lockClient(url);
  try {
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ask: Ask = async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await lock.query<Row>(sql, [...values])).rows;
    assertMayStart(await appliedMigrations(ask), known, VERSION, allowsNewer);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await recordFingerprints(ask, known, VERSION);
    await runJobMigrations({ connectionString: url });
    return applied.map((migration) => migration.name);
  } finally {
    await lock.end();
    await dataSource.destroy();
  }
}
