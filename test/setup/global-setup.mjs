// One database server for the whole run and one migrated, seeded template in it, which each test file clones.
// Works on the built code: Jest does not transform what a global setup imports.
import { access, constants, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import 'reflect-metadata';
import { createApp } from '../../dist/src/boot/create-app.js';
import { PUBLISHED_SECRETS } from '../../dist/src/demo/demo-data.js';
import { seedDemo } from '../../dist/src/demo/seed-demo.js';
import { openFoundations } from '../../dist/src/boot/foundations.js';
import { loadConfig } from '../../dist/src/platform/config/config.js';
import { apiDocument } from '../../dist/src/platform/http/openapi.js';
import { startEmbeddedPostgres } from '../../dist/src/platform/embedded-postgres/start-embedded-postgres.js';
import { createLogger } from '../../dist/src/platform/logging/logger.js';
import { buildClient } from '../../scripts/build-client.mjs';
import { makeRunDirectory, removeRunDirectory, sweepDeadRuns } from './run-directory.mjs';
import { CHEAP_PASSWORDS, TEMPLATE, TEMPLATE_MADE_AT, testEnvironment } from './test-environment.mjs';

/** What a server does besides answering, for databases that live for seconds and are never recovered. */
const NOTHING_ON_THE_SIDE = {
  autovacuum: 'off',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  checkpoint_timeout: '1h',
};

export default async function globalSetup() {
  // The tests of the client run what would be published.
  await buildClient();
  // Before the memory is measured: what a killed run left there is most of it.
  for (const parent of [MEMORY, tmpdir()]) await sweepDeadRuns(parent);
  const directory = await makeRunDirectory(await fastestDirectory());
  const server = await startEmbeddedPostgres({
    dataDirectory: join(directory, 'postgres'),
    durable: false,
    settings: { max_connections: '300', ...NOTHING_ON_THE_SIDE },
  });
  globalThis.headgateTestServer = {
    stop: async () => {
      await server.stop();
      await removeRunDirectory(directory);
    },
  };
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  // The same way to log in, at the least cost for both sides: each start of the application and each burst opens connections.
  await admin.query('SET scram_iterations = 1');
  await admin.query(`ALTER USER ${admin.user} PASSWORD ${admin.escapeLiteral(admin.password)}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  const undo = [];
  const configured = loadConfig({
    ...testEnvironment,
    DATABASE_URL: template.href,
    HEADGATE_DEMO: 'true',
    HEADGATE_DATA_DIR: join(directory, 'data'),
  });
  const config = { ...configured, passwords: CHEAP_PASSWORDS };
  const opened = await openFoundations(config, createLogger('warn'), undo);
  const foundations = { ...opened, clock: { now: () => new Date(TEMPLATE_MADE_AT) } };
  const app = await createApp(foundations);
  await seedDemo(app, template.href, PUBLISHED_SECRETS);
  // Of the built program, for only the build describes the bodies of requests. All answers are held against it.
  const document = join(directory, 'openapi.json');
  await writeFile(document, JSON.stringify(apiDocument(app, testEnvironment.PUBLIC_URL)));
  // Each test application makes one at the time of its own clock.
  await foundations.dataSource.query('DELETE FROM signing_keys');
  await app.close();
  for (const last of undo.reverse()) await last();
  process.env.HEADGATE_TEST_SERVER = server.url;
  process.env.HEADGATE_API_DOCUMENT = document;
  process.env.HEADGATE_SEEN_ANSWERS = join(directory, 'seen-answers');
}

/** What the databases of a run take at most, with room to spare. */
const ENOUGH_BYTES = 2 ** 31;
const MEMORY = '/dev/shm';

/**
 * In memory, where the system offers it: each spec makes and drops a database of a thousand files, and ext4 looks for each new file past
 * all that were deleted in the last minutes. That is 0.4 s of CPU for a database, and 0.03 s in memory.
 */
async function fastestDirectory() {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
