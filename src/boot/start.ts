import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { ListLookAlikes } from '../accounts/application/list-look-alikes.js';
import { ListEmailCollisions } from '../accounts/application/list-email-collisions.js';
import { ListConfusableRoles } from '../organizations/application/list-confusable-roles.js';
import { ReviewPolicies } from '../abac/application/review-policies.js';
import { createApp } from './create-app.js';
import { undoAll } from './foundations.js';
import type { Undo } from './opened-database.js';
import { PUBLISHED_SECRETS, mintDemoSecrets } from '../demo/demo-data.js';
import { warnOfPublishedSecrets } from '../demo/published-secrets.js';
import { furnishDemo } from '../demo/furnish-demo.js';
import { seedDemo } from '../demo/seed-demo.js';
import { StandIns } from '../demo/stand-ins/stand-ins.js';
import { mintedDemo } from '../demo/welcome.js';
import type { Config } from '../platform/config/config.js';
import { localOrigin } from '../platform/config/local-origin.js';
import { closeGracefully } from '../platform/http/close-gracefully.js';
import { listen, openPort } from '../platform/http/listen.js';
import { managementServer } from '../platform/http/management-listener.js';
import { ShedConnections } from '../platform/http/shed-connections.js';
import { GraphileWorker } from '../platform/jobs/graphile-worker.js';
import { MailTransport } from '../platform/mail/mail-transport.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { Foundations } from '../platform/platform.module.js';
import { JobRegistry } from '../shared/ports/jobs.js';
import { ClockSkew } from '../platform/time/clock-skew.js';

export interface Running {
  readonly url: string;
  /** For a demo that brings everything with it. */
  readonly standIns: string | null;
  /**
   * The instance announces that it leaves; after the grace period, requests in progress finish, then jobs, connections
   * and the embedded server stop.
   */
  stop(): Promise<void>;
}

/**
 * Serves on the given foundations. Everything that it starts is added to what has to be undone, even if it fails. @param hurry ends the
 * grace period at shutdown
 */
export async function start(foundations: Foundations, undo: Undo[], hurry: AbortSignal): Promise<Running> {
  const { config, logger, clock } = foundations;
  const app = await createApp(foundations);
  const worker = app.get(GraphileWorker);
  const mailTransport = app.get(MailTransport);
  undo.push(async () => mailTransport.close());
  undo.push(() => worker.stop());
  const management = managementServer(app.getHttpAdapter().getInstance(), app.get(Metrics));
  // It tells that the instance leaves until the requests of others are done.
  undo.push(() => endAtOnce(management));
  const stopWatching = app.get(ClockSkew).watch();
  undo.push(async () => stopWatching());
  undo.push(() => closeGracefully(app, config.shutdown, hurry));
  if (config.demo) await seed(app, foundations);
  await warnOfCollisions(app.get(ListEmailCollisions), logger);
  await warnOfLookAlikes(app.get(ListLookAlikes), logger);
  await warnOfConfusableRoles(app.get(ListConfusableRoles), logger).catch((err: unknown) =>
    logger.warn({ err }, 'whether names of roles differ in case only could not be looked up'),
  );
  app.get(JobRegistry).schedule('abac.review-policies', '*/5 * * * *', () => warnOfPolicies(app, logger, REVIEWED.byJob));
  await warnOfPolicies(app, logger, REVIEWED.byStart).catch((err: unknown) =>
    logger.warn({ err }, 'policies from before the upgrade could not be looked through; a job tries again'),
  );
  await worker.start();
  const shed = new ShedConnections(logger, clock);
  const stopLooking = shed.watchDescriptors();
  undo.push(async () => stopLooking());
  const server: Server = await listen(app, config.http, shed);
  // Only now, for nobody shall be told that an instance is ready that takes no requests yet.
  if (config.management !== undefined)
    await openPort(management, config.management.variable, config.management.port, config.http.host, shed);
  if (config.http.isOpen) warnOfPublished(app, logger);
  const standIns = config.demoStandIns ? app.get(StandIns).origin : null;
  return { url: urlOf(server, config), standIns, stop: () => undoAll(undo, logger) };
}

async function endAtOnce(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

async function warnOfCollisions(list: ListEmailCollisions, logger: Foundations['logger']): Promise<void> {
  const user_ids = (await list.execute()).map(({ userId }) => userId);
  if (user_ids.length === 0) return;
  logger.warn(
    { reason: 'email_collision', user_ids },
    'the addresses of these accounts lead to other accounts: see npm run admin -- list-email-collisions',
  );
}

async function warnOfLookAlikes(list: ListLookAlikes, logger: Foundations['logger']): Promise<void> {
  const user_ids = await list.execute();
  if (user_ids.length === 0) return;
  logger.warn(
    { reason: 'look_alike', user_ids },
    'the usernames of these accounts look like those of older ones: look who they are, and rename them',
  );
}

async function warnOfConfusableRoles(list: ListConfusableRoles, logger: Foundations['logger']): Promise<void> {
  const role_ids = (await list.execute()).flat();
  if (role_ids.length === 0) return;
  logger.warn(
    { reason: 'role_names', role_ids },
    'the names of these roles differ from others of their organization in case only: rename them with PUT /api/v1/roles/{role_id}',
  );
}

/** Organizations: few before the service listens, and the others by a job, as far as it gets within its five minutes. */
const REVIEWED = { byStart: 100, byJob: 1_000 };

/** Once for each organization after the upgrade. */
async function warnOfPolicies(app: INestApplicationContext, logger: Foundations['logger'], most: number): Promise<void> {
  await app.get(ReviewPolicies).execute(
    (found) =>
      logger.warn(
        { reason: 'policy_names', ...found },
        'this access policy names what there is not, so it may meet nobody: look at it under Access policies',
      ),
    (found) =>
      logger.warn(
        { reason: 'data_policy_names_and_values', ...found },
        'this data policy names what there is not, or compares values that do not fit: look at it under Data policies',
      ),
    most,
  );
}

async function seed(app: INestApplicationContext, { config, databaseUrl, logger }: Foundations): Promise<void> {
  const secrets = config.http.isOpen ? mintDemoSecrets() : PUBLISHED_SECRETS;
  const founded = await seedDemo(app, databaseUrl, secrets);
  if (founded === null) return;
  logger.info({}, 'demo data seeded');
  // At once: they are shown only now, even if this start fails later.
  if (config.http.isOpen) process.stdout.write(mintedDemo(secrets));
  await furnishDemo(app, founded, secrets.password).catch((err: unknown) =>
    logger.warn(
      { err },
      'the demo lacks a part of its second owner, schemas, glossary, verified pairs, tag or draft policy: make them on its pages, or begin again with an empty data directory',
    ),
  );
}

/** Beside the service, which does not wait for it. */
function warnOfPublished(app: INestApplicationContext, logger: Foundations['logger']): void {
  warnOfPublishedSecrets(app, (text) => process.stdout.write(text)).catch((err: unknown) =>
    logger.warn({ err }, 'whether secrets of the demo are published could not be looked up'),
  );
}

function urlOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  return localOrigin(config.http.host, port);
}
