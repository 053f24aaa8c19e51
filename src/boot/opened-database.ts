import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as PinoLogger } from 'pino';
import { ENTITY_SCHEMAS, KNOWN_MIGRATIONS, MIGRATIONS, SEALED_COLUMNS } from './database.js';
import type { Config } from '../platform/config/config.js';
import { AesSecretBox } from '../platform/crypto/aes-secret-box.js';
import { loadMasterKeys } from '../platform/crypto/master-keys.js';
import { holdsSealed, proveKeys } from '../platform/crypto/proof-of-keys.js';
import { connect } from '../platform/database/connect.js';
import { shortageOfConnections } from '../platform/database/connection-room.js';
import { HeldLock, KEY_FILE_LOCK, sharedLock } from '../platform/database/held-lock.js';
import type { LockSettings } from '../platform/database/lock-client.js';
import { migrate } from '../platform/database/migrate.js';
import { TypeOrmSession } from '../platform/database/typeorm-session.js';
import type { Foundations } from '../platform/platform.module.js';
import { SystemClock } from '../platform/time/system-clock.js';
import { SealedValueUnreadable } from '../shared/ports/secret-box.js';

/** What has to be undone at the end, the last first. */
export type Undo = () => Promise<void>;

/** `sealing` keeps the key file from changing as long as this process lives. */
export type Use = 'sealing' | 'rotating keys';

const PAUSE_MS = 1_000;

/**
 * The database at this address, migrated and connected, with everything the application is built on.
 * @throws DatabaseUnreachable, SchemaRefused, MasterKeyFileUnusable
 */
export async function openDatabase(databaseUrl: string, config: Config, logger: PinoLogger, undo: Undo[], use: Use): Promise<Foundations> {
  const terms = { known: KNOWN_MIGRATIONS, allowsNewer: config.database.allowsNewer };
  const applied = await migrate(databaseUrl, MIGRATIONS, terms, {
    applies: (migration) => logger.info({ ...migration }, 'applying a migration'),
    waits: (inTheWay) => logger.warn({ in_the_way: inTheWay }, 'a migration waits for a table that others use; it tries again'),
    queues: () => logger.info('another process migrates this database; this one waits for its turn'),
  });
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
  const tooFew = await shortageOfConnections((sql) => dataSource.query(sql), config.database.poolSize);
  if (tooFew !== null) logger.warn({}, tooFew);
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
    // Keys that are not read yet are checked once they are.
    while (keys.secretBox !== undefined && !isReleased) {
      try {
        return await proveKeys(session, keys.secretBox, SEALED_COLUMNS);
      } catch (err) {
        if (err instanceof SealedValueUnreadable) {
          logger.fatal({ err }, 'the key file has changed under this process: stopping');
          process.kill(process.pid, 'SIGTERM');
          return;
        }
        // An outage, or the end of this process, says nothing about the keys.
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
