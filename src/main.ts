import 'reflect-metadata';
import { welcome } from './demo/welcome.js';
import { type Config, loadConfig } from './platform/config/config.js';
import { VERSION } from './platform/database/version.js';
import { createLogger } from './platform/logging/logger.js';
import type { Running } from './start.js';
import { type Undo, undoAll } from './undo.js';

/** Longer than jobs and the database server may take one after the other, when the requests are done. */
const LONGEST_END_MS = 65_000;
const PARENT_LOOK_MS = 500;

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
const hurry = new AbortController();

function shutDown(signal: string): void {
  // Whoever sits at a terminal, or asks twice, waits for no balancer to notice. Requests under way are finished in any case: Ctrl-C
  // reaches this process twice, from the terminal and through npm.
  if (stopping || signal === 'SIGINT') hurry.abort();
  if (stopping) return;
  stopping = true;
  const { graceSeconds, drainSeconds } = config.shutdown;
  logger.info({ signal, grace_seconds: hurry.signal.aborted ? 0 : graceSeconds }, 'shutting down');
  setTimeout(() => process.exit(1), (graceSeconds + drainSeconds) * 1000 + LONGEST_END_MS).unref();
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
if (process.env['npm_lifecycle_event'] === 'start') endWithParent(process.ppid);

/** What npm was sent may end npm alone, or the shell between. A service without either would go on, and keep its port. */
function endWithParent(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) shutDown('the end of npm');
  }, PARENT_LOOK_MS).unref();
}

let isTold = false;
function tell(reason: string): void {
  isTold = true;
  process.stderr.write(`Headgate cannot start. ${reason}\n`);
}

// Where nothing is left that could wake it, Node ends a program that still waits, with code 13 and without a word.
process.once('exit', () => {
  if (running === undefined && !isTold)
    tell('It waited for something that never came; LOG_LEVEL=debug shows how far it was. Start it again.');
});

// First what fails soonest: a mistyped setting is told at once.
const undo: Undo[] = [];
const { openFoundations, readMeanwhile } = await import('./foundations.js');
try {
  const { assertFree } = await import('./platform/http/listen.js');
  const { http, metrics } = config;
  await assertFree('PORT', http.port, http.host);
  if (metrics.port !== undefined) await assertFree('METRICS_PORT', metrics.port, http.host);
  if (config.isTraced) {
    const { startTracing } = await import('./platform/tracing/start-tracing.js');
    // First in, so that the end of everything else is seen.
    undo.push(await startTracing(VERSION));
  }
  const reading = readMeanwhile(() => import('./start.js'));
  const foundations = await openFoundations(config, logger, undo, 'sealing', reading);
  const { start } = await reading;
  running = await start(foundations, undo, hurry.signal);
  if (stopping) stop(running);
  logger.info({ url: running.url }, 'listening');
  if (config.http.isInsecure)
    logger.warn(
      { reason: 'insecure_public_url' },
      'PUBLIC_URL is http: whoever is on the way reads passwords and tokens',
    );
  if (config.database.isInTheClear)
    logger.warn(
      { reason: 'database_without_tls' },
      'DATABASE_URL or one of DATABASE_REPLICA_URLS has no sslmode: whoever is on the way to the database reads what goes there; add sslmode=verify-full, or sslmode=disable if this is meant',
    );
  process.stdout.write(welcome(running.url, config, running.standIns));
} catch (error) {
  // Before anything is undone, which may fail as well.
  tell(error instanceof Error ? error.message : String(error));
  logger.debug({ err: error }, 'start failed');
  await undoAll(undo, logger);
  process.exit(1);
}
