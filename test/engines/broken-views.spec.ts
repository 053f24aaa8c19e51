import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EngineOfFour, FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const TABLES = [
  'CREATE TABLE gone (id int, name varchar(10))',
  'CREATE TABLE kept (id int, name varchar(10))',
  'CREATE VIEW of_gone AS SELECT id FROM gone',
  'CREATE VIEW of_column AS SELECT name FROM kept',
  'CREATE VIEW of_view AS SELECT * FROM of_gone',
  'CREATE VIEW sound AS SELECT id FROM kept',
];
const BREAKS = ['DROP TABLE gone', 'ALTER TABLE kept RENAME COLUMN name TO title'];
/** SQLite takes a new name into its views. */
const BREAKS_OF_SQLITE = ['DROP TABLE gone', 'DROP TABLE kept', 'CREATE TABLE kept (id int, title text)'];
/** PostgreSQL drops nothing that a view reads. */
const ENGINES = FOUR_ENGINES.filter((engine) => engine !== 'postgresql');

describe('a view of something that is gone, in a real database', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    const tables = (engine: EngineOfFour): readonly string[] =>
      engine === 'postgresql' ? ['CREATE TABLE kept (id int)'] : [...TABLES, ...(engine === 'sqlite' ? BREAKS_OF_SQLITE : BREAKS)];
    engines = await FourEngines.start('broken', { all: tables });
  });
  afterAll(() => engines.close());

  const WHY: Readonly<Record<string, RegExp>> = {
    sqlite: /cannot be read: it is a view of something that is gone or needs a function of its application/,
    duckdb: /cannot be read: it is gone, or it is a view of something that is gone/,
    mysql: /^The database user may not read .*, or it is a view of something that is gone/,
  };

  it.each(ENGINES.flatMap((engine) => ['of_gone', 'of_column', 'of_view'].map((name) => [engine, name] as const)))(
    'is named at %s: %s',
    async (engine, name) => {
      for (const sql of [`SELECT * FROM ${name}`, `SELECT k.id FROM sound k JOIN ${name} v ON true`]) {
        const said = await engines.answer(engine, sql);
        expect(said).toMatch(WHY[engine] ?? /^$/);
        expect(said).toContain(name);
      }
    },
  );

  it.each(ENGINES)('leaves the others readable at %s, where a wrong name is told as one', async (engine) => {
    expect(await engines.answer(engine, 'SELECT * FROM sound')).toEqual([]);
    expect(await engines.answer(engine, 'SELECT nmae FROM sound')).not.toMatch(/cannot be read/);
  });
});
