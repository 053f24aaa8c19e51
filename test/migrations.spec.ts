import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inBatches } from '../migrations/in-batches.js';
import { KNOWN_MIGRATIONS, MIGRATIONS } from '../src/boot/database.js';

/** Up to here, an upgrade stopped all instances first. */
const LAST_WITHOUT_RULES = 1_763_600_000_087;
/** Begun before that one, and released after it. */
const LATER = ['FoundData1763600000074'];

/** Why a later migration may hold everybody off a table: `'<migration>: <what> <table>'` to the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'FoundData1763600000074: changes rows of remembered_data': 'few: sources that a person registers',
  'FoundData1763600000074: builds an index on remembered_data': 'few',
  'FoundData1763600000074: builds an index on data_sources': 'few',
  'ThingsOfWorkspaces1795801130264: builds an index on data_sources': 'few',
  'ThingsOfWorkspaces1795801130264: builds an index on prompt_templates': 'few: what people write',
  'OwnAddressChanges1795917735084: checks all rows for a constraint of mailed_tokens': 'few: links that are not a day old',
};

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly remedy: string;
}

const TABLE = String.raw`(?:ONLY\s+)?(?:public\.)?"?(?<table>\w+)"?`;
const CONSTRAINT = String.raw`\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE}[^;]*?\bADD\s+(?:CONSTRAINT\s+\w+\s+)?`;
const ALTERED = String.raw`\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE}[^;]*?`;
const rule = (what: string, pattern: string, remedy: string): Rule => ({ what, pattern: new RegExp(pattern, 'gi'), remedy });

/** What keeps others off a table that has rows, for as long as it takes to read all of them. */
const HOLDS: readonly Rule[] = [
  rule(
    'builds an index on',
    String.raw`\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)[^;]*?\bON\s+${TABLE}`,
    'set transaction = false, and send DROP INDEX CONCURRENTLY IF EXISTS and CREATE INDEX CONCURRENTLY',
  ),
  rule(
    'checks all rows for a constraint of',
    String.raw`${CONSTRAINT}(?:CHECK|FOREIGN\s+KEY)\b(?![^;]*NOT\s+VALID)`,
    'add it NOT VALID, and VALIDATE CONSTRAINT in a migration after it',
  ),
  rule(
    'builds an index for a constraint of',
    String.raw`${CONSTRAINT}(?:UNIQUE|PRIMARY\s+KEY|EXCLUDE)\b(?!\s+USING\s+INDEX)`,
    'build the index concurrently, and add the constraint USING INDEX',
  ),
  rule(
    'looks for NULL in all rows of',
    String.raw`${ALTERED}\bSET\s+NOT\s+NULL\b`,
    'validate CHECK (… IS NOT NULL) first, and allow it here with that reason',
  ),
  rule(
    'writes again all rows of',
    String.raw`${ALTERED}(?:\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b|\bADD\b[^;,]*\b(?:GENERATED|SERIAL|random\(|clock_timestamp\())`,
    'add a column without a value, and fill it inBatches (migrations/in-batches.ts)',
  ),
  rule(
    'changes rows of',
    String.raw`\b(?:UPDATE(?=\s+[\w."]+(?:\s+(?:AS\s+)?\w+)?\s+SET\b)|DELETE\s+FROM|MERGE\s+INTO)\s+${TABLE}`,
    'change them inBatches (migrations/in-batches.ts), or allow it here if they are few',
  ),
  rule('locks', String.raw`\b(?:LOCK\s+TABLE|VACUUM\s+FULL|CLUSTER)\s+${TABLE}`, 'leave it out'),
];

/** What an instance of the version before cannot go on after, as it reads and writes what it knows. */
const BREAKS: readonly Rule[] = [
  rule(
    'takes away something of',
    String.raw`${ALTERED}\b(?:DROP\s+(?:COLUMN\s+)?(?!CONSTRAINT|DEFAULT|NOT|EXPRESSION|IDENTITY)|RENAME\b)`,
    '',
  ),
  rule('takes away', String.raw`\bDROP\s+(?:TABLE|VIEW|FUNCTION)\s+(?:IF\s+EXISTS\s+)?${TABLE}`, ''),
  rule(
    'wants a value that older versions do not write from',
    String.raw`${ALTERED}(?:\bSET\s+NOT\s+NULL\b|\bADD\b(?:(?!\bDEFAULT\b|\bCHECK\b|\bCONSTRAINT\b)[^;,])*?\bNOT\s+NULL\b(?!\s+(?:DEFAULT|GENERATED)))`,
    '',
  ),
];
const REMEDY_OF_BREAKS = 'leave it to the version after the next, or name it in NOT_ADDITIVE of src/boot/database.ts and in CHANGELOG.md';

/** The statements that it sends to a database without rows: neither what functions do when they are called, nor batches. */
async function statementsOf(migration: Pick<MigrationInterface, 'up'>): Promise<string[]> {
  const sent: string[] = [];
  const query = (sql: string): Promise<unknown[]> => {
    if (!sql.includes('FROM migration_batches')) sent.push(sql.replaceAll(/(\$\w*\$)[^]*?\1/g, "''").replaceAll(/--.*$/gm, ''));
    return Promise.resolve([]);
  };
  await migration.up({ query } as unknown as QueryRunner);
  return sent;
}

/** What it does by these rules to tables that it does not make itself. */
function found(statements: readonly string[], rules: readonly Rule[]): { what: string; remedy: string }[] {
  const text = statements.join(';\n');
  const own = new Set([...text.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi)].map(([, table]) => table));
  return rules.flatMap(({ what, pattern, remedy }) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) => {
      const table = groups?.['table'] ?? '';
      return own.has(table) ? [] : [{ what: `${what} ${table}`, remedy }];
    }),
  );
}

const RULED = MIGRATIONS.filter(({ name }) => Number(name.slice(-13)) > LAST_WITHOUT_RULES || LATER.includes(name));

describe('a migration', () => {
  it.each(RULED.map((migration) => [migration.name, new migration()] as const))(
    'keeps nobody off a table for as long as its rows take: %s',
    async (name, migration) => {
      const held = found(await statementsOf(migration), HOLDS).filter(({ what }) => ALLOWED[`${name}: ${what}`] === undefined);
      expect(held.map(({ what, remedy }) => `It ${what}. Instead: ${remedy}.`)).toEqual([]);
    },
  );

  it.each(RULED.map((migration) => [migration.name, new migration()] as const))(
    'lets the version before go on beside it: %s',
    async (name, migration) => {
      if (KNOWN_MIGRATIONS.some((known) => known.name === name && !known.isAdditive)) return;
      expect(found(await statementsOf(migration), BREAKS).map(({ what }) => `It ${what}. Instead: ${REMEDY_OF_BREAKS}.`)).toEqual([]);
    },
  );

  it('is allowed what it does', async () => {
    const done = await Promise.all(
      RULED.map(async (migration) => found(await statementsOf(new migration()), HOLDS).map(({ what }) => `${migration.name}: ${what}`)),
    );
    expect(done.flat()).toEqual(expect.arrayContaining(Object.keys(ALLOWED)));
  });

  it.each([
    ['CREATE INDEX users_name ON users (name)', 'builds an index on'],
    ['CREATE UNIQUE INDEX users_name\n ON ONLY users (name)', 'builds an index on'],
    ['ALTER TABLE users ADD CONSTRAINT has_name CHECK (name <> $$)', 'checks all rows for a constraint of'],
    ['ALTER TABLE users ADD FOREIGN KEY (id) REFERENCES people (id)', 'checks all rows for a constraint of'],
    ['ALTER TABLE users ADD CONSTRAINT one UNIQUE (name)', 'builds an index for a constraint of'],
    ['ALTER TABLE users ALTER name SET NOT NULL', 'looks for NULL in all rows of'],
    ['ALTER TABLE users ALTER COLUMN name TYPE varchar(9)', 'writes again all rows of'],
    ['ALTER TABLE users ADD chain integer GENERATED ALWAYS AS (1) STORED', 'writes again all rows of'],
    ['UPDATE users u SET name = lower(name)', 'changes rows of'],
    ['UPDATE public.users AS u SET name = lower(name)', 'changes rows of'],
    ['WITH few AS (SELECT 1) UPDATE "users" SET name = NULL', 'changes rows of'],
    ['DELETE FROM users WHERE id < 9', 'changes rows of'],
    ['LOCK TABLE users', 'locks'],
  ])('that would is told so: %s', (sql, what) => {
    expect(found([sql], HOLDS).map((hold) => hold.what)).toEqual([`${what} users`]);
  });

  it.each([
    ['ALTER TABLE users DROP COLUMN name', 'takes away something of users'],
    ['ALTER TABLE users ADD a int, DROP name', 'takes away something of users'],
    ['ALTER TABLE users RENAME name TO title', 'takes away something of users'],
    ['DROP TABLE IF EXISTS users', 'takes away users'],
    ['DROP FUNCTION users()', 'takes away users'],
    ['ALTER TABLE users ADD name text NOT NULL', 'wants a value that older versions do not write from users'],
  ])('after which the version before cannot go on is told so: %s', (sql, what) => {
    expect(found([sql], BREAKS).map((hold) => hold.what)).toEqual([what]);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY users_name ON users (name)'],
    ['ALTER TABLE users ADD CONSTRAINT has_name CHECK (name <> $$) NOT VALID'],
    ['ALTER TABLE users VALIDATE CONSTRAINT has_name'],
    ['ALTER TABLE users DROP CONSTRAINT has_name'],
    ['ALTER TABLE users ADD CONSTRAINT one UNIQUE USING INDEX users_one'],
    ['ALTER TABLE users ADD nickname text, ADD other boolean NOT NULL DEFAULT false'],
    ['CREATE FUNCTION all_gone() RETURNS void LANGUAGE sql AS $$ DELETE FROM users $$'],
    [
      'CREATE TABLE nicknames (id int PRIMARY KEY, name text CHECK (name <> $$)); CREATE INDEX n ON nicknames (name); UPDATE nicknames SET id = 1',
    ],
  ])('that does not passes: %s', async (sql) => {
    const statements = await statementsOf({ up: async (runner) => void (await runner.query(sql)) });
    expect(found(statements, [...HOLDS, ...BREAKS])).toEqual([]);
  });

  it('may change rows in batches', async () => {
    const filling = { table: 'users', key: 'id', set: 'name = lower(t.name)', where: 'true' };
    expect(found(await statementsOf({ up: (runner) => inBatches(runner, 'Filled1', filling) }), [...HOLDS, ...BREAKS])).toEqual([]);
  });

  it('is looked at with what it leaves to functions of its own, and as the database is sent it', async () => {
    const remove = async (runner: QueryRunner, table: string): Promise<void> => void (await runner.query(`DELETE FROM ${table}`));
    const statements = await statementsOf({ up: (runner) => remove(runner, 'users') });
    expect(found(statements, HOLDS)).toMatchObject([{ what: 'changes rows of users' }]);
  });
});
