import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { errorCode } from './errors.js';

/**
 * A process id alone does not identify a process: containers hand out the same few numbers at every start, and after a reboot an old
 * id belongs to another process. The start time (and on Linux the boot) tells them apart. Undefined: not running.
 */
export function identify(pid: number): string | undefined {
  if (!acceptsSignals(pid)) return undefined;
  const startedAt = startOf(pid);
  return startedAt === undefined ? undefined : `${pid}-${startedAt}`;
}

export function isRunning(identity: string): boolean {
  return identify(Number.parseInt(identity, 10)) === identity;
}

let own: string | undefined;

export function ownIdentity(): string {
  own ??= identify(process.pid) ?? `${process.pid}-0`;
  return own;
}

export function acceptsSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** A postmaster lives in its data directory, which tells it from a stranger that inherited its process id. */
export function runsInDirectory(pid: number, directory: string): boolean {
  if (!acceptsSignals(pid)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === directory;
    if (process.platform === 'win32') return true;
    return askPs(pid, 'command=').includes(directory);
  } catch {
    return false;
  }
}

function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'win32') return '0';
    if (process.platform !== 'linux') return askPs(pid, 'lstart=').replace(/\W+/g, '_');
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command name is in parentheses and may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; when process 1 does not reap it, it stays in the table forever.
    return fields[0] === 'Z' ? undefined : `${fields[19]}-${bootId()}`;
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
  } catch {
    return 'boot';
  }
}

function askPs(pid: number, column: string): string {
  return execFileSync('ps', ['-o', column, '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  }).trim();
}
