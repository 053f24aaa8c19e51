import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import { connect, poolOf } from './connect.js';
import { type LockPatience, type OpenTransaction, USUAL_PATIENCE, withPatience } from './patient-locks.js';
import type { Ask } from './single-connection.js';
import { assertOwnSessions } from './pooling.js';
import { assertRights, beginJobSchema, explainRefusal } from './rights.js';
import { type KnownMigration, announce, appliedMigrations, assertMayStart, recordFingerprints } from './schema-history.js';
import { assertServerFits } from './server-fit.js';
import { VERSION } from './version.js';

export interface SchemaTerms {
  readonly known: readonly KnownMigration[];
  /** Whether a database to which a newer version has added is acceptable. */
  readonly allowsNewer: boolean;
}

/** Who tells the operator what goes on: an upgrade of a large database takes a while. */
export interface Progress {
  /** Called before each migration of a database that has had some; `of` counts those of this upgrade. */
  readonly applies: (migration: { readonly name: string; readonly number: number; readonly of: number }) => void;
  /** Called each time when a table is in use, before a pause. */
  readonly waits: (inTheWay: readonly OpenTransaction[]) => void | Promise<void>;
  /** Called when another process migrates, or what one has left at the server that was killed. */
  readonly queues: () => void;
}

const SILENT: Progress = { applies: () => undefined, waits: () => undefined, queues: () => undefined };

/** Any number that nothing else uses on this database; two instances that start at once take turns on it. */
const MIGRATION_LOCK = 4_712_026_001;
const TURN_POLL_MS = 200;
/** Whoever asks less often has lost the network, and would keep others off tables until the server notices. */
const SILENCE = '60s';

/**
 * Brings the schema (and the job queue's own) up to date, on its own connections: a migration may take longer than any
 * statement of the running service. It waits for a table only shortly and often, for whoever asks for the table after it waits as well.
 * @returns the names of the migrations that ran now
 * @throws DatabaseUnreachable; ServerUnfit, SessionsShared, SchemaRefused and RightsMissing before anything is changed; TablesInUse
 */
export async function migrate(
  url: string,
  migrations: DataSourceOptions['migrations'],
  { known, allowsNewer }: SchemaTerms,
  progress: Progress = SILENT,
  patience: LockPatience = USUAL_PATIENCE,
): Promise<string[]> {
  const dataSource = await connect({
    url,
    poolSize: 1,
    patienceMs: 0,
    entities: [],
    migrations,
    onPoolError: () => undefined,
  });
  const ask: Ask = <Row>(sql: string, values: readonly unknown[] = []) => dataSource.query<Row[]>(sql, [...values]);
  try {
    await assertServerFits(ask);
    await assertOwnSessions(url);
    await takeTurn(ask, progress.queues);
    const before = await appliedMigrations(ask);
    assertMayStart(before, known, VERSION, allowsNewer);
    const pending = known.filter(({ name }) => !before.some((one) => one.name === name));
    await assertRights(ask, pending.length > 0);
    let shortWaits = '';
    const patiently = (work: () => Promise<void>): Promise<void> =>
      withPatience(
        patience,
        ask,
        async (lockMs) => {
          // Not with the connection: a pooler that keeps sessions takes no such parameter.
          shortWaits = `SET lock_timeout = ${lockMs}`;
          await takeTurn(ask, progress.queues);
          await ask(shortWaits);
          await work();
        },
        progress.waits,
      );
    precedeEach(dataSource, async (name, runner) => {
      // The one before may have set it for itself.
      await runner.query(shortWaits);
      const number = pending.findIndex((one) => one.name === name) + 1;
      if (before.length > 0) progress.applies({ name, number, of: pending.length });
    });
    await patiently(() => announce(ask, before, pending));
    await patiently(() => run(dataSource, () => recordFingerprints(ask, known, VERSION)));
    await beginJobSchema(ask);
    await patiently(() => runJobMigrations({ pgPool: poolOf(dataSource) }));
    return pending.map(({ name }) => name);
  } catch (error) {
    await explainRefusal(ask, error);
    throw error;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Takes the lock in the session that migrates and not in one of its own: what a killed process has begun, the server finishes or undoes
 * before the next one begins. Who has it takes it once more, for a session that was lost has lost it too.
 */
async function takeTurn(ask: Ask, queues: () => void): Promise<void> {
  await ask(`SET idle_session_timeout = '${SILENCE}'`);
  await ask(`SET idle_in_transaction_session_timeout = '${SILENCE}'`);
  for (let polls = 0; ; polls += 1) {
    const [row] = await ask<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (row?.taken === true) return;
    if (polls === 0) queues();
    await sleep(TURN_POLL_MS);
  }
}

function precedeEach({ migrations }: DataSource, work: (name: string, runner: QueryRunner) => Promise<void>): void {
  for (const migration of migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      await work(migration.name ?? migration.constructor.name, runner);
      await up(runner);
    };
  }
}

async function run(dataSource: DataSource, record: () => Promise<void>): Promise<void> {
  try {
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    // Also for those before one that failed: an older version must not take them for additive.
    await record();
  }
}
