import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresUnavailable, reasonOf } from './errors.js';
import { binariesPackage, type Machine } from './machine.js';
import { copyNative, hydrateLibraries } from './native-copy.js';
import { type Account, runAs } from './server-account.js';

export interface Binaries {
  readonly directory: string;
  readonly major: number;
}

const OLDEST_MAJOR = 15;

/** Takes the first binaries that really run under the account of the server, which one call of `--version` proves. */
export async function findBinaries(machine: Machine, account: Account): Promise<Binaries> {
  const refusals: string[] = [];
  for await (const directory of candidates(machine, refusals)) {
    try {
      return await probe(directory, account);
    } catch (error) {
      refusals.push(`${directory}: ${reasonOf(error).trim()}`);
    }
  }
  throw new EmbeddedPostgresUnavailable(refusals.join('; '));
}

async function* candidates(machine: Machine, refusals: string[]): AsyncGenerator<string> {
  yield* packagedCandidates(machine, refusals);
  const majors = await readdir(machine.systemDirectory).catch(() => []);
  const usable = majors.map(Number).filter((major) => major >= OLDEST_MAJOR);
  for (const major of usable.sort((a, b) => b - a)) yield join(machine.systemDirectory, String(major), 'bin');
  if (usable.length === 0) refusals.push(`no PostgreSQL ${OLDEST_MAJOR} or newer in ${machine.systemDirectory}`);
}

async function* packagedCandidates(machine: Machine, refusals: string[]): AsyncGenerator<string> {
  const native = machine.nativeDirectory;
  if (native === undefined) {
    const name = binariesPackage(machine.platform, machine.arch);
    refusals.push(`the optional package ${name} is not installed or does not exist`);
    return;
  }
  // If the package is not writable, the probe fails and the copy is completed instead.
  await hydrateLibraries(native).catch((error: unknown) => refusals.push(reasonOf(error)));
  yield join(native, 'bin');
  if (machine.isMusl()) {
    refusals.push('the packaged binaries need glibc, this system has another C library (Alpine?)');
    return;
  }
  for (const cacheDirectory of machine.cacheDirectories) {
    const copy = await copyNative(native, cacheDirectory, machine.uid).catch((error: unknown) => {
      refusals.push(reasonOf(error));
    });
    if (copy !== undefined) yield join(copy, 'bin');
  }
}

async function probe(directory: string, account: Account): Promise<Binaries> {
  const answer = await runAs(account, join(directory, 'postgres'), ['--version']);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(answer)?.[1]);
  if (!(major >= OLDEST_MAJOR)) throw new Error(`unusable version: ${answer.trim()}`);
  return { directory, major };
}
