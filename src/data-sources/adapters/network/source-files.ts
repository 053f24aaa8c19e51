import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { fileSystemFault } from '../../../engines/catalog-reader/file-fault.js';
import { HostNotAllowed, SourceFailed } from '../../domain/data-source.errors.js';

const LONGEST_PATH = 500;
/** Backslashes and drive names have a meaning on Windows, and a colon also begins a URI for SQLite. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}\\:*?"<>|]/u;

/** What SQLite and DuckDB keep beside a file is part of it. */
const COMPANION = /(-wal|-shm|-journal|\.wal)$/;

/** Files that are data sources: each organization has a directory of its own, which the operator fills. */
@Injectable()
export class SourceFiles {
  constructor(private readonly config: Config) {}

  /** Whether it is a relative path with forward slashes that does not lead to a directory above. */
  isPath(file: string): boolean {
    const isShort = file.length <= LONGEST_PATH && !UNFIT.test(file);
    return isShort && file.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  }

  /** @returns the absolute path, links followed @throws HostNotAllowed, SourceFailed when there is none */
  async locate(organizationId: number, file: string): Promise<string> {
    if (!this.isPath(file)) throw new HostNotAllowed();
    const directory = join(this.config.dataSources.filesDirectory, String(organizationId));
    try {
      const [home, found] = [await realpath(directory), await realpath(join(directory, file))];
      if (!found.startsWith(home + sep)) throw new HostNotAllowed();
      // Devices answer for ever, and opening a FIFO blocks.
      if (!(await stat(found)).isFile()) throw new SourceFailed('UNREACHABLE');
      return found;
    } catch (error) {
      if (error instanceof HostNotAllowed) throw error;
      if (fileSystemFault(error) === 'FILE_MISSING') throw new SourceFailed('FILE_MISSING');
      throw new SourceFailed('UNREACHABLE');
    }
  }

  /** The key of a path as it is written. */
  writtenKey(file: string): string {
    return `file:${file.normalize('NFC').replace(COMPANION, '')}`;
  }

  /** Keys of the file itself, by any path: its number on its device and its real path. */
  async keysOf(organizationId: number, located: string): Promise<readonly string[]> {
    const home = await realpath(join(this.config.dataSources.filesDirectory, String(organizationId))).catch(() => '');
    const files = [...new Set([located, located.replace(COMPANION, '')])];
    const keys = await Promise.all(
      files.map(async (file) => {
        const found = await stat(file, { bigint: true }).catch(() => null);
        return found === null ? [] : [`inode:${found.dev}:${found.ino}`];
      }),
    );
    return [this.writtenKey(relative(home, located).split(sep).join('/')), ...keys.flat()];
  }
}
