import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import type { ClusterHome } from './cluster-home.js';
import { EmbeddedPostgresUnavailable, EmbeddedPostgresVersionMismatch, reasonOf, textOf } from './errors.js';
import { type Account, runAs } from './server-account.js';

export const SUPERUSER = 'headgate';

const DRAFT_PREFIX = 'cluster-draft-';

/** Returns the password of the superuser. Only one process at a time may be here, so every draft found is a leftover. */
export async function openCluster(home: ClusterHome, binaries: Binaries, durable: boolean): Promise<string> {
  await sweepDrafts(home);
  if (!existsSync(home.cluster)) await initialise(home, binaries, durable);
  const major = await readMajor(home);
  if (major !== String(binaries.major)) throw new EmbeddedPostgresVersionMismatch(home.data, major, binaries.major);
  return (await readFile(home.password, 'utf8')).trim();
}

async function readMajor(home: ClusterHome): Promise<string> {
  const file = join(home.data, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new Error(`${home.data} holds no PostgreSQL cluster: restore it, or remove ${home.cluster} to start empty`);
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Works on a draft next to the final place: a process killed half-way leaves a draft, never half a cluster. */
async function initialise(home: ClusterHome, binaries: Binaries, durable: boolean): Promise<void> {
  const { account } = home;
  const draft = await mkdtemp(join(home.directory, DRAFT_PREFIX));
  try {
    const data = join(draft, 'data');
    await mkdir(data, { mode: 0o700 });
    const password = randomBytes(32).toString('base64url');
    await writeFile(join(draft, 'password'), password, { mode: 0o600, flag: 'wx', flush: durable });
    if (account !== undefined) {
      await chown(data, account.uid, account.gid);
      await chmod(draft, 0o711);
    }
    await initdb(data, password, draft, { account, binaries, durable });
    await rename(draft, home.cluster);
    if (durable) await flushDirectory(home.directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function initdb(
  data: string,
  password: string,
  draft: string,
  { account, binaries, durable }: { account: Account; binaries: Binaries; durable: boolean },
): Promise<void> {
  const passwordFile = join(draft, 'initdb-password');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (account !== undefined) await chown(passwordFile, account.uid, account.gid);
    await runAs(account, join(binaries.directory, 'initdb'), [
      `--pgdata=${data}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-instructions',
      ...localeArguments(binaries.major),
      ...(durable ? [] : ['--no-sync']),
    ]);
  } catch (error) {
    throw explain(error);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The built-in provider sorts and folds alike on every system; before PostgreSQL 17 Debian's C.UTF-8 comes closest. */
function localeArguments(major: number): string[] {
  return major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];
}

function explain(error: unknown): Error {
  const output = (textOf(error, 'stderr') || reasonOf(error)).trim();
  if (output.includes('could not look up effective user ID')) {
    const reason = 'the account it would run as has no entry in the user database (/etc/passwd), and initdb insists on one';
    return new EmbeddedPostgresUnavailable(reason, { cause: error });
  }
  return new Error(`initdb failed: ${output}`, { cause: error });
}

async function sweepDrafts(home: ClusterHome): Promise<void> {
  for (const name of await readdir(home.directory)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // An initdb that outlived its killed parent may still be writing; what cannot be removed now is removed at the next
    // start.
    await rm(join(home.directory, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Without this a power cut could take back the rename although everything below it is safe. */
async function flushDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
