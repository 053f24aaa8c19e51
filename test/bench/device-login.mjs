import pg from 'pg';
import { DEMO_PASSWORD } from '../../dist/src/demo/demo-data.js';
import { addDevices, copyAccounts, trustedLogins } from './device-accounts.mjs';
import { Instrumented, postgresCpu } from './processes.mjs';
import { heading, number, over, table, times } from './report.mjs';
import { measureClients, startDatabase, startService } from './service.mjs';

/** A multiple of the groups: each is as often the first of a round as the others. */
const ROUNDS = 6;
const CLIENTS = 16;
const WARM_UP_MS = 700;
const DURATION_MS = 3_000;
const ORIGINAL = 'adam';
const MORE_DEVICES = 10_000;

const PLAIN = 'no second factor';
const TRUSTED = 'trusted device';
const AMONG_MANY = `trusted device, one of ${MORE_DEVICES + 1}`;

/** What it costs, beside bcrypt, to recognise a trusted device and to replace its token; however many there are. */
export async function deviceLogin(scratch, { profileDirectory }) {
  const cost = Number(process.env.BCRYPT_COST ?? 10);
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, bcryptCost: cost, profileDirectory });
  const groups = await prepareGroups(database.url, service.url);
  const bcrypt = new Instrumented(scratch, ['test/bench/bcrypt-baseline.mjs']);
  await bcrypt.next();
  const clients = new Instrumented(scratch, ['test/bench/device-client.mjs']);
  await clients.next();
  clients.child.send({ port: service.port, groups });
  heading(
    'device-login',
    ['bcrypt', 'express', 'pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version} and the clients on the same cores; service and raw bcrypt one process each, never at the same time`,
      `bcrypt cost ${cost} (BCRYPT_COST), UV_THREADPOOL_SIZE=${process.env.UV_THREADPOOL_SIZE ?? '4 (default)'} for both, ${CLIENTS} at once`,
      `three groups of ${CLIENTS} accounts, copies of ${ORIGINAL}: without a second factor; with TOTP and one trusted device; with TOTP and one trusted device among ${MORE_DEVICES} others of the same user`,
      `every client has a keep-alive connection and sends the device token that its last login brought; no login is answered MFA_REQUIRED`,
      `closed loop, ${ROUNDS} alternating rounds of ${DURATION_MS / 1000} s, medians; ratios and differences are of the same round`,
    ],
  );
  report(await measureRounds({ service, clients, bcrypt, cost, databaseCpu: () => postgresCpu(database.postmasterPid) }));
}

async function prepareGroups(databaseUrl, url) {
  const names = (prefix) => Array.from({ length: CLIENTS }, (_, index) => `${prefix}-${index}`);
  const [plain, trusted, amongMany] = [names('plain'), names('trusted'), names('among-many')];
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await copyAccounts(database, ORIGINAL, [...plain, ...trusted, ...amongMany]);
    const logins = await trustedLogins(url, [...trusted, ...amongMany]);
    await addDevices(database, amongMany, MORE_DEVICES);
    return {
      [PLAIN]: plain.map((username) => ({ username, password: DEMO_PASSWORD })),
      [TRUSTED]: logins.slice(0, CLIENTS),
      [AMONG_MANY]: logins.slice(CLIENTS),
    };
  } finally {
    await database.end();
  }
}

async function measureRounds({ service, clients, bcrypt, cost, databaseCpu }) {
  const duration = { warmUpMs: WARM_UP_MS, durationMs: DURATION_MS };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bcrypt.child.send({ cost, atOnce: CLIENTS, ...duration });
    const results = { raw: await bcrypt.next() };
    for (const group of rotated([PLAIN, TRUSTED, AMONG_MANY], round)) {
      clients.child.send({ group, ...duration });
      results[group] = await measureClients(service, clients, databaseCpu);
    }
    rounds.push(results);
  }
  return rounds;
}

const rotated = (groups, by) => groups.map((_, index) => groups[(index + by) % groups.length]);

function report(rounds) {
  table(
    [
      'login',
      'per second',
      'p50 ms',
      'p99 ms',
      'service CPU ms each',
      'CPU of raw bcrypt',
      'service CPU ms beyond bcrypt',
      'PostgreSQL CPU ms each',
      'all CPU ms beyond bcrypt',
      `more of it than with ${PLAIN}`,
    ],
    [['raw bcrypt.compare', ...rawFigures(rounds)], ...[PLAIN, TRUSTED, AMONG_MANY].map((group) => [group, ...figuresOf(rounds, group)])],
  );
}

function rawFigures(rounds) {
  const figure = (key) =>
    number(
      over(rounds, ({ raw }) => raw[key]),
      1,
    );
  return [figure('rate'), '-', '-', figure('cpuMs'), '1.00x', '-', '-', '-', '-'];
}

function figuresOf(rounds, group) {
  const own = (key, digits) =>
    number(
      over(rounds, (round) => round[group][key]),
      digits,
    );
  const service = (round) => round[group].cpuMs - round.raw.cpuMs;
  const all = (round, name) => round[name].cpuMs - round.raw.cpuMs + round[name].databaseCpuMs;
  return [
    own('rate', 1),
    own('p50', 0),
    own('p99', 0),
    own('cpuMs', 1),
    times(over(rounds, (round) => round[group].cpuMs / round.raw.cpuMs)),
    number(over(rounds, service)),
    own('databaseCpuMs', 2),
    number(over(rounds, (round) => all(round, group))),
    group === PLAIN ? '-' : number(over(rounds, (round) => all(round, group) - all(round, PLAIN))),
  ];
}
