import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresUnavailable, errorCode, reasonOf } from './errors.js';
import type { Machine } from './machine.js';
import { type Account, assertOnlyOursToWrite, canEnter, UNPRIVILEGED_ACCOUNT } from './server-account.js';

/** Where a cluster and its files are. */
export interface ClusterHome {
  readonly directory: string;
  /**
   * Appears by one rename when initialisation is complete; holds `data` and `password`, which only make sense together.
   */
  readonly cluster: string;
  readonly data: string;
  readonly password: string;
  readonly serverLog: string;
  readonly account: Account;
}

/**
 * Normally the configured directory itself. As root, the server runs under another account, which cannot enter a
 * directory below, say, /root; opening such a path is not our business. So the cluster is then below /var/lib (never
 * below a temporary directory: data must outlast a reboot), and the configured directory records where.
 */
export async function openClusterHome(configured: string, machine: Machine, durable: boolean): Promise<ClusterHome> {
  const recorded = await readRecord(configured);
  if (recorded !== undefined) {
    await assertStillThere(recorded, configured, machine);
    return describeHome(recorded, machine);
  }
  if (machine.uid !== 0) return describeHome(configured, machine);
  const here = await describeHome(configured, machine);
  if (await canEnter(configured, here.account)) return here;
  if (existsSync(here.cluster)) {
    throw new EmbeddedPostgresUnavailable(
      `uid ${here.account?.uid}, which the server runs as, can no longer enter ${configured}: let it pass (chmod o+x) on every directory above`,
    );
  }
  return describeHome(await createElsewhere(configured, machine, durable), machine);
}

async function describeHome(directory: string, machine: Machine): Promise<ClusterHome> {
  // Real paths, because that is what the kernel tells about a running server.
  const real = await realpath(directory);
  const cluster = join(real, 'cluster');
  const data = join(cluster, 'data');
  const account = machine.uid === 0 ? ((await ownerOf(data)) ?? UNPRIVILEGED_ACCOUNT) : undefined;
  return {
    directory: real,
    cluster,
    data,
    password: join(cluster, 'password'),
    serverLog: join(real, 'server.log'),
    account,
  };
}

/** If root starts a cluster that an ordinary user made, it runs under that user. */
async function ownerOf(data: string): Promise<Account> {
  try {
    const { uid, gid } = await stat(data);
    return uid === 0 ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

const recordOf = (configured: string): string => join(configured, 'location');

async function readRecord(configured: string): Promise<string | undefined> {
  try {
    return (await readFile(recordOf(configured), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** An empty new start would look like lost data, and hide that it may only be a missing mount. */
async function assertStillThere(recorded: string, configured: string, machine: Machine): Promise<void> {
  if (!existsSync(recorded)) {
    throw new EmbeddedPostgresUnavailable(
      `${recordOf(configured)} says that the data is in ${recorded}, which does not exist: bring it back, or remove that file to start with an empty database`,
    );
  }
  await assertOnlyOursToWrite(recorded, machine.uid);
}

const THROWAWAY_PREFIX = 'throwaway-';
const OWNER_FILE = 'belongs-to';

/** A test run removes its own directory and cannot know about this one. Durable clusters are never removed. */
async function sweepThrowaways(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = await readFile(join(parent, name, OWNER_FILE), 'utf8').catch(() => undefined);
    if (!name.startsWith(THROWAWAY_PREFIX) || owner === undefined || existsSync(recordOf(owner))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function createElsewhere(configured: string, machine: Machine, durable: boolean): Promise<string> {
  const parent = machine.rootClusterDirectory;
  try {
    await mkdir(parent, { recursive: true, mode: 0o711 });
    await assertOnlyOursToWrite(parent, machine.uid);
    await sweepThrowaways(parent);
    const directory = await mkdtemp(join(parent, durable ? 'postgres-' : THROWAWAY_PREFIX));
    await chmod(parent, 0o711);
    await chmod(directory, 0o711);
    const draft = `${recordOf(configured)}.new`;
    await writeFile(draft, `${directory}\n`, { mode: 0o600 });
    await rename(draft, recordOf(configured));
    await writeFile(join(directory, OWNER_FILE), configured, { mode: 0o600 });
    return directory;
  } catch (error) {
    throw new EmbeddedPostgresUnavailable(
      `as root the server runs as uid ${UNPRIVILEGED_ACCOUNT.uid}, which cannot enter ${configured}, and ${parent} is no way out (${reasonOf(error)})`,
      { cause: error },
    );
  }
}
