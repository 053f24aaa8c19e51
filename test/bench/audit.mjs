import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Instrumented, answered, freePort, postgresCpu } from './processes.mjs';
import { measure, request } from './load.mjs';
import { heading, median, number, over, table, times } from './report.mjs';
import { logIn, startDatabase, startService } from './service.mjs';

const ROWS = Number(process.env.ROWS ?? 5_000_000);
const BATCH = 100_000;
const VERIFIED = Math.min(100_000, ROWS / 2);
const ROUNDS = 4;
const CONNECTIONS = 4;
const DURATION_MS = 1_500;
const WARM_UP_MS = 1_500;
const VERIFICATIONS = 5;

const BASELINE = 'users by primary key';
const LIST = '/api/v1/organizations/1/audit-events';

/** The trail of a large organization, beside the read of one row by its primary key through Express and pg. */
export async function audit(scratch, { profileDirectory }) {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  scratch.defer(() => client.end());
  const insertedPerSecond = await insertEvents(client);
  const sealedInSeconds = await sealed(client);
  const servers = { express: await startExpress(scratch, database.url), headgate: service };
  const token = await logIn(service.url);
  heading(
    'audit',
    ['express', 'pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version} and the load generator on the same cores; each server one process`,
      `${ROWS} events of which organization 1 has most and organization 2 ${VERIFIED}; inserted ${number(insertedPerSecond, 0)} a second, sealed ${number(sealedInSeconds, 0)} s later (the job comes every minute)`,
      `${number(await bytesAnEvent(client), 0)} bytes an event with its indexes`,
      `${CONNECTIONS} keep-alive connections, closed loop, ${ROUNDS} alternating rounds of ${DURATION_MS / 1000} s, medians; ratios are of the same round`,
      'Headgate checks the access token, session, membership and permission of each request; the baseline checks nothing',
    ],
  );
  const reads = await readsOf(client);
  const sample = (read, durationMs, databaseCpu) => sampleOf(scratch, servers, read, token, durationMs, databaseCpu);
  for (const read of reads) await sample(read, WARM_UP_MS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = {};
    for (const read of reads) results[read.name] = await sample(read, DURATION_MS, () => postgresCpu(database.postmasterPid));
    rounds.push(results);
  }
  table(
    ['read', 'requests/s', 'p50 ms', 'of the baseline', 'p99 ms', 'server CPU ms', 'PostgreSQL CPU ms', 'of the baseline'],
    reads.map(({ name }) => rowOf(rounds, name)),
  );
  await verify(service, rounds);
}

async function insertEvents(client) {
  const startedAt = performance.now();
  for (let from = 1; from <= ROWS; from += BATCH) {
    await client.query(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, target_type, target_id, ip,
                                 request_id, detail)
       SELECT timestamptz '2024-01-01T00:00:00Z' + n * interval '10 seconds', 'bench.action_' || n % 40,
              CASE WHEN n % 50 = 11 THEN 'refused' ELSE 'success' END, 1 + n % 500,
              CASE WHEN n % $3 = 0 THEN 2 WHEN n % 10 = 3 THEN NULL ELSE 1 END, 'thing', n::text, '203.0.113.7',
              gen_random_uuid()::text, jsonb_build_object('changed', jsonb_build_array('name'), 'n', n)
         FROM generate_series($1::integer, $2::integer) n`,
      [from, Math.min(from + BATCH - 1, ROWS), Math.floor(ROWS / VERIFIED)],
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await client.query('VACUUM ANALYZE audit_events');
  return ROWS / seconds;
}

async function bytesAnEvent(client) {
  const { rows } = await client.query(`SELECT pg_total_relation_size('audit_events') / count(*)::float8 AS bytes FROM audit_events`);
  return rows[0].bytes;
}

/** Waits for the service's own job. */
async function sealed(client) {
  const startedAt = performance.now();
  const { rows } = await client.query('SELECT max(id) AS id FROM audit_events');
  for (;;) {
    const done = await client.query('SELECT 1 FROM audit_heads WHERE last_event_id >= $1', [rows[0].id]);
    if (done.rows.length > 0) return (performance.now() - startedAt) / 1000;
    await sleep(500);
  }
}

async function readsOf(client) {
  const { rows } = await client.query(
    `SELECT id FROM audit_events WHERE organization_id = 1 AND occurred_at >= (SELECT avg(extract(epoch FROM occurred_at))
       FROM (SELECT min(occurred_at) AS occurred_at FROM audit_events UNION ALL SELECT max(occurred_at) FROM audit_events
              WHERE action LIKE 'bench.%') ends)::double precision * interval '1 second' + timestamptz 'epoch'
      ORDER BY occurred_at, id LIMIT 1`,
  );
  return [
    { name: BASELINE, path: '/users/1', by: 'express' },
    { name: 'newest 10', path: LIST },
    { name: 'page 900', path: `${LIST}?page=900` },
    { name: '10 from the middle on (`before`)', path: `${LIST}?before=${rows[0].id}` },
    { name: 'by action', path: `${LIST}?action=bench.action_7` },
    { name: 'by actor', path: `${LIST}?actor_id=78` },
    { name: 'by action and actor', path: `${LIST}?action=bench.action_7&actor_id=8` },
    { name: 'refused', path: `${LIST}?outcome=refused` },
    { name: 'one day far back', path: `${LIST}?from=2024-01-05&to=2024-01-06` },
  ];
}

async function sampleOf(scratch, servers, { path, by = 'headgate' }, token, durationMs, databaseCpu) {
  const plan = { requests: [request({ path, token })], connections: CONNECTIONS, warmUpMs: 300, durationMs };
  const result = await measure(scratch, servers[by], plan, databaseCpu);
  if (result.statuses[200] !== result.count) throw new Error(`${path} answered ${JSON.stringify(result.statuses)}.`);
  return result;
}

function rowOf(rounds, name) {
  const figure = (key, digits) =>
    number(
      over(rounds, (round) => round[name][key]),
      digits,
    );
  const against = (key) => times(over(rounds, (round) => round[name][key] / round[BASELINE][key]));
  return [
    name,
    figure('rate', 0),
    figure('p50'),
    against('p50'),
    figure('p99', 1),
    figure('cpuMs'),
    figure('databaseCpuMs'),
    against('databaseCpuMs'),
  ];
}

async function verify(service, rounds) {
  const token = await logIn(service.url, 'oscar');
  const durations = [];
  let events;
  for (let run = 0; run < VERIFICATIONS; run += 1) {
    const startedAt = performance.now();
    const body = await answered(`${service.url}/api/v1/organizations/2/audit-events/verify`, {
      headers: { Authorization: `Bearer ${token}` },
      patienceMs: 0,
    });
    durations.push(performance.now() - startedAt);
    const { data } = JSON.parse(body);
    if (!data.verified) throw new Error(`The chain did not verify: ${body}`);
    events = data.events_checked;
  }
  const ms = median(durations);
  table(
    ['verification', 'events', 'ms', 'events/s', 'of the baseline'],
    [
      [
        'GET …/audit-events/verify',
        String(events),
        number(ms, 0),
        number((events / ms) * 1000, 0),
        times(ms / over(rounds, (round) => round[BASELINE].p50)),
      ],
    ],
  );
}

async function startExpress(scratch, databaseUrl) {
  const port = await freePort();
  const server = new Instrumented(scratch, ['test/bench/primary-key-baseline.mjs'], {
    NODE_ENV: 'production',
    BASELINE: JSON.stringify({ port, databaseUrl }),
  });
  const url = `http://127.0.0.1:${port}`;
  await answered(`${url}/users/1`, { assertAlive: () => server.assertAlive() });
  return { server, port, url };
}
