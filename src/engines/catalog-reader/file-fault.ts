import type { ReadingFault } from './source-reader.js';

/** A fault that we found, not a driver. No one is shown its message. */
export class FileFault extends Error {
  constructor(
    readonly fault: ReadingFault,
    message: string,
  ) {
    super(message);
  }
}

/** The fault for an error of the file system; `undefined` for any other error. */
export function fileSystemFault(error: unknown): ReadingFault | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'ACCESS_DENIED';
  if (code === 'ENOENT') return 'FILE_MISSING';
  if (code === 'ENOTDIR' || code === 'ELOOP' || code === 'EISDIR') return 'UNREACHABLE';
  if (code === 'EIO' || code === 'ESTALE' || code === 'ENODEV') return 'LOST';
  return undefined;
}
