import { runMigrations as runJobMigrations } from 'graphile-worker';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** Any number that nobody else uses on this database; two instances that start at once take turns on it. */
const MIGRATION_LOCK = 4_712_026_001;

/**
 * Brings the schema (and the job queue's own) up to date.
 * @returns the names of the migrations that ran now
 */
export async function migrate(dataSource: DataSource, url: string): Promise<string[]> {
  return withAdvisoryLock(url, MIGRATION_LOCK, async () => {
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await runJobMigrations({ connectionString: url });
    return applied.map((migration) => migration.name);
  });
}

/** A connection of its own holds the lock, so that a crash releases it and no pool timeout cuts a long migration short. */
async function withAdvisoryLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'headgate-lock', keepAlive: true });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work();
  } finally {
    await client.end();
  }
}
