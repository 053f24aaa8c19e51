import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.js';
import { openClusterHome } from './cluster-home.js';
import { ensureRunning } from './ensure-running.js';
import { openCluster } from './initialise-cluster.js';
import { LiveFlags, withLock } from './live-flags.js';
import { type Machine, thisMachine } from './machine.js';
import { type Log, SupervisedPostgres } from './supervised-postgres.js';

export interface EmbeddedPostgres {
  /** Holds the password: not for a log. */
  readonly url: string;
  /** It was running already, left by a killed process or shared with a live one. */
  readonly adopted: boolean;
  /** Ends the server unless another process still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Belongs to the embedded server alone. */
  readonly dataDirectory: string;
  /** False trades safety against power cuts for speed: for test runs. */
  readonly durable?: boolean;
  readonly log?: Log;
  readonly settings?: Readonly<Record<string, string>>;
}

const SETTINGS = {
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failing statements are answered to the client; their text may hold what must not be in a file.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const UNSAFE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions, machine: Machine = thisMachine()): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => undefined } = options;
  const directory = resolve(options.dataDirectory);
  await openDirectory(directory, machine);
  const lockDirectory = join(directory, 'lock');
  return withLock(lockDirectory, async () => {
    const home = await openClusterHome(directory, machine, durable);
    const binaries = await findBinaries(machine, home.account);
    const password = await openCluster(home, binaries, durable);
    const settings = { ...SETTINGS, ...(durable ? {} : UNSAFE_SETTINGS), ...options.settings };
    const cluster = { home, binaries, password, settings };
    const users = new LiveFlags(join(directory, 'users'));
    // If a server ended under its users and we come first, they expect it back where it was.
    const postmaster = await ensureRunning(cluster, async () => Number(users.notes()[0] ?? (await machine.freePort())));
    const started = new SupervisedPostgres(cluster, postmaster, users, lockDirectory, log);
    const { pid, port } = postmaster;
    log('embedded PostgreSQL is ready', {
      pid,
      port,
      adopted: started.adopted,
      version: binaries.major,
      data: home.data,
    });
    return started;
  });
}

async function openDirectory(directory: string, machine: Machine): Promise<void> {
  // As root the server's account passes through on its way to the cluster; everything in here has its own permissions.
  const mode = machine.uid === 0 ? 0o711 : 0o700;
  await mkdir(directory, { recursive: true, mode });
  try {
    await chmod(directory, mode);
  } catch (error) {
    throw new Error(`${directory} belongs to another account: run as that account, or choose another data directory`, {
      cause: error,
    });
  }
}
