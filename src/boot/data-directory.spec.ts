import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDataDirectory } from './data-directory.js';

describe('the data directory', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'headgate-data-'));
    writeFileSync(join(folder, 'file'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['a file', 'file', 'EEXIST'],
    ['below a file', 'file/data', 'ENOTDIR'],
  ])('that is %s is told with its name and what to do', async (_, name, code) => {
    const directory = join(folder, name);
    const said = `The data directory ${directory} cannot be made or written (${code}): it, or one above it, is read-only`;
    for (const isWritten of [true, false]) await expect(openDataDirectory(directory, isWritten)).rejects.toThrow(said);
  });

  // Root may write everywhere.
  (process.getuid?.() === 0 ? it.skip : it)('that only reads is told where something in it changes', async () => {
    const directory = join(folder, 'read');
    await openDataDirectory(directory, true);
    chmodSync(directory, 0o500);
    await openDataDirectory(directory, false);
    await expect(openDataDirectory(directory, true)).rejects.toThrow(/\(EACCES\).*HEADGATE_DATA_DIR/);
  });

  it('is made with those above it', async () => {
    const directory = join(folder, 'a', 'b');
    await openDataDirectory(directory, true);
    expect(statSync(directory).isDirectory()).toBe(true);
  });
});
