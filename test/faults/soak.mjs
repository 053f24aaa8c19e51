// npm run soak [-- --minutes <number>]
// One instance under a mixed load for a while, from outside: what it holds must not grow, and everything acknowledged has to be there.
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { RETURN_TO, kindsOf } from '../bench/compare-kinds.mjs';
import { Instrumented } from '../bench/processes.mjs';
import { median, number, table } from '../bench/report.mjs';
import { Scratch } from '../bench/scratch.mjs';
import { logIn, startDatabase, startService } from '../bench/service.mjs';
import { namesOfAll } from './ledger.mjs';

const PARTS = 5;
const SAMPLES_A_PART = 20;
/** What the last part may hold above the second one: the first warms up. */
const MOST_GROWTH = { memory: 1.15, descriptors: 10, connections: 5 };

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' } } });
const scratch = await Scratch.make();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void scratch.clear().then(() => process.exit(1)));
try {
  if (!(await soak(Number(values.minutes) * 60_000))) process.exitCode = 1;
} finally {
  await scratch.clear();
}

async function soak(durationMs) {
  const { issuer } = await new Instrumented(scratch, ['test/bench/oidc-idp.mjs']).next();
  const database = await startDatabase(scratch);
  const environment = { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: RETURN_TO };
  const service = await startService(scratch, { databaseUrl: database.url, environment });
  const { kinds, renew } = await kindsOf({ service, databaseUrl: database.url }, issuer);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  scratch.defer(() => client.end());

  const ledger = { isOver: false, requests: 0, failed: [], written: [] };
  const clients = kinds[0].turns.map((_, index) => load(kinds, index, ledger));
  const writer = write(service.url, ledger);
  const parts = [];
  for (let part = 0; part < PARTS; part += 1) {
    const before = ledger.requests;
    const samples = [];
    for (let taken = 0; taken < SAMPLES_A_PART; taken += 1) {
      await sleep(durationMs / PARTS / SAMPLES_A_PART);
      service.server.assertAlive();
      await renew();
      samples.push(await sample(service.server.pid, client));
    }
    const of = (name) => median(samples.map((one) => one[name]));
    parts.push({
      requests: ledger.requests - before,
      memory: of('memory'),
      descriptors: of('descriptors'),
      connections: of('connections'),
    });
  }
  ledger.isOver = true;
  await Promise.all([...clients, writer]);

  table(
    ['part', 'requests', 'memory MiB', 'descriptors', 'connections to the database'],
    parts.map((part, index) => [
      `${index + 1} of ${PARTS}`,
      String(part.requests),
      ...[part.memory, part.descriptors, part.connections].map((value) => number(value, 0)),
    ]),
  );
  const kept = await namesOfAll(service.url, await logIn(service.url));
  const lost = ledger.written.filter((name) => kept.get(name) !== 1);
  console.log(
    `\n${ledger.requests} requests, ${ledger.failed.length} failed; ${ledger.written.length} acknowledged writes, ${lost.length} lost or doubled`,
  );
  for (const line of ledger.failed.slice(0, 20)) console.log(`- ${line}`);
  const grown = growthOf(parts);
  for (const line of grown) console.log(`- ${line}`);
  return grown.length === 0 && ledger.failed.length === 0 && lost.length === 0 && ledger.written.length > 0;
}

/** Does one kind after the other, each client beginning with another one. */
async function load(kinds, index, ledger) {
  for (let turn = index * 5; !ledger.isOver; turn += 1) {
    const kind = kinds[turn % kinds.length];
    ledger.requests += 1;
    await kind.turns[index]().catch((error) => ledger.failed.push(`${kind.name}: ${error.message}`));
  }
}

/** Makes what can be looked for afterwards. */
async function write(url, ledger) {
  const token = await logIn(url);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  for (let count = 0; !ledger.isOver; count += 1) {
    const name = `Soaked ${count}`;
    const response = await fetch(`${url}/api/v1/organizations/1/workspaces`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    await response.arrayBuffer();
    ledger.requests += 1;
    if (response.ok) ledger.written.push(name);
    else ledger.failed.push(`POST workspaces: ${response.status}`);
    await sleep(1_000);
  }
}

async function sample(pid, client) {
  const [, kilobytes = NaN] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return {
    memory: Number(kilobytes) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0].count,
  };
}

function growthOf(parts) {
  const [from, to] = [parts[1], parts.at(-1)];
  return [
    to.memory > from.memory * MOST_GROWTH.memory && `Memory grew by more than ${MOST_GROWTH.memory}x.`,
    to.descriptors > from.descriptors + MOST_GROWTH.descriptors && 'Descriptors grew.',
    to.connections > from.connections + MOST_GROWTH.connections && 'Connections grew.',
  ].filter((line) => line !== false);
}
