import { join } from 'node:path';
import type { Logger as PinoLogger } from 'pino';
import type { Undo, Use } from './opened-database.js';
import { openDataDirectory } from './data-directory.js';
import type { Config } from '../platform/config/config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.js';
import type { Foundations } from '../platform/platform.module.js';

/**
 * The database, migrated and connected, with everything the application is built on.
 * @param meanwhile work that is done while an embedded server starts, such as loading code
 * @throws DataDirectoryUnusable, DatabaseUnreachable, SchemaRefused, EmbeddedPostgresUnavailable, MasterKeyFileUnusable
 */
export async function openFoundations(
  config: Config,
  logger: PinoLogger,
  undo: Undo[],
  use: Use = 'sealing',
  meanwhile: Promise<unknown> = Promise.resolve(),
): Promise<Foundations> {
  await openDataDirectory(config.dataDirectory, config.database.url === undefined);
  const reading = readMeanwhile(() => import('./opened-database.js'));
  const databaseUrl = config.database.url ?? (await startEmbedded(config, logger, undo)).url;
  const { openDatabase } = await reading;
  // Loading blocks everything else, and on a slow machine a connection would time out before its answer is read.
  await meanwhile;
  return openDatabase(databaseUrl, config, logger, undo, use);
}

/** The last first. A part that cannot be stopped does not keep the others from stopping. */
export async function undoAll(undo: Undo[], logger: PinoLogger): Promise<void> {
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) {
    await last().catch((err: unknown) => logger.error({ err }, 'a part could not be stopped'));
  }
}

/** Begins to load a module that is needed soon. Callers that await it learn of a failure. */
export function readMeanwhile<Module>(read: () => Promise<Module>): Promise<Module> {
  const reading = read();
  reading.catch(() => undefined);
  return reading;
}

async function startEmbedded(config: Config, logger: PinoLogger, undo: Undo[]): Promise<EmbeddedPostgres> {
  // The driver reads them, and they are about another server.
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) Reflect.deleteProperty(process.env, name);
  const embedded = await startEmbeddedPostgres({
    dataDirectory: join(config.dataDirectory, 'postgres'),
    log: (message, fields) => logger.info({ ...fields }, message),
  });
  undo.push(() => embedded.stop());
  return embedded;
}
