import { builtCheckout } from './checkout.mjs';
import { RETURN_TO, kindsOf } from './compare-kinds.mjs';
import { Instrumented, postgresCpu, root } from './processes.mjs';
import { quantile } from './load.mjs';
import { heading, median, number, table, times } from './report.mjs';
import { startDatabase, startService } from './service.mjs';

const MINUTES = 10;
/** Of CPU: a machine that others use too is slow, and the turns are as good. */
const TURN_MS = 250;
/** Of CPU: enough requests for the optimising compiler. */
const WARM_UP_MS = 600;
const FEWEST = 4;

/**
 * What a request costs in this build and in another one. Both run all the time, each on a PostgreSQL server of its own, and take turns
 * with the same number of requests. CPU time is what is compared: others who use the machine hardly change it.
 */
export async function compare(scratch, { base, minutes = String(MINUTES), only = '' }) {
  const checkouts = { base: await builtCheckout(scratch, base), now: root };
  const idp = new Instrumented(scratch, ['test/bench/oidc-idp.mjs']);
  const { issuer } = await idp.next();
  const builds = [];
  for (const [name, checkout] of Object.entries(checkouts)) builds.push(await startBuild(scratch, { name, checkout, issuer }));
  heading(
    'compare',
    ['@nestjs/core', 'pg'],
    [
      `base: ${base}; now: this checkout; each one process of the service and a PostgreSQL server of its own (durable)`,
      `rounds for ${minutes} min: in each, every kind has a turn of about ${TURN_MS} ms of CPU with each build, the same number of requests for both, from 4 clients at once; medians`,
      'CPU of a request: user and system time of the service; ratios are of the same round, and half of the rounds lie within the span',
    ],
  );
  const kinds = await warmedUp(builds, only);
  const until = performance.now() + Number(minutes) * 60_000;
  for (let round = 0; round === 0 || performance.now() < until; round += 1) {
    const order = round % 2 === 0 ? builds : [...builds].reverse();
    for (const kind of kinds) {
      const costs = {};
      for (const build of order) costs[build.name] = await turn(build, kind);
      kind.rounds.push(costs);
    }
  }
  report(kinds);
}

export async function startBuild(scratch, { name, checkout, issuer }) {
  const database = await startDatabase(scratch, `database-${name}`);
  const environment = {
    SSO_NETWORKS: 'loopback',
    SSO_RETURN_URLS: RETURN_TO,
    HEADGATE_DATA_DIR: `${scratch.directory}/data-${name}`,
  };
  const service = await startService(scratch, { databaseUrl: database.url, checkout, environment });
  const { kinds, clients, renew } = await kindsOf({ service, databaseUrl: database.url }, issuer).catch((error) => {
    service.server.assertAlive();
    throw error;
  });
  return { name, service, renew, clients, kinds: new Map(kinds.map((kind) => [kind.name, kind])), database };
}

/** @returns the kinds with the number of requests that a turn of either build has */
async function warmedUp(builds, only) {
  const warm = [];
  const [{ kinds }] = builds;
  for (const { name, limit } of [...kinds.values()].filter((kind) => kind.name.includes(only))) {
    const costs = [];
    for (const build of builds) {
      let cost = NaN;
      for (let spent = 0; spent < WARM_UP_MS; spent += cost * 2 * FEWEST)
        cost = (await turn(build, { name, requests: 2 * FEWEST })).service;
      costs.push(cost);
    }
    warm.push({ name, limit, requests: Math.max(FEWEST, Math.round(TURN_MS / Math.max(...costs))), rounds: [] });
  }
  if (warm.length === 0) throw new Error(`No kind has "${only}" in its name.`);
  return warm;
}

/** @returns milliseconds of CPU of one request */
export async function turn({ kinds, renew, service, database }, { name, requests }) {
  await renew();
  const sample = async () => ({ service: await service.server.cpu(), database: postgresCpu(database.postmasterPid) });
  const before = await sample();
  let left = requests;
  await Promise.all(
    kinds.get(name).turns.map(async (act) => {
      while (left > 0) {
        left -= 1;
        await act();
      }
    }),
  );
  const after = await sample();
  return {
    service: (after.service - before.service) / requests,
    database: (after.database - before.database) / requests,
  };
}

function report(kinds) {
  console.log(`\n${kinds[0].rounds.length} rounds:`);
  const rows = kinds.map(({ name, limit, requests, rounds }) => {
    const ratios = rounds.map(({ base, now }) => now.service / base.service);
    const ratio = median(ratios);
    const cost = (build) => number(median(rounds.map((round) => round[build].service)));
    // The clock of these ticks ten milliseconds at a time: only all rounds together say something.
    const databaseCost = (build) => rounds.reduce((sum, round) => sum + round[build].database, 0) / rounds.length;
    return [
      name,
      String(requests),
      cost('base'),
      cost('now'),
      `${times(ratio)}${ratio > limit ? ` over ${limit}` : ''}`,
      `${number(quantile(ratios, 0.25))} to ${number(quantile(ratios, 0.75))}`,
      number(databaseCost('base')),
      number(databaseCost('now')),
      times(databaseCost('now') / databaseCost('base')),
    ];
  });
  table(
    [
      ...['', 'requests a turn', 'CPU ms, base', 'CPU ms, now', 'ratio', 'half of the rounds'],
      ...['PostgreSQL CPU ms, base', 'now', 'ratio'],
    ],
    rows,
  );
}
