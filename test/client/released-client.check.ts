import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildClientOf, checkTypes } from '../../scripts/build-client.mjs';

// Below the root, where it finds the packages that it imports: that of 0.2.0 needs `openapi-fetch`.
const tree = join(process.cwd(), '.cache/released-client');
const tours = join(tree, 'test/client/tours.spec.ts');

/** What tours take from the tests of the service is that of this version. Their types are what releases used of it. */
const TAKEN = {
  'src/demo/demo-data': `export const DEMO_PASSWORD: string;
    export const DEMO_TOTP: { readonly user: string };`,
  'test/support/mfa': 'export function nextTotp(clock: object): string;',
  'test/support/test-app': `export interface TestApp {
      readonly url: string;
      readonly clock: { advance(span: Readonly<Record<string, number>>): void };
      close(): Promise<void>;
    }
    export function startTestApp(): Promise<TestApp>;`,
};

function kept<Kept>(name: string): Kept {
  return JSON.parse(gunzipSync(readFileSync(`test/compatibility/${name}.json.gz`)).toString()) as Kept;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

// The typed client of the last release, built from its document, takes the tours of that release through this version.
rmSync(tree, { recursive: true, force: true });
for (const [file, text] of Object.entries(kept<Readonly<Record<string, string>>>('released-client'))) write(file, text);
for (const [module, types] of Object.entries(TAKEN)) {
  write(`${module}.js`, `export * from ${JSON.stringify(join(process.cwd(), `${module}.ts`))};\n`);
  write(`${module}.d.ts`, types);
}
await buildClientOf(kept('released'), join(tree, 'clients/typescript'));
await checkTypes([tours]);
// It declares its own tests.
await import(tours);
