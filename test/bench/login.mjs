import { Instrumented, postgresCpu } from './processes.mjs';
import { load, measure, quantile, request } from './load.mjs';
import { heading, number, over, percent, table, times } from './report.mjs';
import { LOGINS, logIn, startDatabase, startService } from './service.mjs';

const ROUNDS = 5;
const CONNECTIONS = 16;
const WARM_UP_MS = 700;
const DURATION_MS = 2_500;
const STORM = 1_000;
const PROBE_EVERY_MS = 10;
const IDLE_MS = 3_000;

/** A login is one bcrypt verification and little else; and while many wait for theirs, everything else goes on. */
export async function login(scratch, { profileDirectory }) {
  const cost = Number(process.env.BCRYPT_COST ?? 10);
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, bcryptCost: cost, profileDirectory });
  const bcrypt = new Instrumented(scratch, ['test/bench/bcrypt-baseline.mjs']);
  await bcrypt.next();
  await logIn(service.url);
  heading(
    'login',
    ['bcrypt', 'express', 'pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version} and the load generator on the same cores; service and raw bcrypt one process each, never at the same time`,
      `bcrypt cost ${cost} (BCRYPT_COST), UV_THREADPOOL_SIZE=${process.env.UV_THREADPOOL_SIZE ?? '4 (default)'} for both, ${CONNECTIONS} at once; ${LOGINS.length} accounts`,
      `closed loop, ${ROUNDS} alternating rounds of ${DURATION_MS / 1000} s, medians; ratios are of the same round`,
    ],
  );
  await throughput(scratch, service, bcrypt, cost, () => postgresCpu(database.postmasterPid));
  await storm(scratch, service);
}

async function throughput(scratch, service, bcrypt, cost, databaseCpu) {
  const duration = { warmUpMs: WARM_UP_MS, durationMs: DURATION_MS };
  const plan = { requests: loginRequests(), connections: CONNECTIONS, ...duration };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bcrypt.child.send({ cost, atOnce: CONNECTIONS, ...duration });
    const raw = await bcrypt.next();
    const logins = await measure(scratch, service, plan, databaseCpu);
    if (logins.statuses[200] !== logins.count) throw new Error(`Logins answered ${JSON.stringify(logins.statuses)}.`);
    rounds.push({ raw, logins });
  }
  const raw = (key, digits) =>
    number(
      over(rounds, (round) => round.raw[key]),
      digits,
    );
  const own = (key, digits) =>
    number(
      over(rounds, (round) => round.logins[key]),
      digits,
    );
  const ratio = (key) => over(rounds, (round) => round.logins[key] / round.raw[key]);
  table(
    ['', 'per second', 'of raw', 'p50 ms', 'p99 ms', 'process CPU ms each', 'CPU of raw', 'PostgreSQL CPU ms each'],
    [
      ['raw bcrypt.compare', raw('rate', 1), '100 %', '-', '-', raw('cpuMs', 1), '1.00x', '-'],
      [
        'POST /api/auth/login',
        own('rate', 1),
        percent(ratio('rate')),
        own('p50', 0),
        own('p99', 0),
        own('cpuMs', 1),
        times(ratio('cpuMs')),
        own('databaseCpuMs', 1),
      ],
    ],
  );
}

/** All at the same moment, from a connection each, while a steady probe asks whether the process is alive. */
async function storm(scratch, service) {
  const probe = {
    port: service.port,
    requests: [request({ path: '/health/live' })],
    connections: 1,
    everyMs: PROBE_EVERY_MS,
  };
  await load(scratch, { ...probe, durationMs: 500 });
  const idle = await load(scratch, { ...probe, durationMs: IDLE_MS });
  const logins = { port: service.port, requests: loginRequests(), connections: STORM, once: true };
  let stormed;
  const during = await load(scratch, probe, async (prober) => {
    stormed = await load(scratch, logins);
    prober.send('stop');
  });
  const row = (name, { latencies }) => [
    name,
    String(latencies.length),
    ...[0.5, 0.99, 1].map((share) => number(quantile(latencies, share), 1)),
    ...[0.5, 0.99].map((share) => times(quantile(latencies, share) / quantile(idle.latencies, share))),
  ];
  console.log(
    `\n${STORM} parallel logins, answered in ${(stormed.elapsedMs / 1000).toFixed(1)} s (statuses ${JSON.stringify(stormed.statuses)}):`,
  );
  table(
    ['GET /health/live, one each 10 ms', 'answers', 'p50 ms', 'p99 ms', 'worst ms', 'p50 of idle', 'p99 of idle'],
    [row('idle', idle), row('during the storm', during)],
  );
}

const loginRequests = () => LOGINS.map((body) => request({ method: 'POST', path: '/api/auth/login', body }));
