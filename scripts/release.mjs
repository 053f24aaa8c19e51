// Makes a release of what there is now: version, date in CHANGELOG.md, and the API document and the client that later versions are held
// against. Prints the release notes. Look at the changes, commit them, and tag the commit.
// npm run release -- <version>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = ''] = process.argv.slice(2);
const changelog = join(root, 'CHANGELOG.md');
const promises = join(root, 'test/compatibility');
/** For people, and no part of what programs rely on. */
const WORDS = ['description', 'summary', 'title', 'example', 'examples', 'tags'];
const NAMED = ['properties', 'schemas', 'paths', 'responses', 'headers'];

if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Say which version, such as: npm run release -- 0.3.0');
const text = readFileSync(changelog, 'utf8');
const [, changes = ''] = /^## Unreleased\n\n(.*?)(?=^## )/ms.exec(text) ?? [];
if (changes.trim() === '') throw new Error('CHANGELOG.md has nothing below "Unreleased", so there is nothing to release.');

// Before anything is written, so that what does not build leaves the tree as it was. Nothing of this build knows the version.
execFileSync('npm', ['run', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const written = join(mkdtempSync(join(tmpdir(), 'headgate-release-')), 'openapi.json');
execFileSync(process.execPath, [join(root, 'dist/src/cli/api-document.js'), written]);
const document = JSON.parse(readFileSync(written, 'utf8'));
rmSync(dirname(written), { recursive: true });

for (const directory of ['.', 'clients/typescript'])
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { cwd: join(root, directory), stdio: 'ignore' });
const [major = '0'] = version.split('.');
for (const file of ['src/index.ts', 'README.md'])
  edit(join(root, 'clients/typescript', file), />=[\d.]+ <[\d.]+/, `>=${version} <${Number(major) + 1}.0.0`);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(changelog, text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} – ${today}\n`));
keep('released.json.gz', promised(document));
keep('released-client.json.gz', Object.fromEntries(sourcesOfClient().map((file) => [file, readFileSync(join(root, file), 'utf8')])));
writeFileSync(join(promises, 'declared-breaks.json'), '{}\n');
process.stdout.write(`# Headgate ${version}\n\n${changes}`);

/** @throws Error where it finds nothing, so that no version stays old unseen */
function edit(file, pattern, replacement) {
  const before = readFileSync(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} names no range of versions.`);
  writeFileSync(file, before.replace(pattern, replacement));
}

function keep(name, value) {
  writeFileSync(join(promises, name), gzipSync(JSON.stringify(value), { level: 9 }));
}

/** With the tours that the release took. */
function sourcesOfClient() {
  const sources = readdirSync(join(root, 'clients/typescript/src')).map((name) => `clients/typescript/src/${name}`);
  return [...sources, 'clients/typescript/tsconfig.json', 'test/client/tours.ts'];
}

/** @param isNamed whether the keys are names that somebody chose */
function promised(part, isNamed = false) {
  if (Array.isArray(part)) return part.map((item) => promised(item));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key]) => isNamed || !WORDS.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, promised(value, !isNamed && NAMED.includes(key))]));
}
