import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';

const root = mkdtempSync(join(tmpdir(), 'headgate-release-'));
afterAll(() => rmSync(root, { recursive: true }));

it('leaves the tree as it was where a release does not build', () => {
  const files = {
    'package.json': JSON.stringify({ name: 'headgate', version: '0.1.0', scripts: { build: 'exit 1' } }),
    'clients/typescript/package.json': JSON.stringify({ name: '@headgate/client', version: '0.1.0' }),
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- A change.\n\n## 0.1.0 – 2026-11-20\n',
  };
  for (const directory of ['scripts', 'clients/typescript']) mkdirSync(join(root, directory), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  copyFileSync('scripts/release.mjs', join(root, 'scripts/release.mjs'));
  const release = () => execFileSync(process.execPath, [join(root, 'scripts/release.mjs'), '0.2.0'], { stdio: 'pipe' });
  expect(release).toThrow(/npm run build/);
  expect(Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(root, name), 'utf8')]))).toEqual(files);
});
