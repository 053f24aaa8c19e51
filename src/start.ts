import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger as PinoLogger } from 'pino';
import { createApp } from './create-app.js';
import { ENTITY_SCHEMAS, MIGRATIONS, SEALED_COLUMNS } from './database.js';
import { seedDemo } from './demo/seed-demo.js';
import type { Config } from './platform/config/config.js';
import { AesSecretBox } from './platform/crypto/aes-secret-box.js';
import { loadMasterKeys } from './platform/crypto/master-keys.js';
import { proveKeys } from './platform/crypto/proof-of-keys.js';
import { connect } from './platform/database/connect.js';
import { migrate } from './platform/database/migrate.js';
import { KEY_FILE_LOCK, SharedLock } from './platform/database/shared-lock.js';
import { TypeOrmSession } from './platform/database/typeorm-session.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.js';
import { closeGracefully } from './platform/http/close-gracefully.js';
import { listen } from './platform/http/listen.js';
import { GraphileWorker } from './platform/jobs/graphile-worker.js';
import { MailTransport } from './platform/mail/mail-transport.js';
import { listenForMetrics } from './platform/metrics/metrics-listener.js';
import { Metrics } from './platform/metrics/metrics.js';
import type { Foundations } from './platform/platform.module.js';
import { SystemClock } from './platform/time/system-clock.js';

/** What has to be undone at the end, the last first. */
export type Undo = () => Promise<void>;

export interface Running {
  readonly app: NestExpressApplication;
  readonly url: string;
  /** In-flight requests finish, then jobs, connections and the embedded server stop. */
  stop(): Promise<void>;
}

const STATEMENT_PATIENCE_MS = 30_000;

/** The database, migrated and connected, with everything the application stands on. */
export async function lay(
  config: Config,
  logger: PinoLogger,
  undo: Undo[],
  use: 'sealing' | 'rotating keys' = 'sealing',
): Promise<Foundations> {
  // As root the embedded server's account passes through it to its own part; what is secret in here says so itself.
  await mkdir(config.dataDirectory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const databaseUrl = config.database.url ?? (await startEmbedded(config, logger, undo)).url;
  const applied = await migrate(databaseUrl, MIGRATIONS);
  if (applied.length > 0) logger.info({ migrations: applied }, 'database migrated');
  const dataSource = await connect({
    url: databaseUrl,
    poolSize: config.database.poolSize,
    patienceMs: STATEMENT_PATIENCE_MS,
    entities: ENTITY_SCHEMAS,
    migrations: MIGRATIONS,
    onPoolError: (err) => logger.warn({ err }, 'an idle database connection was lost'),
  });
  undo.push(() => dataSource.destroy());
  const session = new TypeOrmSession(dataSource);
  // Before the keys are read: from then on no rotation may change the file under this process.
  if (use === 'sealing' && config.masterKeys === undefined) {
    await holdKeyFile(databaseUrl, undo, () => proveKeys(session, secretBox, SEALED_COLUMNS), logger);
  }
  const secretBox = new AesSecretBox(await loadMasterKeys(config));
  await proveKeys(session, secretBox, SEALED_COLUMNS);
  return { config, logger, dataSource, databaseUrl, secretBox, clock: new SystemClock() };
}

/** @throws ConfigurationInvalid, DatabaseUnreachable, EmbeddedPostgresUnavailable, MasterKeyFileUnusable */
export async function start(config: Config, logger: PinoLogger): Promise<Running> {
  const undo: Undo[] = [];
  const stop = (): Promise<void> => undoAll(undo, logger);
  try {
    const foundations = await lay(config, logger, undo);
    const app = await createApp(foundations);
    const worker = app.get(GraphileWorker);
    const mailTransport = app.get(MailTransport);
    undo.push(async () => mailTransport.close());
    undo.push(() => worker.stop());
    if (config.metrics.port !== undefined) {
      const listener = await listenForMetrics(app.get(Metrics), config.http.host, config.metrics.port);
      undo.push(async () => {
        listener.close();
        listener.closeAllConnections();
        await once(listener, 'close');
      });
    }
    undo.push(() => closeGracefully(app));
    if (config.demo && (await seedDemo(app, foundations.databaseUrl))) logger.info({}, 'demo data seeded');
    await worker.start();
    const server: Server = await listen(app, config.http.port, config.http.host);
    return { app, url: urlOf(server, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function holdKeyFile(url: string, undo: Undo[], prove: () => Promise<void>, logger: PinoLogger): Promise<void> {
  const lock = new SharedLock(url, KEY_FILE_LOCK, async () => {
    try {
      await prove();
    } catch (err) {
      logger.fatal({ err }, 'the key file has changed under this process: stopping');
      process.kill(process.pid, 'SIGTERM');
    }
  });
  undo.push(() => lock.release());
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

function urlOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  const host = config.http.host.includes(':') ? `[${config.http.host}]` : config.http.host;
  return `http://${host}:${port}`;
}
