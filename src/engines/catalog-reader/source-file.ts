import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { FileFault } from './file-fault.js';

const MAGIC = { FILE_OF_SQLITE: [0, 'SQLite format 3\0'], FILE_OF_DUCKDB: [8, 'DUCK'] } as const;

export type DatabaseFile = keyof typeof MAGIC;

/** @throws FileFault for what does not begin as a database of this kind, by what it is instead */
export function assertDatabase(beginning: Buffer, wanted: DatabaseFile): void {
  const kinds = Object.keys(MAGIC) as DatabaseFile[];
  const kind = kinds.find((each) => {
    const [at, magic] = MAGIC[each];
    return beginning.toString('latin1', at, at + magic.length) === magic;
  });
  if (kind === wanted) return;
  if (beginning.length === 0) throw new FileFault('FILE_EMPTY', 'The file is empty.');
  throw new FileFault(kind ?? (isText(beginning) ? 'FILE_OF_TEXT' : 'FILE_UNKNOWN'), 'This is another kind of file.');
}

/** The last bytes may be a part of a character. */
function isText(beginning: Buffer): boolean {
  const isBinary = beginning.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127);
  return !isBinary && /^[^\uFFFD]*\uFFFD{0,3}$/u.test(beginning.toString('utf8'));
}

/**
 * The first bytes of a source; fewer when it is shorter.
 * @throws FileFault UNREACHABLE for a directory, a pipe or a device, which could be read forever; errors of the file system
 */
export function beginningOf(file: string, length: number): Buffer {
  if (!statSync(file).isFile()) throw new FileFault('UNREACHABLE', 'This is no file.');
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}
