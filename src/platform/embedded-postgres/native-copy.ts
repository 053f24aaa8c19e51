import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode } from './errors.js';
import { isRunning, ownIdentity } from './processes.js';
import { assertOnlyOursToWrite } from './server-account.js';

/**
 * npm packages cannot hold symbolic links, so the binaries package lists them and makes them in an install script. Where
 * scripts are held back the loader misses its libraries: make them here. Several processes may do so at once.
 */
export async function hydrateLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(dirname(native), target));
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * A copy for when the package is where the server's account cannot go or where we cannot write. It appears complete by
 * one rename, and a place that another account could have prepared is refused: we would be running its programs.
 */
export async function copyNative(native: string, cacheDirectory: string, uid: number | undefined): Promise<string> {
  await mkdir(cacheDirectory, { recursive: true, mode: 0o755 });
  await assertOnlyOursToWrite(cacheDirectory, uid);
  await sweepPartialCopies(cacheDirectory);
  const packageDirectory = dirname(native);
  const { version } = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')) as { version: string };
  const target = join(cacheDirectory, `${basename(packageDirectory)}-${version}`);
  if (!existsSync(target)) await publishCopy(native, target, cacheDirectory);
  await assertOnlyOursToWrite(target, uid);
  return join(target, 'native');
}

async function publishCopy(native: string, target: string, cacheDirectory: string): Promise<void> {
  const partial = join(cacheDirectory, `partial.${ownIdentity()}.${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(partial, { mode: 0o755 });
    await cp(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    await hydrateLibraries(join(partial, 'native'));
    await openToRead(partial);
    await chmod(cacheDirectory, 0o755);
    await rename(partial, target);
  } catch (error) {
    // Another process published its copy first: that one is as good.
    if (!existsSync(target)) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** A strict umask, ours or the installer's, would otherwise hide the files from the account of the server. */
async function openToRead(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

async function sweepPartialCopies(cacheDirectory: string): Promise<void> {
  for (const name of await readdir(cacheDirectory)) {
    const [kind, identity = ''] = name.split('.');
    if (kind === 'partial' && !isRunning(identity)) {
      await rm(join(cacheDirectory, name), { recursive: true, force: true });
    }
  }
}
