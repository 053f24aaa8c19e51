import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import type { ClusterHome } from './cluster-home.js';
import { errorCode } from './errors.js';
import { acceptsSignals, identify, isRunning, runsInDirectory } from './processes.js';
import { processOptions, runAs } from './server-account.js';

export interface Cluster {
  readonly home: ClusterHome;
  readonly binaries: Binaries;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly identity: string;
  /** Only when this process started it. */
  readonly child?: ChildProcess;
}

/** Something that passes by itself or with another port: worth another attempt. */
export class NotYet extends Error {}

const START_PATIENCE_MS = 300_000;

/** `postmaster.pid`: the line numbers are fixed by PostgreSQL's pidfile.h; lines appear one by one during a start. */
async function readPidFile(data: string): Promise<{ pid: number; port: number; state: string } | undefined> {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The server that already runs on this cluster, no matter which process started it. The pid file of a dead one says nothing. */
export async function findPostmaster({ home }: Cluster): Promise<Postmaster | undefined> {
  const found = await readPidFile(home.data);
  if (found === undefined || !(found.pid > 1) || !runsInDirectory(found.pid, home.data)) return undefined;
  const identity = identify(found.pid);
  if (identity === undefined) return undefined;
  if (found.state !== 'ready') throw new NotYet(`the server on ${home.data} is ${found.state || 'starting'}`);
  return { pid: found.pid, port: found.port, identity };
}

export async function launchPostmaster(cluster: Cluster, port: number): Promise<Postmaster> {
  const { home, binaries, settings } = cluster;
  await removeMisleadingPidFile(home.data);
  const log = await openServerLog(home.serverLog);
  const offset = (await log.stat()).size;
  // Its own process group: Ctrl-C in a terminal must reach the application first, which still needs its database. And a
  // file instead of a pipe, so that the server continues when this process is killed.
  const child = spawn(join(binaries.directory, 'postgres'), serverArguments(home.data, port, settings), {
    ...processOptions(home.account),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
  });
  await log.close();
  child.unref();
  const deadline = Date.now() + START_PATIENCE_MS;
  while (Date.now() < deadline) {
    const outcome = await Promise.race([ended, sleep(20)]);
    if (typeof outcome === 'string') throw await explainEnd(home, outcome, offset);
    const found = await readPidFile(home.data);
    if (found?.pid === child.pid && found?.state === 'ready') {
      return { pid: found.pid, port, identity: identify(found.pid) ?? '', child };
    }
  }
  child.kill('SIGQUIT');
  throw new Error(`The server on ${home.data} was not ready in time, see ${home.serverLog}`);
}

function serverArguments(data: string, port: number, settings: Readonly<Record<string, string>>): string[] {
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  return ['-D', data, ...Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** PostgreSQL itself overrules a pid file whose process is gone, but not one whose number a stranger has inherited. */
async function removeMisleadingPidFile(data: string): Promise<void> {
  const found = await readPidFile(data);
  if (found !== undefined && (!(found.pid > 1) || acceptsSignals(found.pid))) await rm(join(data, 'postmaster.pid'));
}

const SERVER_LOG_LIMIT = 10_000_000;

async function openServerLog(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return open(path, size > SERVER_LOG_LIMIT ? 'w' : 'a', 0o600);
}

async function explainEnd(home: ClusterHome, outcome: string, offset: number): Promise<Error> {
  const text = (await readFile(home.serverLog)).subarray(offset).toString('utf8').trim();
  const message = `The server on ${home.data} ${outcome}: ${text.slice(-2000)}`;
  // The port was taken after we chose it; or backends of a killed server have not all noticed its end yet.
  const passes = /Address already in use|shared memory block .* still in use|lock file .* already exists/.test(text);
  return passes ? new NotYet(message) : new Error(message);
}

/** Fast shutdown (ends sessions, writes a checkpoint), then immediate shutdown (the next start recovers). */
export async function stopPostmaster(cluster: Cluster, { pid, identity }: Postmaster): Promise<void> {
  if (process.platform === 'win32' && isRunning(identity)) {
    const { account, data } = cluster.home;
    await runAs(account, join(cluster.binaries.directory, 'pg_ctl'), ['stop', '--mode=fast', `--pgdata=${data}`]);
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!signalPostmaster({ pid, identity }, signal)) return;
    const deadline = Date.now() + 15_000;
    while (Date.now() < deadline) {
      if (!isRunning(identity)) return;
      await sleep(15);
    }
  }
  throw new Error(`The server ${pid} on ${cluster.home.data} does not stop`);
}

/** False when that very process is gone: its number may already be another's. */
export function signalPostmaster({ pid, identity }: Pick<Postmaster, 'pid' | 'identity'>, signal: NodeJS.Signals): boolean {
  if (!isRunning(identity)) return false;
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}
