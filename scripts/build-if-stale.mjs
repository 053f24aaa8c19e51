// Builds dist/ when the sources are not those of the last build, so that a second `npm start` starts at once.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built-from');
const inputs = [
  'src',
  'migrations',
  'scripts/build.mjs',
  'scripts/described-bodies.mjs',
  'tsconfig.json',
  'package-lock.json',
];

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

const isBuilt = (file) => !file.endsWith('.spec.ts');

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of inputs
    .flatMap((input) => filesBelow(join(root, input)))
    .filter(isBuilt)
    .sort()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

// A deployed image carries dist/ and no sources.
if (existsSync(join(root, 'src'))) {
  const current = fingerprint();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
    const { build } = await import('./build.mjs');
    await build();
    writeFileSync(stamp, current);
  }
}
