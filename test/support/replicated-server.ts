import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Binaries, findBinaries } from '../../src/platform/embedded-postgres/binaries.js';
import { type ClusterHome, openClusterHome } from '../../src/platform/embedded-postgres/cluster-home.js';
import { urlOf } from '../../src/platform/embedded-postgres/ensure-running.js';
import { openCluster } from '../../src/platform/embedded-postgres/initialise-cluster.js';
import { type Machine, thisMachine } from '../../src/platform/embedded-postgres/machine.js';
import { type Postmaster, launchPostmaster } from '../../src/platform/embedded-postgres/postmaster.js';
import { runAs } from '../../src/platform/embedded-postgres/server-account.js';

const SETTINGS = {
  timezone: 'UTC',
  max_connections: '100',
  autovacuum: 'off',
  fsync: 'off',
  wal_level: 'replica',
  wal_keep_size: '256MB',
  hot_standby: 'on',
};

/** A running PostgreSQL server that is never restarted. */
export class Server {
  private running: Postmaster | undefined;

  constructor(
    readonly home: ClusterHome,
    private readonly binaries: Binaries,
    private readonly password: string,
    readonly port: number,
  ) {}

  /** For its owner. */
  get url(): string {
    return urlOf(this.port, this.password, 'postgres');
  }

  async start(): Promise<void> {
    const { home, binaries, password } = this;
    this.running = await launchPostmaster({ home, binaries, password, settings: SETTINGS }, this.port);
  }

  /** As a machine that loses its power. */
  kill(): Promise<void> {
    return this.end('SIGQUIT');
  }

  async stop(): Promise<void> {
    await this.end('SIGINT');
  }

  async ask<Row = Record<string, unknown>>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** All that it has said. */
  logged(): Promise<string> {
    return readFile(this.home.serverLog, 'utf8');
  }

  async set(name: string, value: string): Promise<void> {
    await this.ask(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.ask('SELECT pg_reload_conf()');
  }

  private async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const { running } = this;
    this.running = undefined;
    if (running?.child === undefined) return;
    const ended = once(running.child, 'exit');
    running.child.ref();
    running.child.kill(signal);
    await ended;
  }
}

/** A primary and its streaming replica, made as their manual says without `pg_basebackup`: a copy between the two ends of a backup. */
export class ReplicatedServer {
  private constructor(
    private readonly directory: string,
    readonly primary: Server,
    readonly replica: Server,
  ) {}

  static async start(): Promise<ReplicatedServer> {
    const machine = thisMachine();
    const directory = await mkdtemp(join(tmpdir(), 'headgate-replicated-'));
    await chmod(directory, 0o711);
    const home = await openClusterHome(directory, machine, false);
    const binaries = await findBinaries(machine, home.account);
    const password = await openCluster(home, binaries, false);
    const primary = new Server(home, binaries, password, await machine.freePort());
    await primary.start();
    const copy = await copyOf(primary, machine);
    const replica = new Server(copy, binaries, password, await machine.freePort());
    await replica.start();
    return new ReplicatedServer(directory, primary, replica);
  }

  /** A URL of the primary as one of the replica. */
  atReplica(url: string): string {
    const other = new URL(url);
    other.port = String(this.replica.port);
    return other.href;
  }

  /** Each line begins with who sent it. */
  async logStatements(): Promise<void> {
    for (const server of [this.primary, this.replica]) {
      await server.set('log_line_prefix', '%a|');
      await server.set('log_statement', 'all');
    }
  }

  async caughtUp(): Promise<boolean> {
    const [written] = await this.primary.ask<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
    const [found] = await this.replica.ask<{ done: boolean }>(`SELECT pg_last_wal_replay_lsn() >= '${written?.lsn}' AS done`);
    return found?.done === true;
  }

  async stop(): Promise<void> {
    await this.replica.stop();
    await this.primary.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

async function copyOf(primary: Server, machine: Machine): Promise<ClusterHome> {
  const { home } = primary;
  const directory = join(home.directory, 'replica');
  const data = join(directory, 'data');
  await mkdir(directory, { mode: 0o711 });
  if (home.account !== undefined) await chown(directory, home.account.uid, home.account.gid);
  const client = new Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('replica', true)`);
  await runAs(home.account, 'cp', ['-a', home.data, data]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, name));
  const { username, password, port } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(data, name), text);
    if (machine.uid === 0 && home.account !== undefined) await chown(join(data, name), home.account.uid, home.account.gid);
  }
  return { ...home, cluster: directory, data, serverLog: join(directory, 'server.log') };
}
