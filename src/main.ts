import 'reflect-metadata';
import { welcome } from './demo/welcome.js';
import type { Undo } from './foundations.js';
import { type Config, loadConfig } from './platform/config/config.js';
import { createLogger } from './platform/logging/logger.js';
import type { Running } from './start.js';

/** Longer than requests, jobs and the database server may take one after the other. */
const LONGEST_SHUTDOWN_MS = 90_000;

function configOrExit(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const config = configOrExit();
const logger = createLogger(config.logLevel);
let running: Running | undefined;
let stopping = false;

function shutDown(signal: string): void {
  // Ctrl-C reaches this process twice, from the terminal and through npm: the second is no order to hurry.
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'shutting down');
  setTimeout(() => process.exit(1), LONGEST_SHUTDOWN_MS).unref();
  // During the start there is nothing to finish yet; it is undone as soon as it is done.
  if (running !== undefined) stop(running);
}

function stop(program: Running): void {
  program.stop().then(
    () => process.exit(0),
    (err: unknown) => {
      logger.error({ err }, 'shutdown failed');
      process.exit(1);
    },
  );
}

process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);

// Each part is read once the one before has succeeded: whoever mistyped a setting is told at once.
const undo: Undo[] = [];
const { openFoundations, undoAll } = await import('./foundations.js');
try {
  const foundations = await openFoundations(config, logger, undo);
  const { start } = await import('./start.js');
  running = await start(foundations, undo);
  if (stopping) stop(running);
  logger.info({ url: running.url }, 'listening');
  if (config.http.isInsecure)
    logger.warn(
      { reason: 'insecure_public_url' },
      'PUBLIC_URL is http: whoever is on the way reads passwords and tokens',
    );
  process.stdout.write(welcome(running.url, config));
} catch (error) {
  await undoAll(undo, logger);
  logger.debug({ err: error }, 'start failed');
  process.stderr.write(`Headgate cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
