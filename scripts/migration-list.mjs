import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEAD = '// Written by scripts/new-migration.mjs and scripts/freeze-migrations.mjs.\n';

/** The migrations in a folder, in their order: file, class, and the number that both bear. */
export function migrationsIn(folder) {
  const found = readdirSync(folder)
    .filter((file) => /^\d+-.+\.ts$/.test(file))
    .sort()
    .map((file) => {
      const [, name] = /export class (\w+)/.exec(readFileSync(join(folder, file), 'utf8'));
      return { file, name, number: file.slice(0, file.indexOf('-')) };
    });
  for (const [index, { file, name, number }] of found.entries()) {
    // TypeORM goes by the last 13 digits of the class.
    if (!/^\d{13}$/.test(number) || !name.endsWith(number))
      throw new Error(`The class of ${file} has to end with the 13 digits of its file, not ${name}.`);
    if (number === found[index - 1]?.number)
      throw new Error(`${file} and ${found[index - 1].file} have one number: give the newer one the time of now.`);
  }
  return found;
}

/** The text of migrations/all.ts. */
function listOf(found) {
  const imports = found.map(({ file, name }) => `import { ${name} } from './${file.replace(/\.ts$/, '.js')}';\n`);
  const names = found.map(({ name }) => `  ${name},\n`);
  return `${HEAD}${imports.join('')}\n/** In the order in which a new database runs them. */\nexport const MIGRATIONS = [\n${names.join('')}];\n`;
}

export function isListed(folder) {
  return readFileSync(join(folder, 'all.ts'), 'utf8') === listOf(migrationsIn(folder));
}

export function writeList(folder) {
  writeFileSync(join(folder, 'all.ts'), listOf(migrationsIn(folder)));
}
