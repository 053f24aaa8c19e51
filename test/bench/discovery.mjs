import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillCorpus } from './discovery-corpus.mjs';
import { newDatabase, startTarget } from './discovery-target.mjs';
import { measure, request } from './load.mjs';
import { environment, postgresCpu, root } from './processes.mjs';
import { heading, median, number, table, times } from './report.mjs';
import { logIn, startDatabase, startService } from './service.mjs';

const run = promisify(execFile);
const SIZES = [1_000, 10_000, 30_000];
const COMPARED = 10_000;
const ROUNDS = 3;
const PATIENCE_MS = 180_000;
const MIB = 1024 * 1024;

/** Discovery beside what else reads a catalog, and what it costs the service meanwhile. */
export async function discovery(scratch, { profileDirectory }) {
  const target = await startTarget(scratch);
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  const token = await logIn(service.url);
  const packages = await peerPackages(scratch);
  heading(
    'discovery',
    ['pg', 'piscina', 'extract-pg-schema'],
    [
      `target: PostgreSQL of its own${target.pgDump === undefined ? ' (embedded; no pg_dump here)' : ''}, service with PostgreSQL ${database.version}, on the same cores`,
      `${ROUNDS} rounds in turn, medians; peers without the start of their process, pg_dump with it`,
    ],
  );
  const sources = {};
  for (const size of SIZES) {
    sources[size] = await newDatabase(target, `corpus_${size}`);
    await fillCorpus(sources[size].url, size);
  }
  const client = new Client(service, token);
  await comparePeers(client, sources[COMPARED], target, packages);
  await compareTruth(client, sources[1_000], packages);
  await compareSizes(client, sources, service);
  await compareRepeats(client, sources[COMPARED], { service, database, target });
  await compareCached(scratch, client, service, token, sources[COMPARED]);
  await compareLoop(scratch, client, service, token, sources[COMPARED]);
}

/** A data source is registered anew for each reading: nothing of it is known, so all of it is read. */
class Client {
  #serial = 0;

  constructor({ url }, token) {
    this.url = url;
    this.headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  }

  async register({ connection }) {
    const body = { organization_id: 1, name: `Bench ${(this.#serial += 1)}`, engine: 'postgresql', connection };
    return (await this.#send('POST', '/api/v1/data-sources', body)).data.data_source.id;
  }

  async discover(id, query = '') {
    const began = performance.now();
    const { data } = await this.#send('POST', `/api/v1/data-sources/${id}/discover-schema${query}`);
    return { ms: performance.now() - began, data };
  }

  async #send(method, path, body) {
    const response = await fetch(this.url + path, {
      method,
      headers: this.headers,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

async function comparePeers(client, source, target, packages) {
  const peers = {
    'floor: six statements, kept nowhere': () => peer('floor', source.url),
    'Headgate, its reader alone': () => peer('reader', source.url),
    'Headgate, read and cached': async () => await client.discover(await client.register(source)),
    'pg_dump -s': () => dump(target.pgDump, source.url),
    'pg-introspection': () => peer('pg-introspection', source.url, packages),
    'extract-pg-schema': () => peer('extract-pg-schema', source.url),
  };
  const results = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, read] of Object.entries(peers)) {
      // Minutes each, and never with an end: once is enough.
      if (name === 'extract-pg-schema' && round > 0) continue;
      results[name].push(await read().catch((error) => ({ ms: NaN, failed: reasonOf(error) })));
    }
  }
  const floor = median(results[Object.keys(peers)[0]].map(({ ms }) => ms));
  console.log(`\n${COMPARED.toLocaleString('en')} tables:`);
  table(
    ['reader', 's', 'of the floor', 'MiB of its process'],
    Object.entries(results).map(([name, rounds]) => {
      const ms = median(rounds.map((one) => one.ms));
      const rss = rounds[0].rssMb === undefined ? '-' : number(rounds[0].rssMb, 0);
      return [name, Number.isFinite(ms) ? number(ms / 1000, 2) : rounds[0].failed, times(ms / floor), rss];
    }),
  );
}

async function compareTruth(client, source, packages) {
  const { found } = await peer('extract-pg-schema', source.url, packages);
  const { data } = await client.discover(await client.register(source));
  const views = data.schemas_discovered.reduce((sum, schema) => sum + schema.views_count, 0);
  console.log('\nCounts of the smallest:');
  table(
    ['reader', 'tables', 'views', 'columns'],
    [
      ['extract-pg-schema', found.tables, found.views, found.columns],
      ['Headgate', data.total_tables, views, data.total_columns],
    ],
  );
}

/** Resident memory of the whole service at its highest, from just before the reading on; of which the thread is a part. */
async function compareSizes(client, sources, service) {
  const rows = [];
  for (const size of SIZES) {
    const before = residentMb(service.server.pid);
    const sampler = { peak: before };
    const timer = setInterval(() => (sampler.peak = Math.max(sampler.peak, residentMb(service.server.pid))), 20);
    const { ms, data } = await client.discover(await client.register(sources[size]));
    clearInterval(timer);
    rows.push([size, data.total_columns, number(ms / 1000, 2), number(sampler.peak - before, 0), number(sampler.peak, 0)]);
  }
  table(['tables', 'columns', 's', 'MiB more than before', 'MiB of the service at most'], rows);
}

async function compareRepeats(client, source, { service, database, target }) {
  const rounds = { 'full reading': [], 'refresh, nothing changed': [], 'one of ten schemas, nothing changed': [] };
  const sample = async () => [await service.server.cpu(), postgresCpu(database.postmasterPid), postgresCpu(target.postmasterPid)];
  const measured = async (id, query) => {
    const before = await sample();
    const { ms } = await client.discover(id, query);
    const after = await sample();
    return [ms, ...after.map((cpu, index) => cpu - before[index])];
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await client.register(source);
    for (const [index, name] of Object.keys(rounds).entries())
      rounds[name].push(await measured(id, ['', '?refresh=true', '?refresh=true&schema_name=area_3'][index]));
  }
  const of = (name, index) => median(rounds[name].map((one) => one[index]));
  table(
    ['', 'ms', 'of the full reading', 'CPU ms of the service', 'of its PostgreSQL', 'of the source'],
    Object.keys(rounds).map((name) => [
      ...[name, number(of(name, 0), 0), times(of(name, 0) / of('full reading', 0))],
      ...[1, 2, 3].map((index) => number(of(name, index), 0)),
    ]),
  );
}

async function compareCached(scratch, client, service, token, source) {
  const id = await client.register(source);
  await client.discover(id);
  const routes = {
    'an organization, by primary key': { method: 'GET', path: '/api/v1/organizations/1' },
    'the cached discovery': { method: 'POST', path: `/api/v1/data-sources/${id}/discover-schema` },
  };
  const rounds = Object.fromEntries(Object.keys(routes).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS + 1; round += 1)
    for (const [name, route] of Object.entries(routes)) {
      const plan = { requests: [request({ ...route, token })], connections: 8, warmUpMs: 500, durationMs: 1_500 };
      const result = await measure(scratch, service, plan);
      if (result.statuses[200] !== result.count) throw new Error(`${route.path}: ${JSON.stringify(result.statuses)}`);
      if (round > 0) rounds[name].push(result);
    }
  const of = (name, key) => median(rounds[name].map((one) => one[key]));
  const [baseline] = Object.keys(routes);
  table(
    ['', 'p50 ms', 'of the primary-key read', 'p99 ms', 'server CPU ms'],
    Object.keys(routes).map((name) => [
      name,
      number(of(name, 'p50'), 2),
      times(of(name, 'p50') / of(baseline, 'p50')),
      number(of(name, 'p99'), 1),
      number(of(name, 'cpuMs'), 2),
    ]),
  );
}

/** One keep-alive client asks all the time, while nothing else happens and while a source is read. */
async function compareLoop(scratch, client, service, token, source) {
  const rows = [];
  for (const [name, busy] of [
    ['idle', async () => undefined],
    ['while a source is read', async () => void (await client.discover(await client.register(source)))],
  ]) {
    const samples = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const plan = {
        requests: [request({ path: '/api/v1/me', token })],
        connections: 1,
        warmUpMs: 300,
        durationMs: 2_500,
      };
      await service.server.loopDelay();
      const reading = busy();
      const { p50, p99, count } = await measure(scratch, service, plan);
      await reading;
      samples.push({ p50, p99, count, ...(await service.server.loopDelay()) });
    }
    const of = (key, digits = 1) => number(median(samples.map((one) => one[key])), digits);
    rows.push([name, of('p50', 2), of('p99', 2), of('loopP99', 1), number(Math.max(...samples.map((one) => one.loopMax)), 1)]);
  }
  table(['`GET /api/v1/me`', 'p50 ms', 'p99 ms', 'event loop delay p99 ms', 'worst ms'], rows);
}

async function peer(name, url, packages) {
  const args = ['--max-old-space-size=4096', join(root, 'test/bench/discovery-peer.mjs'), name, url];
  if (packages !== undefined && name === 'pg-introspection') args.push(packages);
  const { stdout } = await run(process.execPath, args, { env: environment({}), timeout: PATIENCE_MS });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

async function dump(pgDump, url) {
  if (pgDump === undefined) throw new Error('not installed');
  const began = performance.now();
  await run(pgDump, ['-s', '-f', '/dev/null', url], { timeout: PATIENCE_MS });
  return { ms: performance.now() - began };
}

/** Not among our own: its engines leave out the Node.js that we support. */
async function peerPackages(scratch) {
  const directory = join(scratch.directory, 'peers');
  await mkdir(directory);
  await writeFile(join(directory, 'package.json'), '{"private":true}');
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', 'pg-introspection@1.0.1'];
  await run('npm', args, { cwd: directory });
  return directory;
}

function reasonOf(error) {
  const text = `${error.stderr ?? ''}${error.message}`;
  return error.killed === true ? 'no end' : (/^(?:\w+: )?(\w*Error)\b/m.exec(text)?.[1] ?? 'failed').slice(0, 40);
}

function residentMb(pid) {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / MIB;
}
