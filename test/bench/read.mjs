import { deepStrictEqual } from 'node:assert/strict';
import { Instrumented, answered, freePort, postgresCpu } from './processes.mjs';
import { measure, request } from './load.mjs';
import { heading, number, over, percent, table, times } from './report.mjs';
import { logIn, startDatabase, startService } from './service.mjs';
import { readStatements } from './statements.mjs';

const ROUNDS = 4;
const CONNECTIONS = 16;
const DURATION_MS = 1_800;
/** Enough requests for the optimising compiler, on a slow machine too. */
const WARM_UP_MS = 2_000;
const ROUTES = ['/api/rivers?limit=10', '/api/v1/me'];

const EXPRESS = 'Express + pg';
const EXPRESS_JWT = 'Express + pg + jsonwebtoken';
const HEADGATE = 'Headgate';

/** What the service adds to its few statements a request, measured against a plain program that runs the same ones. */
export async function read(scratch, { profileDirectory }) {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  await compareReads(scratch, { name: 'read', routes: ROUTES, database, service });
}

/** Each route of the service beside the same route of a plain program, in alternating rounds. */
export async function compareReads(scratch, { name, routes, database, service }) {
  const token = await logIn(service.url);
  const everything = await permissionsOf(service.url, token);
  const verification = await verificationOf(service.url);
  const servers = {
    [EXPRESS]: await startExpress(scratch, database.url, { everything }),
    [EXPRESS_JWT]: await startExpress(scratch, database.url, { everything, verification }),
    [HEADGATE]: service,
  };
  heading(
    name,
    ['express', 'pg', 'jsonwebtoken', '@nestjs/core'],
    [
      `PostgreSQL ${database.version} and the load generator on the same cores; each server one process`,
      `${CONNECTIONS} keep-alive connections, closed loop, ${ROUNDS} alternating rounds of ${DURATION_MS / 1000} s, medians; ratios are of the same round`,
      'NODE_ENV=production everywhere, pool of 20 connections each; Headgate logs each request (LOG_LEVEL=info, to /dev/null)',
      'the Express programs run the same prepared statements (session and user alive? then the data) and answer the same JSON; without ETag',
    ],
  );
  for (const path of routes) await assertSameAnswers(Object.values(servers), path, token);

  for (const path of routes) for (const server of Object.values(servers)) await sample(scratch, server, path, token, WARM_UP_MS);
  const databaseCpu = () => postgresCpu(database.postmasterPid);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = {};
    for (const path of routes) {
      for (const [name, server] of Object.entries(servers)) {
        results[`${path} ${name}`] = await sample(scratch, server, path, token, DURATION_MS, databaseCpu);
      }
    }
    rounds.push(results);
  }

  table(
    [
      'route, server',
      'requests/s',
      'of Express',
      'of Express + JWT',
      'p50 ms',
      'p99 ms',
      'server CPU ms/request',
      'CPU of Express',
      'cores busy',
      'PostgreSQL CPU ms/request',
    ],
    routes.flatMap((path) => Object.keys(servers).map((name) => rowOf(rounds, path, name))),
  );
}

function rowOf(rounds, path, name) {
  const own = (round) => round[`${path} ${name}`];
  const against = (baseline, key) => over(rounds, (round) => own(round)[key] / round[`${path} ${baseline}`][key]);
  const figure = (key, digits) =>
    number(
      over(rounds, (round) => own(round)[key]),
      digits,
    );
  return [
    `GET ${path} ${name}`,
    figure('rate', 0),
    percent(against(EXPRESS, 'rate')),
    percent(against(EXPRESS_JWT, 'rate')),
    figure('p50', 1),
    figure('p99', 1),
    figure('cpuMs', 3),
    times(against(EXPRESS, 'cpuMs')),
    figure('coresBusy'),
    figure('databaseCpuMs', 3),
  ];
}

export async function sample(scratch, server, path, token, durationMs, databaseCpu) {
  const plan = { requests: [request({ path, token })], connections: CONNECTIONS, warmUpMs: 300, durationMs };
  const result = await measure(scratch, server, plan, databaseCpu);
  if (result.statuses[200] !== result.count) throw new Error(`${path} answered ${JSON.stringify(result.statuses)}.`);
  return result;
}

export async function startExpress(scratch, databaseUrl, { everything, verification }) {
  const port = await freePort();
  const settings = { port, databaseUrl, statements: await readStatements(), everything, verification };
  const server = new Instrumented(scratch, ['test/bench/express-baseline.mjs'], {
    NODE_ENV: 'production',
    BASELINE: JSON.stringify(settings),
  });
  const url = `http://127.0.0.1:${port}`;
  await answered(`${url}/health/live`, { assertAlive: () => server.assertAlive() });
  return { server, port, url };
}

export async function verificationOf(url) {
  const { keys } = JSON.parse(await answered(`${url}/.well-known/jwks.json`));
  return { jwk: keys[0], issuer: url, audience: 'headgate' };
}

/** What an owner may do: all that there is. */
async function permissionsOf(url, token) {
  const headers = { Authorization: `Bearer ${token}` };
  const { data } = JSON.parse(await answered(`${url}/api/v1/me`, { headers, patienceMs: 0 }));
  return data.organizations[0].permissions;
}

/** A baseline that answered something else would compare nothing. */
async function assertSameAnswers(servers, path, token) {
  const headers = { Authorization: `Bearer ${token}` };
  const bodies = await Promise.all(servers.map(async ({ url }) => JSON.parse(await answered(`${url}${path}`, { headers, patienceMs: 0 }))));
  for (const body of bodies) deepStrictEqual(withoutIcons(body), withoutIcons(bodies[0]));
}

/** Their links are signed by a secret of the service, and name its address. */
function withoutIcons(body) {
  if (body.data?.icon_url === undefined) return body;
  return { ...body, data: { ...body.data, icon_url: '', icon_presigned_url: '' } };
}
