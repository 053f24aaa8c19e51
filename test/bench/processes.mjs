import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const instrument = new URL('instrument.mjs', import.meta.url).href;

/** The caller's own settings of the service must not decide what is measured. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'UV_THREADPOOL_SIZE', 'SystemRoot'];

export function environment(own) {
  const inherited = INHERITED.filter((name) => process.env[name] !== undefined);
  return { ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])), ...own };
}

/** A Node process whose CPU time can be asked; what it prints goes nowhere, its complaints only if it fails. */
export class Instrumented {
  #complaints = '';

  constructor(scratch, args, env = {}, cwd = root) {
    this.child = spawn(process.execPath, ['--import', instrument, ...args], {
      cwd,
      env: environment(env),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr.on('data', (chunk) => (this.#complaints = (this.#complaints + chunk).slice(-4_000)));
    this.ended = once(this.child, 'exit');
    scratch.defer(() => this.stop());
  }

  get pid() {
    return this.child.pid;
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  assertAlive() {
    if (this.hasEnded) throw new Error(`${this.child.spawnargs.join(' ')} ended: ${this.#complaints}`);
  }

  /** Milliseconds of all its threads, user and system. */
  async cpu() {
    this.child.send('cpu');
    const { user, system } = await this.next();
    return (user + system) / 1000;
  }

  /** How many it has sent to databases with pg. */
  async statements() {
    this.child.send('statements');
    return this.next();
  }

  /** Milliseconds by which its event loop was late since the last time it was asked; the first answer begins the watch. */
  async loopDelay() {
    this.child.send('loop delay');
    return this.next();
  }

  async next() {
    this.assertAlive();
    const [message] = await Promise.race([once(this.child, 'message'), this.ended.then(() => this.assertAlive())]);
    return message;
  }

  async stop() {
    if (this.hasEnded) return;
    this.child.kill('SIGTERM');
    const cut = setTimeout(() => this.child.kill('SIGKILL'), 15_000);
    await this.ended;
    clearTimeout(cut);
  }
}

/** Milliseconds of CPU of a PostgreSQL server: the postmaster, its children, and those that have ended. Linux only. */
export function postgresCpu(postmasterPid) {
  try {
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const fields = statOf(pid);
      if (Number(pid) === postmasterPid) ticks += sum(fields.slice(11, 15));
      else if (fields !== undefined && Number(fields[1]) === postmasterPid) ticks += sum(fields.slice(11, 13));
    }
    return ticks * 10;
  } catch {
    return NaN;
  }
}

/** The fields after the command, which may itself hold spaces: [1] parent, [11..14] utime, stime, cutime, cstime. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const sum = (values) => values.reduce((total, value) => total + Number(value), 0);

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks again and again until an answer with this status comes. */
export async function answered(url, options = {}) {
  const { assertAlive = () => undefined, pauseMs = 20, patienceMs = 120_000, ...request } = options;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    assertAlive();
    const response = await fetch(url, request).catch(() => undefined);
    const body = await response?.text();
    if (response?.status === 200) return body;
    if (performance.now() > deadline) throw new Error(`${url} did not answer: ${response?.status ?? 'no connection'}`);
    await sleep(pauseMs);
  }
}
