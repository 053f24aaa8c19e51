// npm run migration -- workspace-notes
// Begins a migration. Its number is the time, so that those of two branches differ and run in any order.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeList } from './migration-list.mjs';

const [name = '', folder = fileURLToPath(new URL('../migrations', import.meta.url))] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  console.error('Say what it brings, in small letters: npm run migration -- workspace-notes');
  process.exit(1);
}
const number = Date.now();
const words = name.split('-').map((word) => `${word[0].toUpperCase()}${word.slice(1)}`);
const file = join(folder, `${number}-${name}.ts`);
writeFileSync(
  file,
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${words.join('')}${number} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(\`\`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(\`\`);
  }
}
`,
  { flag: 'wx' },
);
writeList(folder);
console.log(`Write ${file}. When it is final, freeze it: node scripts/freeze-migrations.mjs`);
