import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildClientOf, checkTypes } from '../../scripts/build-client.mjs';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { sceneOf } from './scene.js';
import type { TOURS } from './tours.js';

// Below the root, where both find the packages that they import.
const tree = join(process.cwd(), '.cache/released-client');

function kept<Kept>(name: string): Kept {
  return JSON.parse(gunzipSync(readFileSync(`test/compatibility/${name}.json.gz`)).toString()) as Kept;
}

describe('the typed client of the last release, built from its document', () => {
  let app: TestApp;
  let tours: typeof TOURS;
  beforeAll(async () => {
    rmSync(tree, { recursive: true, force: true });
    for (const [file, text] of Object.entries(kept<Readonly<Record<string, string>>>('released-client'))) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    await buildClientOf(kept('released'), join(tree, 'clients/typescript'));
    await checkTypes([join(tree, 'test/client/tours.ts')]);
    ({ TOURS: tours } = (await import(join(tree, 'test/client/tours.ts'))) as { TOURS: typeof TOURS });
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('takes its tours through this version', async () => {
    expect(Object.keys(tours).length).toBeGreaterThan(0);
    for (const [title, tour] of Object.entries(tours)) {
      await tour(sceneOf(app)).catch((error: unknown) => {
        throw new Error(`The tour "${title}" has broken off.`, { cause: error });
      });
    }
  });
});
