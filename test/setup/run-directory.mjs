// Where the database of a run lies. A run that is killed leaves it behind, with a server that goes on.
import { readdirSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster, stopPostmaster } from '../../dist/src/platform/embedded-postgres/postmaster.js';
import { isRunning, ownIdentity } from '../../dist/src/platform/embedded-postgres/processes.js';

/** The name tells from the first moment whose it is: the process, and the space in which its number means something. */
export async function makeRunDirectory(parent) {
  const directory = await mkdtemp(join(parent, `headgate-test-${processSpace()}-${ownIdentity()}-`));
  // As root the database server runs under another account, which has to pass through here.
  await chmod(directory, 0o711);
  return directory;
}

/** Removes what dead runs left in a directory, and nothing of a live one. */
export async function sweepDeadRuns(parent) {
  for (const name of namesIn(parent)) {
    const [, space, identity] = /^headgate-test-(\d+)-(\d+-.+)-\w{6}$/.exec(name) ?? [];
    if (space !== processSpace() || isRunning(identity)) continue;
    // Another run may sweep it too, or it belongs to another account: the next run looks again.
    await sweep(join(parent, name)).catch(() => undefined);
  }
}

export async function removeRunDirectory(directory) {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

async function sweep(directory) {
  const data = await realpath(join(directory, 'postgres/cluster/data')).catch(() => undefined);
  const cluster = { home: { data } };
  const postmaster = data && (await findPostmaster(cluster));
  if (postmaster) await stopPostmaster(cluster, postmaster);
  await removeRunDirectory(directory);
}

/** Containers may share a directory, but not the numbers of their processes. */
function processSpace() {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))[0];
  } catch {
    return '0';
  }
}

function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
