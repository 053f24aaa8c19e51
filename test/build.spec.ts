import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundle } from '../scripts/build.mjs';

const ENTRIES = ['platform/http/request-head', 'platform/config/database-url'];

/** Tests run the sources; people run what the build makes of them. */
describe('what is built', () => {
  let directory: string;
  beforeAll(async () => {
    // Below the root, where it finds the packages.
    directory = await mkdtemp(join(process.cwd(), '.cache/build-'));
    await bundle({ directory, entries: ENTRIES, inside: [], bodies: { name: 'none' } });
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const built = (entry: string): Promise<Record<string, (...given: unknown[]) => unknown>> =>
    import(pathToFileURL(join(directory, 'src', `${entry}.js`)).href);

  it('keeps calls that are made because they throw', async () => {
    const { isUtf8Escaped } = await built('platform/http/request-head');
    expect([isUtf8Escaped?.('%C3%A9'), isUtf8Escaped?.('%E0%A4%A')]).toEqual([true, false]);
    const { problemOfDatabaseUrl } = await built('platform/config/database-url');
    expect(problemOfDatabaseUrl?.('postgres://headgate:100%@localhost/headgate')).toContain('percent-encoding');
  });
});
