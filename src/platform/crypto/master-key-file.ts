import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const KEY_BYTES = 32;
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;
const LEFTOVER = /^\.[0-9a-f]{12}\.tmp$/;
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);
const OTHERS_MAY_ACCESS = 0o077;
/** Errors with which Windows, read-only mounts and some network file systems answer the flush of a directory. */
const CANNOT_FLUSH = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM', 'EROFS']);

/** The message is for the operator: it names the file and the remedy, and never repeats any of its contents. */
export class MasterKeyFileUnusable extends Error {
  constructor(path: string, problem: string, fix: string) {
    super(`The master key file ${path} ${problem}. ${fix}`);
    this.name = 'MasterKeyFileUnusable';
  }
}

export function newMasterKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** @returns `undefined` when the text is not 32 bytes in base64 or base64url */
export function decodeMasterKey(text: string): Buffer | undefined {
  return KEY_TEXT.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** `master.key` in the data directory: one base64 key per line, the first seals. It only ever changes as a whole. */
export class MasterKeyFile {
  readonly path: string;

  constructor(private readonly directory: string) {
    this.path = join(directory, 'master.key');
  }

  /** @throws MasterKeyFileUnusable */
  async readOrCreate(): Promise<Buffer[]> {
    const found = await this.read();
    if (found !== undefined) return found;
    await this.create();
    const created = await this.read();
    if (created === undefined) {
      throw new MasterKeyFileUnusable(this.path, 'is a link to nowhere', 'Remove the link or restore its target.');
    }
    return created;
  }

  /**
   * @returns `undefined` when there is no such file
   * @throws MasterKeyFileUnusable
   */
  async read(): Promise<Buffer[] | undefined> {
    const text = await this.text();
    if (text === undefined) return undefined;
    const lines = text.split('\n').map((line) => line.trim());
    const keys = lines.flatMap((line, index) => (line === '' ? [] : [this.keyOf(line, index + 1)]));
    if (keys.length === 0) throw new MasterKeyFileUnusable(this.path, 'is empty', this.restoreFix);
    // Another process may have linked the file a moment ago: its name must be on the disk too before anything is
    // sealed.
    await flushDirectory(this.directory);
    return keys;
  }

  /** Readers see the old keys or the new ones, never a part of them, even after a power cut. */
  async replace(keys: readonly Buffer[]): Promise<void> {
    const target = await realpath(this.path);
    await this.place(target, keys, (temporary) => rename(temporary, target));
  }

  /** Removes what a crash between writing and renaming left behind: copies that still hold retired keys. */
  async removeLeftovers(): Promise<void> {
    const target = await realpath(this.path);
    const name = basename(target);
    for (const entry of await readdir(dirname(target))) {
      if (!entry.startsWith(name) || !LEFTOVER.test(entry.slice(name.length))) continue;
      await rm(join(dirname(target), entry), { force: true });
    }
  }

  private async text(): Promise<string | undefined> {
    try {
      const handle = await open(this.path, 'r');
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) throw new MasterKeyFileUnusable(this.path, 'is not a regular file', this.restoreFix);
        this.refuseOpenToOthers(stats.mode);
        return await handle.readFile('utf8');
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof MasterKeyFileUnusable) throw error;
      if (ABSENT.has(codeOf(error))) return undefined;
      const fix = 'Make it a file that the user who runs Headgate owns and can read.';
      throw new MasterKeyFileUnusable(this.path, `cannot be read (${codeOf(error)})`, fix);
    }
  }

  private refuseOpenToOthers(mode: number): void {
    // Windows reports no such bits; there the access list of the profile directory protects the file.
    if (process.platform === 'win32' || (mode & OTHERS_MAY_ACCESS) === 0) return;
    const permissions = (mode & 0o777).toString(8).padStart(3, '0');
    throw new MasterKeyFileUnusable(
      this.path,
      `is open to other users (mode ${permissions})`,
      `Run: chmod 600 '${this.path}'. If the file system keeps no permissions, set HEADGATE_DATA_DIR to one that does, ` +
        'or HEADGATE_MASTER_KEY. If others may have read the key, rotate it (npm run rotate-master-key).',
    );
  }

  private keyOf(line: string, number: number): Buffer {
    const key = decodeMasterKey(line);
    if (key !== undefined) return key;
    throw new MasterKeyFileUnusable(this.path, `is malformed: line ${number} is not 32 bytes in base64`, this.restoreFix);
  }

  private get restoreFix(): string {
    return 'Restore it from a backup. Only if nothing is sealed yet (a new installation), remove it: the next start makes a new one.';
  }

  private async create(): Promise<void> {
    try {
      await createDirectory(this.directory);
      await this.place(this.path, [newMasterKey()], async (temporary) => {
        // Unlike a rename, a link never replaces: of processes that start at once, one wins and the others read its
        // key.
        await link(temporary, this.path).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error;
        });
      });
    } catch (error) {
      throw new MasterKeyFileUnusable(
        this.path,
        `cannot be created (${codeOf(error)})`,
        'Set HEADGATE_DATA_DIR to a directory that Headgate can write to, on a file system with hard links, or set HEADGATE_MASTER_KEY.',
      );
    }
  }

  private async place(target: string, keys: readonly Buffer[], move: (temporary: string) => Promise<void>): Promise<void> {
    const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(keys.map((key) => `${key.toString('base64')}\n`).join(''));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await move(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
    await flushDirectory(dirname(target));
  }
}

async function createDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushDirectory(dirname(made));
}

async function flushDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!CANNOT_FLUSH.has(codeOf(error))) throw error;
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}
