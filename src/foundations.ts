import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as PinoLogger } from 'pino';
import { ENTITY_SCHEMAS, KNOWN_MIGRATIONS, MIGRATIONS, SEALED_COLUMNS } from './database.js';
import type { Config } from './platform/config/config.js';
import { AesSecretBox } from './platform/crypto/aes-secret-box.js';
import { loadMasterKeys } from './platform/crypto/master-keys.js';
import { holdsSealed, proveKeys } from './platform/crypto/proof-of-keys.js';
import { connect } from './platform/database/connect.js';
import type { LockSettings } from './platform/database/lock-client.js';
import { migrate } from './platform/database/migrate.js';
import { HeldLock, KEY_FILE_LOCK, sharedLock } from './platform/database/held-lock.js';
import { TypeOrmSession } from './platform/database/typeorm-session.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.js';
import type { Foundations } from './platform/platform.module.js';
import { SystemClock } from './platform/time/system-clock.js';
import { SealedValueUnreadable } from './shared/ports/secret-box.js';

/** What has to be undone at the end, the last first. */
export type Undo = () => Promise<void>;

const PAUSE_MS = 1_000;

/**
 * The database, migrated and connected, with everything the application stands on.
 * @throws DatabaseUnreachable, SchemaRefused, EmbeddedPostgresUnavailable, MasterKeyFileUnusable
 */
export async function openFoundations(
  config: Config,
  logger: PinoLogger,
  undo: Undo[],
  use: 'sealing' | 'rotating keys' = 'sealing',
): Promise<Foundations> {
  // As root the embedded server's account passes through it to its own part; what is secret in here says so itself.
  await mkdir(config.dataDirectory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const databaseUrl = config.database.url ?? (await startEmbedded(config, logger, undo)).url;
  const terms = { known: KNOWN_MIGRATIONS, allowsNewer: config.database.allowsNewer };
  const applied = await migrate(databaseUrl, MIGRATIONS, terms);
  if (applied.length > 0) logger.info({ migrations: applied }, 'database migrated');
  const dataSource = await connect({
    url: databaseUrl,
    poolSize: config.database.poolSize,
    patienceMs: config.database.statementMs,
    answerMs: config.database.answerMs,
    connectMs: config.database.connectMs,
    entities: ENTITY_SCHEMAS,
    migrations: MIGRATIONS,
    onPoolError: (err) => logger.warn({ err }, 'an idle database connection was lost'),
  });
  undo.push(() => dataSource.destroy());
  const session = new TypeOrmSession(dataSource);
  const keys: KeysInUse = {};
  // Before the keys are read: from then on no rotation may change the file under this process.
  if (use === 'sealing' && config.masterKeys === undefined) {
    await holdKeyFile({ url: databaseUrl, aliveMs: config.database.connectMs }, undo, session, keys, logger);
  }
  const secretBox = new AesSecretBox(await loadMasterKeys(config, () => holdsSealed(session, SEALED_COLUMNS)));
  keys.secretBox = secretBox;
  await proveKeys(session, secretBox, SEALED_COLUMNS);
  return { config, logger, dataSource, databaseUrl, secretBox, clock: new SystemClock() };
}

/** Empty until they are read. */
interface KeysInUse {
  secretBox?: AesSecretBox;
}

async function holdKeyFile(
  settings: LockSettings,
  undo: Undo[],
  session: TypeOrmSession,
  keys: KeysInUse,
  logger: PinoLogger,
): Promise<void> {
  let isReleased = false;
  const lock = new HeldLock(settings, sharedLock(KEY_FILE_LOCK), async () => {
    // Keys that are not read yet are proved once they are.
    while (keys.secretBox !== undefined && !isReleased) {
      try {
        return await proveKeys(session, keys.secretBox, SEALED_COLUMNS);
      } catch (err) {
        if (err instanceof SealedValueUnreadable) {
          logger.fatal({ err }, 'the key file has changed under this process: stopping');
          process.kill(process.pid, 'SIGTERM');
          return;
        }
        // An outage, or the end of this process, says nothing of the keys.
        logger.warn({ err }, 'the keys could not be compared with the database yet');
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  });
  undo.push(() => {
    isReleased = true;
    return lock.release();
  });
  await lock.acquire();
}

/** The last first; a part that cannot be stopped keeps no other from it. */
export async function undoAll(undo: Undo[], logger: PinoLogger): Promise<void> {
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) {
    await last().catch((err: unknown) => logger.error({ err }, 'a part could not be stopped'));
  }
}

async function startEmbedded(config: Config, logger: PinoLogger, undo: Undo[]): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({
    dataDirectory: join(config.dataDirectory, 'postgres'),
    log: (message, fields) => logger.info({ ...fields }, message),
  });
  undo.push(() => embedded.stop());
  return embedded;
}
