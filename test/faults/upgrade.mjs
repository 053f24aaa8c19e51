// npm run test:upgrade [-- <people> <audit events> <git ref or directory of the older version>]
// An instance of the last release serves logins while this version migrates its database: the migration is killed at ten places and
// goes on, and two finish it at once. No request may fail or wait for a table, and the schema has to become that of a new database.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { builtCheckout } from '../bench/checkout.mjs';
import { quantile } from '../bench/load.mjs';
import { number, table } from '../bench/report.mjs';
import { Scratch } from '../bench/scratch.mjs';
import { logIn, startDatabase, startService } from '../bench/service.mjs';
import { notOf } from '../../scripts/kept-release.mjs';
import { root } from '../bench/processes.mjs';
import { lastRelease } from './last-release.mjs';
import { schemaOf } from './schema-of.mjs';
import { Run, finishedByTwo, killedAtTenPlaces } from './upgrade-kills.mjs';
import { LockWatch, Logins } from './upgrade-load.mjs';
import { seedInstallation } from './upgrade-seed.mjs';

const [people = '20000', events = '100000', base = lastRelease()] = process.argv.slice(2);
/** A migration stops others for 0.1 s, and for 1.5 s where a vacuum has to make way; a busy machine adds to that. */
const LONGEST_WAIT_MS = 2_000;

if (base === undefined) {
  console.log(
    'Skipped: the history here has no release with fewer migrations. To name one: npm run test:upgrade -- 20000 100000 <git ref or directory>',
  );
  process.exit();
}

const scratch = await Scratch.make();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void scratch.clear().then(() => process.exit(1)));
try {
  const problems = await upgrade({ people: Number(people), events: Number(events) });
  for (const problem of problems.slice(0, 20)) console.log(`- ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await scratch.clear();
}

/** @returns what went wrong */
async function upgrade(counts) {
  const checkout = await timed(`version ${base} is built`, () => builtCheckout(scratch, base));
  const database = await startDatabase(scratch);
  const environment = {
    DATABASE_URL: database.url,
    HEADGATE_DATA_DIR: join(scratch.directory, 'data'),
    HEADGATE_MASTER_KEY: randomBytes(32).toString('base64'),
    SHUTDOWN_GRACE_SECONDS: '0',
  };
  const started = (of) => startService(scratch, { databaseUrl: database.url, environment, ...of });
  const client = await connected(database.url);
  // It makes the schema of its time and the people of the demo.
  await (await started({ checkout })).server.stop();
  await timed(`${counts.people} people and ${counts.events} events are there`, () => seedInstallation(client, counts));

  const old = await started({ checkout });
  const [logins, watch] = [new Logins(old.url, counts.people), new LockWatch(await connected(database.url))];
  watch.begin();
  logins.begin();
  const begun = performance.now();
  const killed = await killedAtTenPlaces(environment, client);
  const two = await finishedByTwo(environment);
  const seconds = (performance.now() - begun) / 1000;
  await logins.end();
  await watch.end();

  table(
    [
      'people',
      'events',
      'migrations',
      'killed',
      'seconds',
      'logins',
      'failed requests',
      'a second',
      'p50 ms',
      'p99 ms',
      'longest wait for a table ms',
      'of',
    ],
    [
      [
        counts.people,
        counts.events,
        killed.migrations,
        killed.places.length,
        number(seconds, 0),
        logins.latencies.length,
        logins.failed.length,
      ]
        .map(String)
        .concat(
          number(logins.latencies.length / seconds, 1),
          number(quantile(logins.latencies, 0.5), 0),
          number(quantile(logins.latencies, 0.99), 0),
          number(watch.longestMs, 0),
          watch.relation,
        ),
    ],
  );
  console.log(`\nKilled ${killed.places.join(', ')}.\n`);
  return [
    ...(logins.latencies.length > 0 ? [] : ['no login was answered']),
    ...(killed.places.length > 0 ? [] : ['no migration was killed']),
    ...logins.failed,
    ...two,
    ...(watch.longestMs < LONGEST_WAIT_MS ? [] : [`a request waited ${number(watch.longestMs, 0)} ms for ${watch.relation}`]),
    ...(await differences(client)),
    ...(await keptOtherwise(checkout)),
    ...(await versionsBeside({ old, started, checkout, environment })),
  ];
}

/** What changes of the API are held against has to be what the release was. An older release than the last one is not kept. */
async function keptOtherwise(checkout) {
  const [now, then] = await Promise.all([root, checkout].map((one) => readFile(join(one, 'package.json'), 'utf8').then(JSON.parse)));
  if (now.version !== then.version) return [];
  return notOf(root, checkout).map((name) => `test/compatibility/${name} is not that of the release: run scripts/kept-release.mjs`);
}

/** What this schema has and that of a new database has not, and the other way round. */
async function differences(client) {
  const fresh = await startDatabase(scratch, 'fresh');
  const run = new Run({
    DATABASE_URL: fresh.url,
    HEADGATE_DATA_DIR: join(scratch.directory, 'fresh-data'),
    HEADGATE_MASTER_KEY: randomBytes(32).toString('base64'),
  });
  if ((await run.ended) !== 0) return [`a new database was not migrated: ${run.output}`];
  const [is, wanted] = [await schemaOf(client), await schemaOf(await connected(fresh.url))];
  return [
    ...is.filter((line) => !wanted.includes(line)).map((line) => `the upgraded schema has: ${line}`),
    ...wanted.filter((line) => !is.includes(line)).map((line) => `the upgraded schema lacks: ${line}`),
  ];
}

/** The old instance goes on beside the new one. One that starts now says why it does not, and does for a roll-back. */
async function versionsBeside({ old, started, checkout, environment }) {
  const ready = (await fetch(`${old.url}/health/ready`)).status;
  await logIn((await started({})).url);
  const refused = new Run({ ...environment, NODE_ENV: 'development' }, checkout);
  const code = await refused.ended;
  await logIn((await started({ checkout, environment: { ...environment, ALLOW_NEWER_DATABASE: 'true' } })).url);
  return [
    ...(ready === 200 ? [] : [`the old instance is not ready: ${ready}`]),
    ...(code === 1 && /this is Headgate|newer build of Headgate/.test(refused.output)
      ? []
      : [`an old instance that starts says (${code}): ${refused.output}`]),
  ];
}

async function connected(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  scratch.defer(() => client.end());
  return client;
}

async function timed(what, work) {
  const begun = performance.now();
  const result = await work();
  console.log(`${what}: ${number((performance.now() - begun) / 1000, 0)} s`);
  return result;
}
