import { execFile } from 'node:child_process';
import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The account the server runs as when we are root, which PostgreSQL refuses to run as. Undefined: our own account. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/** The traditional `nobody`: present everywhere, so no account has to be created. */
export const UNPRIVILEGED_ACCOUNT = { uid: 65534, gid: 65534 } as const;

const execute = promisify(execFile);

/**
 * An allow-list: our own environment holds secrets, and PG* or LD_* variables would steer the server. The working
 * directory is one that any account can enter, since the programs give up when they cannot read theirs.
 */
export function processOptions(account: Account): {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
} {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return { env, ...(process.platform === 'win32' ? {} : { cwd: '/' }), ...account };
}

export async function runAs(account: Account, program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, [...args], { ...processOptions(account), windowsHide: true });
  return stdout;
}

/** Judges by the classic permission bits, which decide in the case that matters: a closed home directory. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  if (account === undefined) return true;
  let current = await realpath(directory);
  for (;;) {
    const { uid, gid, mode } = await stat(current);
    const needed = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & needed) === 0) return false;
    const parent = dirname(current);
    if (parent === current) return true;
    current = parent;
  }
}

/** Programs are run from here, or data trusted: only root and ourselves may be able to put something in. */
export async function assertOnlyOursToWrite(directory: string, uid: number | undefined): Promise<void> {
  if (uid === undefined) return;
  const found = await lstat(directory);
  const owned = found.uid === uid || found.uid === 0;
  if (!found.isDirectory() || !owned || (found.mode & 0o022) !== 0) {
    throw new Error(`${directory} is not a directory that only this account can write to`);
  }
}
