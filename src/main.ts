import 'reflect-metadata';
import type { Undo } from './boot/opened-database.js';
import type { Running } from './boot/start.js';
import { welcome } from './demo/welcome.js';
import { type Config, loadConfig } from './platform/config/config.js';
import { VERSION } from './platform/database/version.js';
import { createLogger } from './platform/logging/logger.js';
import { linesFor } from './platform/logging/readable-lines.js';

/** Longer than jobs and the database server may take one after the other once the requests are done. */
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
const logger = createLogger(config.logLevel, linesFor(config.logFormat));
let running: Running | undefined;
let stopping = false;
const hurry = new AbortController();

function shutDown(signal: string): void {
  // The grace is for balancers. A person at a terminal, or one who asks twice, need not wait for it. Requests in progress are finished
  // in any case: Ctrl-C reaches this process twice, from the terminal and through npm.
  if (stopping || signal === 'SIGINT') hurry.abort();
  if (stopping) return;
  stopping = true;
  const { graceSeconds, drainSeconds } = config.shutdown;
  logger.info({ signal, grace_seconds: hurry.signal.aborted ? 0 : graceSeconds }, 'shutting down');
  setTimeout(() => process.exit(1), (graceSeconds + drainSeconds) * 1000 + LONGEST_END_MS).unref();
  // During the start there is nothing to finish yet; it is undone as soon as it is complete.
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

/**
 * A signal to npm may end npm alone, or the shell between. Without this, the service would go on without them and keep
 * its port.
 */
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

// When nothing is left that could wake it, Node ends a waiting program silently with code 13.
process.once('exit', () => {
  if (running === undefined && !isTold)
    tell('It waited for something that never came. Start it again with LOG_LEVEL=debug to see how far it gets.');
});

// What fails soonest comes first: a mistyped setting is reported at once.
const undo: Undo[] = [];
const { openFoundations, readMeanwhile, undoAll } = await import('./boot/foundations.js');
try {
  const { assertFree } = await import('./platform/http/listen.js');
  const { http, management } = config;
  await assertFree('PORT', http.port, http.host);
  if (management !== undefined) await assertFree(management.variable, management.port, http.host);
  if (config.isTraced) {
    const { startTracing } = await import('./platform/tracing/start-tracing.js');
    // First in, so that it sees the end of everything else.
    undo.push(await startTracing(VERSION));
  }
  const reading = readMeanwhile(() => import('./boot/start.js'));
  const foundations = await openFoundations(config, logger, undo, 'sealing', reading);
  const { start } = await reading;
  running = await start(foundations, undo, hurry.signal);
  if (stopping) stop(running);
  logger.info({ url: running.url }, 'listening');
  // Before Node 24, everything that waits pays for what a request remembers (AsyncLocalStorage).
  if (Number.parseInt(process.versions.node, 10) < 24)
    logger.info({ node: process.version }, 'Node 24 needs about a third less CPU for the same requests');
  if (config.management?.variable === 'METRICS_PORT')
    logger.warn(
      { reason: 'old_setting' },
      'METRICS_PORT is now MANAGEMENT_PORT: rename it, for the next version does not read it any more',
    );
  if (config.http.isInsecure)
    logger.warn({ reason: 'insecure_public_url' }, 'PUBLIC_URL is http: others on the network can read passwords and tokens; use https');
  if (config.http.isAddressUnknown)
    logger.warn(
      { reason: 'public_url_missing', public_url: config.http.publicUrl },
      'HOST lets others reach the service, and PUBLIC_URL is not set: people can sign in only at public_url, and mails lead there; ' +
        'set PUBLIC_URL to the address that they open',
    );
  if (config.database.isInTheClear)
    logger.warn(
      { reason: 'database_without_tls' },
      'DATABASE_URL or one of DATABASE_REPLICA_URLS has no sslmode: others on the network can read what goes to ' +
        'the database; add sslmode=verify-full, or sslmode=disable if this is meant',
    );
  if (config.mail.isInTheClear)
    logger.warn(
      { reason: 'mail_without_tls' },
      'SMTP_URL does not insist on TLS: others on the network can read mails and the links in them; use smtps:, or add ?requireTLS=true',
    );
  process.stdout.write(welcome(running.url, config, running.standIns));
} catch (error) {
  // Before anything is undone, because undoing may fail as well.
  tell(error instanceof Error ? error.message : String(error));
  logger.debug({ err: error }, 'start failed');
  await undoAll(undo, logger);
  process.exit(1);
}
