// The database that is discovered, on a server of its own, as a customer's would be.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/src/platform/embedded-postgres/start-embedded-postgres.js';
import { freePort } from './processes.mjs';

const NOBODY = 65_534;

/**
 * A server of the version that `pg_dump` here belongs to (it refuses newer ones), else the embedded one without it.
 * @returns its URL as superuser, how to call pg_dump, and the id of its first process
 */
export async function startTarget(scratch) {
  const bin = installedServer();
  if (bin === undefined) {
    const dataDirectory = join(scratch.directory, 'target');
    mkdirSync(dataDirectory, { mode: 0o711 });
    scratch.deferCluster(dataDirectory);
    let postmasterPid;
    const log = (_message, fields) => (postmasterPid = fields?.pid ?? postmasterPid);
    const server = await startEmbeddedPostgres({ dataDirectory: join(dataDirectory, 'postgres'), log });
    scratch.defer(() => server.stop());
    return { url: server.url, pgDump: undefined, postmasterPid };
  }
  const directory = join(scratch.directory, 'installed');
  mkdirSync(directory);
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (account.uid !== undefined) chownSync(directory, NOBODY, NOBODY);
  chmodSync(scratch.directory, 0o711);
  const run = (program, ...args) => execFileSync(join(bin, program), args, { ...account, cwd: directory, stdio: 'pipe' });
  const port = await freePort();
  run('initdb', '-D', join(directory, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C');
  const settings = `-p ${port} -k ${directory} -h 127.0.0.1 -c max_locks_per_transaction=1024 -c fsync=off`;
  run('pg_ctl', '-D', join(directory, 'data'), '-w', '-l', join(directory, 'log'), '-o', settings, 'start');
  scratch.defer(() => run('pg_ctl', '-D', join(directory, 'data'), '-w', '-m', 'fast', 'stop'));
  const postmasterPid = Number.parseInt(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8'), 10);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pgDump: join(bin, 'pg_dump'), postmasterPid };
}

function installedServer() {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const candidates = [asked.stdout?.trim(), ...[18, 17, 16, 15].map((major) => `/usr/lib/postgresql/${major}/bin`)];
  return candidates.find((bin) => bin && ['initdb', 'pg_ctl', 'pg_dump'].every((name) => existsSync(join(bin, name))));
}

/** @returns URL of a new database on that server, and the connection as it is registered */
export async function newDatabase(target, name) {
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.query(
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'reader') THEN
       CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT pg_read_all_data TO reader; END IF; END $$`,
  );
  await client.end();
  const url = new URL(target.url);
  url.pathname = `/${name}`;
  const connection = {
    host: '127.0.0.1',
    port: Number(url.port),
    database: name,
    username: 'reader',
    password: 'reader',
  };
  return { url: url.href, connection: { ...connection, ssl: false } };
}
