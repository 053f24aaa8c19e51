// What later versions are held against: the API document of a release, its client, and the tours that it took.
// node scripts/kept-release.mjs <directory>: keeps those of a release that is built there, such as an unpacked commit after `npm ci`.
// `npm run test:upgrade` proves that the kept ones are those of the commit of the release.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const FILES = { document: 'released.json.gz', client: 'released-client.json.gz' };
/** For people, and no part of what programs rely on. */
const WORDS = ['description', 'summary', 'title', 'example', 'examples', 'tags'];
const NAMED = ['properties', 'schemas', 'paths', 'responses', 'headers'];

/** The document as programs rely on it. @param directory where the release is built */
export function documentOf(directory) {
  const made = mkdtempSync(join(tmpdir(), 'headgate-release-'));
  try {
    const file = join(made, 'openapi.json');
    execFileSync(process.execPath, ['dist/src/cli/api-document.js', file], { cwd: directory });
    return promised(JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** The client and its tours. @param directory where the release is */
export function clientOf(directory) {
  const sources = readdirSync(join(directory, 'clients/typescript/src')).map((name) => `clients/typescript/src/${name}`);
  const files = [...sources, 'clients/typescript/tsconfig.json', 'test/client/tours.spec.ts'];
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(directory, file), 'utf8')]));
}

/** @param root of the repository that keeps them */
export function keep(root, kept) {
  for (const [part, name] of Object.entries(FILES)) writeFileSync(placeOf(root, name), gzipSync(JSON.stringify(kept[part]), { level: 9 }));
}

/** @returns the kept files that are not those of the release that is built in the directory */
export function notOf(root, directory) {
  const kept = { document: documentOf(directory), client: clientOf(directory) };
  const textOf = (name) => gunzipSync(readFileSync(placeOf(root, name))).toString();
  return Object.entries(FILES).flatMap(([part, name]) => (textOf(name) === JSON.stringify(kept[part]) ? [] : [name]));
}

const placeOf = (root, name) => join(root, 'test/compatibility', name);

/** @param isNamed whether the keys are names that somebody chose */
function promised(part, isNamed = false) {
  if (Array.isArray(part)) return part.map((item) => promised(item));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key]) => isNamed || !WORDS.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, promised(value, !isNamed && NAMED.includes(key))]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) throw new Error('Say in which directory the release is built.');
  keep(fileURLToPath(new URL('..', import.meta.url)), { document: documentOf(directory), client: clientOf(directory) });
}
