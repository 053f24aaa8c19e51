import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { FileFault } from './file-fault.js';

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
