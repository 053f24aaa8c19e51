import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/src/platform/embedded-postgres/start-embedded-postgres.js';
import { DEMO_PASSWORD } from '../../dist/src/demo/demo-data.js';
import { quantile } from './load.mjs';
import { Instrumented, answered, freePort } from './processes.mjs';

export const LOGIN = { username: 'olivia', password: DEMO_PASSWORD };

/** Several accounts, for two logins of the same one wait for each other in places; all without a second factor. */
export const LOGINS = ['olivia', 'adam', 'vera', 'oscar', 'nora', 'sysadmin'].map((username) => ({
  ...LOGIN,
  username,
}));

/** A PostgreSQL server for service and baselines alike, with its usual (durable) settings. */
export async function startDatabase(scratch, name = 'database') {
  const dataDirectory = join(scratch.directory, name);
  scratch.deferCluster(dataDirectory);
  let postmasterPid;
  await mkdir(dataDirectory, { mode: 0o711 });
  const server = await startEmbeddedPostgres({
    dataDirectory: join(dataDirectory, 'postgres'),
    log: (_message, fields) => (postmasterPid = fields?.pid ?? postmasterPid),
  });
  scratch.defer(() => server.stop());
  return { url: server.url, postmasterPid, version: await versionOf(server.url) };
}

async function versionOf(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SHOW server_version');
  await client.end();
  return rows[0].server_version;
}

/**
 * The service as in production, one process: access log on (to /dev/null), throttles out of the way, demo accounts.
 * @param checkout the directory of another build than this one
 */
export async function startService(scratch, { databaseUrl, bcryptCost = 10, profileDirectory, environment = {}, checkout }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const profiling = profileDirectory === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDirectory];
  const args = [...profiling, '--enable-source-maps', 'dist/src/main.js'];
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: url,
    ALLOW_INSECURE_PUBLIC_URL: 'true',
    DATABASE_URL: databaseUrl,
    HEADGATE_DATA_DIR: join(scratch.directory, 'data'),
    HEADGATE_DEMO: 'true',
    HEADGATE_MASTER_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_MULTIPLIER: '1000000',
    BCRYPT_COST: String(bcryptCost),
    LOG_LEVEL: 'info',
    DATA_SOURCE_NETWORKS: 'loopback',
    ...environment,
  };
  const server = new Instrumented(scratch, args, settings, checkout);
  await answered(`${url}/health/live`, { assertAlive: () => server.assertAlive() });
  return { server, port, url };
}

export async function logIn(url, username = LOGIN.username) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...LOGIN, username }),
  });
  if (response.status !== 200) throw new Error(`The login answered ${response.status}.`);
  return (await response.json()).access_token;
}

/** A round of a process of clients, told to run already: logins a second, and what each cost. */
export async function measureClients({ server }, clients, databaseCpu) {
  const sample = async () => ({ server: await server.cpu(), database: databaseCpu() });
  await clients.next();
  const [before, { latencies, statuses, elapsedMs }] = await Promise.all([sample(), clients.next()]);
  const after = await sample();
  const count = latencies.length;
  if (statuses[200] !== count) throw new Error(`Logins answered ${JSON.stringify(statuses)}.`);
  return {
    rate: count / (elapsedMs / 1000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuMs: (after.server - before.server) / count,
    databaseCpuMs: (after.database - before.database) / count,
  };
}
