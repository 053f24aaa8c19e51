import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../../../shared/domain-error.js';
import { type IconLinks, IconStore } from '../../application/ports/template-icons.js';
import type { IconFile } from '../../domain/icon-file.js';
import { typeOfKey } from '../../domain/icon-key.js';

/** Stores each icon as a file. Several instances share the directory, or use a bucket. */
export class DirectoryIconStore extends IconStore {
  constructor(
    private readonly directory: string,
    private readonly links: IconLinks,
  ) {
    super();
  }

  /** A reader sees nothing or the whole file. */
  put(key: string, { bytes }: IconFile): Promise<void> {
    return orUnavailable(async () => {
      const path = this.pathOf(key);
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      const temporary = join(this.directory, `.${randomBytes(9).toString('hex')}.tmp`);
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, path);
      } finally {
        await rm(temporary, { force: true });
      }
    });
  }

  get(key: string): Promise<Uint8Array | null> {
    return orUnavailable(async () => {
      try {
        return await readFile(this.pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    });
  }

  remove(key: string): Promise<void> {
    return orUnavailable(() => rm(this.pathOf(key), { force: true }));
  }

  linkTo(key: string, expires: Date): Promise<string> {
    return this.links.linkTo(key, expires);
  }

  /** Keys are our own, but a path is checked anyway. */
  private pathOf(key: string): string {
    if (typeOfKey(key) === null) throw new Error('This is not the key of an icon.');
    return join(this.directory, key);
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Unavailable('Icons cannot be stored or read right now. Try again shortly.');
  }
}
