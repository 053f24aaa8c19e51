import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { answered, environment, freePort, root } from './processes.mjs';
import { heading, median, number, table, times } from './report.mjs';
import { LOGIN, startDatabase } from './service.mjs';

const FIRST_ROUNDS = 2;
const ROUNDS = 3;
/** A first start builds, which can take long: another round only while there is time. */
const FIRST_ROUNDS_MS = 25_000;
/** The phases of a start, each with what is printed at its end; a second start migrates and seeds nothing. */
const PHASES = [
  ['npm', '> node scripts/build-if-stale'],
  ['build, or a look at the sources', '> exec node'],
  ['the program begins, PostgreSQL starts', '"embedded PostgreSQL is ready"'],
  ['the rest of the modules, migrations', '"database migrated"'],
  ['the application, demo data', '"demo data seeded"'],
  ['the application, where nothing is seeded; jobs, port', '"listening"'],
];
const LEFT_OUT = ['node_modules', 'dist', 'web/dist', '.data', '.cache', '.git', 'coverage'];

/** How long someone waits after `npm start`: on a fresh checkout, and ever after. */
export async function start(scratch) {
  const copy = await copyTree(scratch);
  const dataDirectory = join(copy, '.data');
  scratch.deferCluster(dataDirectory);
  const database = await startDatabase(scratch);
  heading(
    'start',
    ['rolldown', '@nestjs/core', 'typescript', 'express', 'pg'],
    [
      `PostgreSQL ${database.version}, embedded; \`npm ci --ignore-scripts\` done before; a copy of the working tree with default settings`,
      `first: without .data/ (initialises the cluster, migrates, seeds), and without dist/ and web/dist/ where nothing is built, up to ${FIRST_ROUNDS} rounds; second and baselines: ${ROUNDS} alternating rounds; medians`,
      'Express + pg: `node` with one route that asks a running PostgreSQL `SELECT 1`; PostgreSQL alone: `node` starting the embedded server on existing data until `SELECT 1`',
    ],
  );
  const first = [];
  const startedAt = performance.now();
  while (first.length === 0 || (first.length < FIRST_ROUNDS && performance.now() - startedAt < FIRST_ROUNDS_MS)) {
    await Promise.all(['dist', 'web/dist', '.data'].map((name) => rm(join(copy, name), { recursive: true, force: true })));
    first.push(await timeNpmStart(scratch, copy));
  }
  const prepared = [];
  for (let round = 0; round < FIRST_ROUNDS; round += 1) {
    await rm(join(copy, '.data'), { recursive: true, force: true });
    prepared.push(await timeNpmStart(scratch, copy));
  }
  const second = [];
  const express = [];
  const postgres = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    second.push(await timeNpmStart(scratch, copy));
    express.push(await timeExpress(scratch, database.url));
    postgres.push(await timePostgres(scratch, join(dataDirectory, 'postgres')));
  }
  report({ first, prepared, second, express, postgres });
}

function report({ first, prepared, second, express, postgres }) {
  const alive = (runs) => median(runs.map((run) => run.alive));
  const login = (runs) => median(runs.map((run) => run.login));
  const [bare, alone] = [median(express), median(postgres)];
  const row = (name, seconds, loginSeconds = NaN) => [
    name,
    number(seconds),
    number(loginSeconds),
    times(seconds / alive(first)),
    times(seconds / bare),
    times(seconds / (bare + alone)),
  ];
  table(
    [
      'from the command to',
      'first answer, s',
      'first login answered, s',
      'of first start',
      'of Express + pg',
      'of Express + pg + PostgreSQL start',
    ],
    [
      row('first `npm start`, nothing built', alive(first), login(first)),
      row('first `npm start`, built by `npm ci`', alive(prepared), login(prepared)),
      row('second `npm start`', alive(second), login(second)),
      row('Express + pg, bare', bare),
      row('PostgreSQL alone', alone),
    ],
  );
  const phase = (runs, index) => number(median(runs.map(({ phases }) => phases[index])));
  table(
    ['of which, s', 'first, nothing built', 'first, built', 'second'],
    PHASES.map(([name], index) => [name, phase(first, index), phase(prepared, index), phase(second, index)]),
  );
}

async function copyTree(scratch) {
  const copy = join(scratch.directory, 'checkout');
  await mkdir(copy, { mode: 0o711 });
  const isWanted = (source) => !LEFT_OUT.some((name) => source === join(root, name));
  await cp(root, copy, { recursive: true, filter: isWanted });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** @returns seconds from the command to the first answer of all, and to that of a login sent right after it */
async function timeNpmStart(scratch, cwd) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const run = launch(scratch, 'npm', ['start'], { cwd, env: environment({ PORT: String(port) }) });
  await answered(`${url}/health/live`, run);
  const alive = secondsSince(startedAt);
  const phases = phasesOf(run.lines, startedAt);
  const headers = { 'Content-Type': 'application/json' };
  await answered(`${url}/api/auth/login`, { ...run, method: 'POST', headers, body: JSON.stringify(LOGIN) });
  const login = secondsSince(startedAt);
  await run.stop();
  return { alive, login, phases };
}

/** @returns seconds that each phase took, not a number where nothing was printed at its end */
function phasesOf(lines, startedAt) {
  let before = startedAt;
  return PHASES.map(([, end]) => {
    const at = lines.find(({ text }) => text.includes(end))?.at;
    if (at === undefined) return NaN;
    const seconds = (at - before) / 1000;
    before = at;
    return seconds;
  });
}

async function timeExpress(scratch, databaseUrl) {
  const port = await freePort();
  const program = `
    import express from 'express';
    import pg from 'pg';
    const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
    const app = express();
    app.get('/', async (request, response) => response.json((await pool.query('SELECT 1 AS one')).rows[0]));
    app.listen(${port}, '127.0.0.1');`;
  const startedAt = performance.now();
  const args = ['--input-type=module', '--eval', program];
  const run = launch(scratch, process.execPath, args, { cwd: root, env: environment({ DATABASE_URL: databaseUrl }) });
  await answered(`http://127.0.0.1:${port}/`, run);
  const seconds = secondsSince(startedAt);
  await run.stop();
  return seconds;
}

async function timePostgres(scratch, directory) {
  const program = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from './dist/src/platform/embedded-postgres/start-embedded-postgres.js';
    const server = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(directory)} });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('SELECT 1');
    process.stdout.write('answered');
    await client.end();
    await server.stop();`;
  const startedAt = performance.now();
  const run = launch(scratch, process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: environment(),
  });
  await Promise.race([once(run.child.stdout, 'data'), run.ended.then(run.assertAlive)]);
  const seconds = secondsSince(startedAt);
  await run.ended;
  return seconds;
}

/** In a process group of its own: npm starts a shell that starts the service, and all of them have to end. */
function launch(scratch, command, args, options) {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(() => groupGone(child.pid));
  let output = '';
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output = (output + chunk).slice(-4_000)));
    createInterface({ input: stream }).on('line', (text) => lines.push({ text, at: performance.now() }));
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const assertAlive = () => {
    if (hasEnded()) throw new Error(`${command} ended too early: ${output}`);
  };
  const stop = async () => {
    signalGroup(child.pid, 'SIGTERM');
    const cut = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), 20_000);
    await ended;
    clearTimeout(cut);
  };
  scratch.defer(stop);
  return { child, ended, lines, assertAlive, stop };
}

/** npm may leave before the service that it started. */
async function groupGone(pid) {
  while (signalGroup(pid, 0)) await sleep(20);
}

/** @returns whether there was anyone to reach */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

const secondsSince = (startedAt) => (performance.now() - startedAt) / 1000;
