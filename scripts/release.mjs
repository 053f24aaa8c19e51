// Makes a release of what there is now: version, date in CHANGELOG.md, and the API document and the client that later versions are held
// against. Prints the release notes. Look at the changes, commit them, and tag the commit.
// npm run release -- <version>
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientOf, documentOf, keep } from './kept-release.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = ''] = process.argv.slice(2);
const changelog = join(root, 'CHANGELOG.md');

if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Say which version, such as: npm run release -- 0.3.0');
const text = readFileSync(changelog, 'utf8');
const [, changes = ''] = /^## Unreleased\n\n(.*?)(?=^## )/ms.exec(text) ?? [];
if (changes.trim() === '') throw new Error('CHANGELOG.md has nothing below "Unreleased", so there is nothing to release.');

// Before anything is written, so that what does not build leaves the tree as it was. Nothing of this build knows the version.
execFileSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const document = documentOf(root);

for (const directory of ['.', 'clients/typescript'])
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { cwd: join(root, directory), stdio: 'ignore' });
const [major = '0'] = version.split('.');
for (const file of ['src/index.ts', 'README.md'])
  edit(join(root, 'clients/typescript', file), />=[\d.]+ <[\d.]+/, `>=${version} <${Number(major) + 1}.0.0`);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelog, text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} – ${today}\n`));
// The client only now, for it names the versions that it fits.
keep(root, { document, client: clientOf(root) });
writeFileSync(join(root, 'test/compatibility/declared-breaks.json'), '{}\n');
process.stdout.write(`# Headgate ${version}\n\n${changes}`);

/** @throws Error where it finds nothing, so that no version stays old unseen */
function edit(file, pattern, replacement) {
  const before = readFileSync(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} names no range of versions.`);
  writeFileSync(file, before.replace(pattern, replacement));
}
