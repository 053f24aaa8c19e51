// `npm run dev`: runs the service from its sources, and again after each change of them. Type errors are printed as they come; they
// stop nothing. What cannot be built or loaded leaves the last service running.
//
// A change waits for little: all sources of ours go into one file, but packages stay outside, and a process that has loaded them already
// waits for the next build. The embedded database server outlives the service.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, watch } from 'node:fs';
import { copyFile, mkdir, rm, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ENTRIES, bundle, copyReference } from './build.mjs';
import { describedBodies } from './described-bodies.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Looks like the root, as the service sees it from its `dist`. Tests and `npm start` keep a `dist` of their own. */
const home = join(root, '.cache/dev');
const dist = join(home, 'dist');
const WATCHED = ['src', 'migrations'];
/** Editors write a file in several steps. */
const QUIET_MS = 40;

/** What is loaded at a start, beside the entries of each build. */
const AT_START = ['boot/start', 'boot/opened-database'];
const bodies = describedBodies(root);

let database;
let packages = [];
/** Loaded and waiting for the next build. */
let spare;
let service;
let isEnding = false;
const folders = new Set();

function say(text) {
  process.stdout.write(`dev: ${text}\n`);
}

async function build() {
  const written = await bundle({
    directory: dist,
    entries: [...ENTRIES, ...AT_START],
    inside: ['@oxc-project/runtime'],
    bodies,
  });
  packages = packagesOf(written);
}

/** The packages that a start loads, in the order in which it does: some need what others before them have set up. */
function packagesOf(written) {
  const chunks = new Map(written.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set();
  const seen = new Set();
  const visit = (name) => {
    const chunk = chunks.get(name);
    if (chunk === undefined) found.add(name);
    else if (!seen.has(name)) {
      seen.add(name);
      chunk.imports.forEach(visit);
    }
  };
  for (const entry of ['main', ...AT_START]) visit(`src/${entry}.js`);
  return [...found];
}

function prepare() {
  spare = fork(join(root, 'scripts/dev-service.mjs'), {
    cwd: root,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  spare.send({ packages });
}

/** @returns whether what was built can be loaded; then it replaces the service */
async function restart() {
  if (spare?.connected !== true) prepare();
  const next = spare;
  spare = undefined;
  next.send({ load: pathToFileURL(join(dist, 'src/boot/start.js')).href });
  const answer = await Promise.race([once(next, 'message'), once(next, 'exit')]);
  if (isEnding) return next.kill();
  if (answer[0]?.loaded !== true) {
    say(`what was built cannot be loaded${service === undefined ? '' : ', so the service before it goes on'}.`);
    return;
  }
  await stop(service);
  service = next;
  next.once('exit', (code) => {
    if (service !== next) return;
    service = undefined;
    if (!isEnding) say(`the service has ended (${code}). The next change starts it again.`);
  });
  const listening = new Promise((resolve) => {
    next.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      if (chunk.includes('Headgate listens on')) resolve(true);
    });
    next.once('exit', () => resolve(false));
  });
  next.send({ run: pathToFileURL(join(dist, 'src/main.js')).href });
  return listening;
}

async function stop(program) {
  if (program === undefined || program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  service = undefined;
  program.kill('SIGINT');
  await ended;
}

let changed = new Set();
/** Until the first start is over. */
let isBusy = true;

function noteChange(file) {
  changed.add(file);
  setTimeout(() => void takeChanges(), QUIET_MS);
}

async function takeChanges() {
  if (isBusy || isEnding || changed.size === 0) return;
  isBusy = true;
  const files = [...changed];
  changed = new Set();
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
  try {
    for (const file of files) bodies.changed(file);
    await build();
    const built = seconds();
    const names = files.map((file) => relative(root, file)).join(', ');
    if (await restart()) say(`restarted after ${seconds()} s, of them ${built} s for the build (${names}).`);
  } catch (error) {
    say(`${error.message}\ndev: nothing was built${service === undefined ? '' : ', so the service before it goes on'}.`);
  }
  await beReady();
}

async function beReady() {
  isBusy = false;
  if (!isEnding && spare?.connected !== true) prepare();
  await takeChanges();
}

/** Folder by folder: a watch of a whole tree loses files that an editor replaces, in Node 20 on Linux. */
function watchTree(folder) {
  const watcher = watch(folder, (_kind, name) => {
    const path = join(folder, name ?? '');
    if (/(?<!\.spec)\.ts$/.test(path)) noteChange(path);
    else if (!folders.has(path) && existsSync(path) && statSync(path).isDirectory()) {
      watchTree(path);
      noteChange(path);
    }
  });
  folders.add(folder);
  // A folder that is gone.
  watcher.on('error', () => watcher.close());
  watcher.on('close', () => folders.delete(folder));
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) watchTree(join(folder, entry.name));
}

/** In a process group of its own, because the compiler is a child of the program that is started here. */
function checkTypes() {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const options = ['-p', 'tsconfig.json', '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  return spawn(process.execPath, [compiler, ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
}

/** The service uses the same server, which ends with its last user. */
async function openDatabase() {
  const { loadConfig } = await import(pathToFileURL(join(dist, 'src/platform/config/config.js')).href);
  const config = loadConfig(process.env);
  if (config.database.url !== undefined) return undefined;
  const embedded = 'src/platform/embedded-postgres/start-embedded-postgres.js';
  const { startEmbeddedPostgres } = await import(pathToFileURL(join(dist, embedded)).href);
  await mkdir(config.dataDirectory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres') });
}

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  spare?.kill('SIGKILL');
  if (types.exitCode === null && types.pid !== undefined) {
    if (process.platform === 'win32') types.kill();
    else process.kill(-types.pid, 'SIGTERM');
  }
  await stop(service);
  await database?.stop();
  process.exit(code);
}

await rm(home, { recursive: true, force: true });
await copyReference(dist);
await copyFile(join(root, 'package.json'), join(home, 'package.json'));
await symlink(join(root, 'web'), join(home, 'web'), 'junction');
const types = checkTypes();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));
for (const folder of WATCHED) watchTree(join(root, folder));
try {
  await build();
  database = await openDatabase();
} catch (error) {
  say(error.message);
  await end(1);
}
await restart();
await beReady();
