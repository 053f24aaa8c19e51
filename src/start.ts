import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger as PinoLogger } from 'pino';
import { createApp } from './create-app.js';
import { SEALED_COLUMNS } from './database.js';
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
import { GraphileWorker } from './platform/jobs/graphile-worker.js';
import { MailTransport } from './platform/mail/mail-transport.js';
import { listenForMetrics } from './platform/metrics/metrics-listener.js';
import { Metrics } from './platform/metrics/metrics.js';
import type { Foundations } from './platform/platform.module.js';
import { SystemClock } from './platform/time/system-clock.js';

/** What has to be undone at the end, the last first. */
type Undo = () => Promise<void>;

export interface Running {
  readonly app: NestExpressApplication;
  readonly url: string;
  /** In-flight requests finish, then jobs, connections and the embedded server stop. */
  stop(): Promise<void>;
}

/** The database, connected and migrated, with everything the application stands on. */
export async function lay(config: Config, logger: PinoLogger, undo: Undo[]): Promise<Foundations> {
  // As root the embedded server's account passes through it to its own part; what is secret in here says so itself.
  await mkdir(config.dataDirectory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const databaseUrl = config.database.url ?? (await startEmbedded(config, logger, undo)).url;
  const dataSource = await connect({
    url: databaseUrl,
    poolSize: config.database.poolSize,
    onPoolError: (err) => logger.warn({ err }, 'an idle database connection was lost'),
  });
  undo.push(() => dataSource.destroy());
  const applied = await migrate(dataSource, databaseUrl);
  if (applied.length > 0) logger.info({ migrations: applied }, 'database migrated');
  const secretBox = new AesSecretBox(await loadMasterKeys(config));
  await proveKeys(new TypeOrmSession(dataSource), secretBox, SEALED_COLUMNS);
  return { config, logger, dataSource, databaseUrl, secretBox, clock: new SystemClock() };
}

/** @throws ConfigurationInvalid, DatabaseUnreachable, EmbeddedPostgresUnavailable, MasterKeyFileUnusable */
export async function start(config: Config, logger: PinoLogger): Promise<Running> {
  const undo: Undo[] = [];
  const stop = async (): Promise<void> => {
    for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last();
  };
  try {
    const foundations = await lay(config, logger, undo);
    if (config.masterKeys === undefined) {
      const lock = new SharedLock(foundations.databaseUrl, KEY_FILE_LOCK);
      await lock.acquire();
      undo.push(() => lock.release());
    }
    const app = await createApp(foundations);
    const worker = app.get(GraphileWorker);
    const mailTransport = app.get(MailTransport);
    undo.push(async () => mailTransport.close());
    undo.push(() => worker.stop());
    undo.push(() => closeGracefully(app));
    if (config.demo && (await seedDemo(app))) logger.info({}, 'demo data seeded');
    await worker.start();
    if (config.metrics.port !== undefined) {
      const listener = await listenForMetrics(app.get(Metrics), config.http.host, config.metrics.port);
      undo.push(async () => void listener.close());
    }
    const server: Server = await app.listen(config.http.port, config.http.host);
    return { app, url: urlOf(server, config), stop };
  } catch (error) {
    await stop();
    throw error;
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
