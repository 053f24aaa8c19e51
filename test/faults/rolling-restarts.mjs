import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../bench/report.mjs';
import { Instrumented, answered, freePort } from '../bench/processes.mjs';
import { logIn, startDatabase } from '../bench/service.mjs';
import { Balancer } from './balancer.mjs';
import { namesOfAll } from './ledger.mjs';

const CLIENTS = 12;
/** Long enough for a balancer that asks every tenth of a second, on a machine that has much to do. */
const GRACE_SECONDS = 3;
/** Beside many others that use the machine. */
const STARTED_IN_MS = 600_000;

/**
 * All instances are restarted one after the other, again and again, while clients read and write through a balancer. No request may
 * fail, and everything that was acknowledged has to be there afterwards, once.
 * @returns whether that was so
 */
export async function rollingRestarts(scratch, { restarts, instances: count }) {
  const database = await startDatabase(scratch);
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    ALLOW_INSECURE_PUBLIC_URL: 'true',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '10',
    HEADGATE_DATA_DIR: join(scratch.directory, 'data'),
    HEADGATE_DEMO: 'true',
    HEADGATE_MASTER_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_MULTIPLIER: '1000000',
    SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
  };
  const instances = [];
  for (let number = 0; number < count; number += 1) instances.push(await started(scratch, settings, await freePort()));
  const balancer = new Balancer(instances.map(({ port }) => port));
  const url = await balancer.open();
  scratch.defer(() => balancer.close());
  for (const { port } of instances) await untilReady(balancer, port);

  const token = await logIn(url);
  const ledger = { stopped: false, requests: 0, failed: [], written: [] };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(url, token, index, ledger));
  for (let round = 0; round < restarts; round += 1)
    for (const [index, { server, port }] of instances.entries()) {
      server.child.kill('SIGTERM');
      const [code] = await server.ended;
      if (code !== 0) ledger.failed.push(`instance ${index + 1} ended with ${code}`);
      instances[index] = await started(scratch, settings, port);
      await untilReady(balancer, port);
    }
  ledger.stopped = true;
  await Promise.all(clients);

  const kept = await namesOfAll(url, token);
  const lost = ledger.written.filter((name) => kept.get(name) !== 1);
  table(
    ['rolling restarts', 'instances', 'requests', 'failed', 'acknowledged writes', 'lost or doubled'],
    [[restarts, count, ledger.requests, ledger.failed.length, ledger.written.length, lost.length].map(String)],
  );
  for (const line of [...ledger.failed, ...balancer.failures].slice(0, 20)) console.log(`- ${line}`);
  return ledger.failed.length === 0 && lost.length === 0 && ledger.written.length > 0;
}

async function started(scratch, settings, port) {
  const environment = { ...settings, PORT: String(port) };
  const server = new Instrumented(scratch, ['--enable-source-maps', 'dist/src/main.js'], environment);
  await answered(`http://127.0.0.1:${port}/health/ready`, { assertAlive: () => server.assertAlive(), patienceMs: STARTED_IN_MS });
  return { server, port };
}

async function untilReady(balancer, port) {
  while (!balancer.isReady(port)) await sleep(20);
}

/** Writes and reads in turn, a connection of its own that is kept. */
async function client(url, token, index, ledger) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const told = async (method, path, body) => {
    ledger.requests += 1;
    try {
      const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      await response.arrayBuffer();
      if (response.ok) return true;
      ledger.failed.push(`${method} ${path}: ${response.status}`);
    } catch (error) {
      ledger.failed.push(`${method} ${path}: ${error.cause?.code ?? error.message}`);
    }
    return false;
  };
  for (let number = 0; !ledger.stopped; number += 1) {
    const name = `Workspace ${index}-${number}`;
    if (await told('POST', '/api/v1/organizations/1/workspaces', { name })) ledger.written.push(name);
    await told('GET', '/api/rivers?limit=5');
    await told('GET', '/api/v1/me');
    await sleep(20);
  }
}
