import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkTypes } from '../../scripts/build-client.mjs';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { readApiDocument } from '../setup/api-contract.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

interface Program {
  readonly tour: (baseUrl: string, username: string, password: string) => Promise<object>;
}

// Below the root, where the programs find the packages that they import.
const tree = join(process.cwd(), '.cache/generated-clients');
const document = join(tree, 'openapi.json');

describe('a client that another generator builds from the served document', () => {
  let app: TestApp;
  beforeAll(async () => {
    rmSync(tree, { recursive: true, force: true });
    mkdirSync(join(tree, 'oazapfts'), { recursive: true });
    // That of the build, which alone describes bodies.
    writeFileSync(document, JSON.stringify(readApiDocument()));
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each([
    ['hey-api', '@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', join(tree, 'hey-api'), '--no-log-file']],
    ['oazapfts', 'oazapfts/dist/cli.js', [document, join(tree, 'oazapfts/index.ts')]],
  ])('logs in, lists, creates, is refused and pages through: %s', async (name, generator, options) => {
    execFileSync(process.execPath, [join('node_modules', generator), ...options], { stdio: 'pipe' });
    const program = join(tree, name, 'tour.ts');
    copyFileSync(`test/client/programs/${name}.ts`, program);
    await checkTypes([program]);
    const { tour } = (await import(program)) as Program;
    expect(await tour(app.url, 'olivia', DEMO_PASSWORD)).toEqual({
      first: 'Hydrology',
      created: `By ${name}`,
      refused: ['name'],
      status: 400,
      missed: 0,
      isPaged: true,
    });
  });
});
