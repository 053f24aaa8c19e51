import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

const FILES = {
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 – 2026-11-20\n',
  'clients/typescript/package.json': JSON.stringify({ name: '@headgate/client', version: '0.1.0' }),
  'clients/typescript/src/index.ts': "export const SERVICE_VERSIONS = '>=0.1.0 <1.0.0';\n",
  'clients/typescript/README.md': 'It fits `>=0.1.0 <1.0.0`.\n',
  'clients/typescript/tsconfig.json': '{}',
  'test/client/tours.spec.ts': '// The tours.\n',
  'test/compatibility/declared-breaks.json': '{"GET /old is gone":"It is gone."}\n',
};
const DOCUMENT = {
  info: { title: 'For people', version: '1' },
  paths: { '/title': { get: { operationId: 'readTitle', summary: 'Read a title', responses: { 200: { description: 'Success.' } } } } },
};

/** A project with one change since 0.1.0. @param build what `npm run build` does */
function projectThat(build: string) {
  const root = mkdtempSync(join(tmpdir(), 'headgate-release-'));
  roots.push(root);
  const files = { ...FILES, 'package.json': JSON.stringify({ name: 'headgate', version: '0.1.0', scripts: { build } }) };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, 'scripts'));
  for (const script of ['scripts/release.mjs', 'scripts/kept-release.mjs']) copyFileSync(script, join(root, script));
  writeFileSync(join(root, 'build.cjs'), BUILD);
  const release = () => execFileSync(process.execPath, [join(root, 'scripts/release.mjs'), '0.2.0'], { stdio: 'pipe', encoding: 'utf8' });
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  const kept = (name: string): unknown => JSON.parse(gunzipSync(readFileSync(join(root, 'test/compatibility', name))).toString());
  return { files, release, read, kept };
}

const BUILD = `const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync('dist/src/cli', { recursive: true });
writeFileSync('dist/src/cli/package.json', '{"type":"commonjs"}');
const document = ${JSON.stringify(JSON.stringify(DOCUMENT))};
writeFileSync('dist/src/cli/api-document.js', \`require('node:fs').writeFileSync(process.argv[2], \${JSON.stringify(document)})\`);
`;

describe('npm run release', () => {
  it('leaves the tree as it was where a release does not build', () => {
    const { files, release, read } = projectThat('exit 1');
    expect(release).toThrow(/npm run build/);
    expect(Object.fromEntries(Object.keys(files).map((name) => [name, read(name)]))).toEqual(files);
  });

  it('writes the version wherever it stands, the date, and what later versions are held against, and prints the notes', () => {
    const { files, release, read, kept } = projectThat('node build.cjs');
    expect(release()).toBe('# Headgate 0.2.0\n\n- A change.\n\n');
    for (const name of ['package.json', 'clients/typescript/package.json'])
      expect(JSON.parse(read(name))).toMatchObject({ version: '0.2.0' });
    for (const name of ['src/index.ts', 'README.md']) expect(read(`clients/typescript/${name}`)).toContain('>=0.2.0 <1.0.0');
    expect(read('CHANGELOG.md')).toMatch(/^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 – \d{4}-\d\d-\d\d\n\n- A change\.\n/);
    expect(JSON.parse(read('test/compatibility/declared-breaks.json'))).toEqual({});
    // Without the words for people, but with the names that somebody chose.
    expect(kept('released.json.gz')).toEqual({
      info: { version: '1' },
      paths: { '/title': { get: { operationId: 'readTitle', responses: { 200: {} } } } },
    });
    expect(kept('released-client.json.gz')).toEqual({
      'clients/typescript/src/index.ts': read('clients/typescript/src/index.ts'),
      'clients/typescript/tsconfig.json': '{}',
      'test/client/tours.spec.ts': files['test/client/tours.spec.ts'],
    });
  });
});
