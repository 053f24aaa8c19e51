import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkTypes } from '../../scripts/build-client.mjs';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { readApiDocument } from '../setup/api-contract.js';
import { nextTotp } from '../support/mfa.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { GENERATED_TOURS, type MakeClient, type Scene } from './generated-tours.js';

// Below the root, where the programs find the packages that they import.
const tree = join(process.cwd(), '.cache/generated-clients');
const document = join(tree, 'openapi.json');

function sceneOf({ url, clock }: TestApp): Scene {
  const code = (): string => nextTotp(clock);
  return { url, password: DEMO_PASSWORD, totpUser: DEMO_TOTP.user, code, advance: (span) => clock.advance(span) };
}

describe.each([
  ['hey-api', '@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', join(tree, 'hey-api'), '--no-log-file']],
  ['oazapfts', 'oazapfts/dist/cli.js', [document, join(tree, 'oazapfts/index.ts')]],
])('a client that another generator builds from the served document: %s', (name, generator, options) => {
  let app: TestApp;
  let makeClient: MakeClient;
  beforeAll(async () => {
    rmSync(join(tree, name), { recursive: true, force: true });
    mkdirSync(join(tree, name), { recursive: true });
    // That of the build, which alone describes bodies.
    writeFileSync(document, JSON.stringify(readApiDocument()));
    execFileSync(process.execPath, [join('node_modules', generator), ...options], { stdio: 'pipe' });
    const program = join(tree, name, 'tour.ts');
    copyFileSync(`test/client/programs/${name}.ts`, program);
    await checkTypes([program]);
    ({ makeClient } = (await import(program)) as { readonly makeClient: MakeClient });
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each(Object.entries(GENERATED_TOURS))('takes the tour through this version: %s', (_title, tour) => tour(makeClient, sceneOf(app)));
});

describe('the tours of other generators', () => {
  it('are those of the typed client', () => {
    const titles = [...readFileSync('test/client/tours.spec.ts', 'utf8').matchAll(/^ {2}it\('(.+)', async/gm)].map(([, title]) => title);
    expect(Object.keys(GENERATED_TOURS)).toEqual(titles);
  });
});
