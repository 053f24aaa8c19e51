// node scripts/freeze-migrations.mjs [--check] [folder]
// Migrations never change once they are in use: a database that has run one will not run it again. This writes the fingerprint of each
// new one into migrations/fingerprints.ts and all of them into migrations/all.ts, and refuses one that has changed since. `--check` writes
// nothing. Where two branches have added to these files, run it: it keeps what both have.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isListed, migrationsIn, writeList } from './migration-list.mjs';

const parameters = process.argv.slice(2);
const isCheck = parameters.includes('--check');
const folder = parameters.find((parameter) => !parameter.startsWith('--')) ?? fileURLToPath(new URL('../migrations', import.meta.url));
const listFile = join(folder, 'fingerprints.ts');
const HEAD = `/** SHA-256 of each migration with what it imports; \`node scripts/freeze-migrations.mjs\` adds those of new ones. */
export const FINGERPRINTS: Readonly<Record<string, string>> = {
`;

/** The file and everything of ours that it imports. */
function filesOf(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) filesOf(join(dirname(file), `${path}.ts`), known);
  return known;
}

function fingerprintOf(file) {
  const hash = createHash('sha256');
  for (const part of [...filesOf(file)].sort())
    hash
      .update(`${relative(folder, part).replaceAll('\\', '/')}\0`)
      .update(readFileSync(part, 'utf8').replaceAll('\r\n', '\n'))
      .update('\0');
  return hash.digest('hex');
}

const found = migrationsIn(folder).map(({ file: name, name: className }) => {
  const file = join(folder, name);
  const outside = [...filesOf(file)].find((part) => relative(folder, part).startsWith('..'));
  if (outside !== undefined) throw new Error(`${name} imports ${outside}, which goes on changing: copy what it needs.`);
  return { name: className, fingerprint: fingerprintOf(file) };
});
const text = existsSync(listFile) ? readFileSync(listFile, 'utf8') : '';
const frozen = new Map([...text.matchAll(/(\w+):\s*'([0-9a-f]{64})'/g)].map(([, name, fingerprint]) => [name, fingerprint]));

const problems = [
  ...found
    .filter(({ name, fingerprint }) => frozen.has(name) && frozen.get(name) !== fingerprint)
    .map(({ name }) => `${name} was changed, and databases exist that have run it as it was: put it back, and write a new migration.`),
  ...[...frozen.keys()]
    .filter((name) => !found.some((one) => one.name === name))
    .map((name) => `${name} is gone, and databases exist that have run it: put it back.`),
  ...found
    .filter(({ name }) => isCheck && !frozen.has(name))
    .map(({ name }) => `${name} is not in migrations/fingerprints.ts: run node scripts/freeze-migrations.mjs.`),
  ...(isCheck && !isListed(folder)
    ? ['migrations/all.ts does not list the migrations in their order: run node scripts/freeze-migrations.mjs.']
    : []),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else if (!isCheck) {
  const lines = found.map(({ name, fingerprint }) => `  ${name}: '${fingerprint}',\n`);
  writeFileSync(listFile, `${HEAD}${lines.join('')}};\n`);
  writeList(folder);
}
