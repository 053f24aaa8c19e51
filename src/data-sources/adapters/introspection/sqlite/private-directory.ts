import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';

const PREFIX = 'headgate-sqlite';
const OWNED = /^headgate-sqlite-(\d+)-(\d+)-/;
/** A thread that is late is ended long before. */
const CERTAINLY_OVER_MS = 60_000;

/**
 * A directory that holds copies for a moment. Its name says which process owns it and how long it can be needed: a thread that
 * is ended cannot clean up, so the maker of the next directory removes such leftovers.
 */
export function makePrivateDirectory(deadline: number): string {
  removeLeftovers();
  return mkdtempSync(join(tmpdir(), `${PREFIX}-${pid}-${Math.max(0, Math.trunc(deadline))}-`));
}

export function removePrivateDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, owner, deadline] = OWNED.exec(name) ?? [];
    if (owner === undefined) continue;
    if (isAlive(Number(owner)) && Date.now() < Number(deadline) + CERTAINLY_OVER_MS) continue;
    try {
      removePrivateDirectory(join(tmpdir(), name));
    } catch {
      // It belongs to another account, or another thread has just removed it.
    }
  }
}

function isAlive(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
