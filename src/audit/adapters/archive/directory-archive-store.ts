import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveStore } from '../../application/ports/archive-store.js';

/** One file for each archive; several instances share the directory, or use a bucket. */
export class DirectoryArchiveStore extends ArchiveStore {
  constructor(private readonly directory: string) {
    super();
  }

  /** The file and its name are on the disk before it returns, because the rows are deleted next. */
  async put(file: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const temporary = join(this.directory, `.${randomBytes(9).toString('hex')}.tmp`);
    try {
      await synced(temporary, 'wx', (handle) => handle.writeFile(bytes));
      await rename(temporary, join(this.directory, file));
      await synced(this.directory, 'r', () => Promise.resolve());
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async get(file: string): Promise<Uint8Array | null> {
    try {
      return await readFile(join(this.directory, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

async function synced(path: string, flags: string, work: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
