import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';

/** The message is for the operator: read-only file systems answer with codes that name other causes. */
class DataDirectoryUnusable extends Error {
  constructor(directory: string, code: string) {
    super(
      `The data directory ${directory} cannot be made or written (${code}): it, or one above it, is read-only, ` +
        'is a file, or belongs to another account. Let this account write there, or name another directory in HEADGATE_DATA_DIR.',
    );
    this.name = 'DataDirectoryUnusable';
  }
}

/**
 * @param isWritten whether something in it changes in any case, as the embedded server does; others mount a read-only one
 * @throws DataDirectoryUnusable
 */
export async function openDataDirectory(directory: string, isWritten: boolean): Promise<void> {
  try {
    // As root, the account of the embedded server passes through it to its own part; secret files in here have their own
    // permissions.
    await mkdir(directory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    if (isWritten) await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryUnusable(directory, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}
