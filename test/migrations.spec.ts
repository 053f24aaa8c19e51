import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Up to here, an upgrade stopped all instances first. */
const LAST_WITHOUT_RULES = '1763600000087';

/** Why a later migration may hold everybody off a table: `'<file>: <what>'` to the reason. */
const ALLOWED: Readonly<Record<string, string>> = {};

/** What keeps others off a table that has rows, for as long as it takes to read all of them. */
const HOLDS: readonly { readonly what: string; readonly pattern: RegExp; readonly instead: string }[] = [
  {
    what: 'builds an index',
    pattern: /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)[^;`]*?\bON\s+(?:ONLY\s+)?(?<table>\w+)/gi,
    instead: 'set transaction = false, and send DROP INDEX CONCURRENTLY IF EXISTS and CREATE INDEX CONCURRENTLY',
  },
  {
    what: 'checks all rows for a constraint',
    pattern:
      /\bALTER\s+TABLE\s+(?:ONLY\s+)?(?<table>\w+)[^;`]*?\bADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:CHECK|FOREIGN\s+KEY)\b(?![^;`]*NOT\s+VALID)/gi,
    instead: 'add it NOT VALID, and VALIDATE CONSTRAINT in a migration after it',
  },
  {
    what: 'builds an index for a constraint',
    pattern:
      /\bALTER\s+TABLE\s+(?:ONLY\s+)?(?<table>\w+)[^;`]*?\bADD\s+(?:CONSTRAINT\s+\w+\s+)?(?:UNIQUE|PRIMARY\s+KEY|EXCLUDE)\b(?!\s+USING\s+INDEX)/gi,
    instead: 'build the index concurrently, and add the constraint USING INDEX',
  },
  {
    what: 'looks for NULL in all rows',
    pattern: /\bALTER\s+TABLE\s+(?:ONLY\s+)?(?<table>\w+)[^;`]*?\bSET\s+NOT\s+NULL\b/gi,
    instead: 'validate CHECK (… IS NOT NULL) first, and allow it here with that reason',
  },
  {
    what: 'writes the table again',
    pattern: /\bALTER\s+TABLE\s+(?:ONLY\s+)?(?<table>\w+)[^;`]*?\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/gi,
    instead: 'add a column, let a job fill it, and read it in a later version',
  },
  {
    what: 'changes rows',
    pattern: /\b(?:UPDATE\s+(?:ONLY\s+)?(?<table>\w+)\s+(?:\w+\s+)?SET|DELETE\s+FROM\s+(?<deleted>\w+))\b/gi,
    instead: 'let a job change them in batches, or allow it here if they are few',
  },
  {
    what: 'locks the table',
    pattern: /\b(?:LOCK\s+TABLE|VACUUM\s+FULL|CLUSTER)\s+(?<table>\w+)/gi,
    instead: 'leave it out',
  },
];

interface Hold {
  readonly what: string;
  readonly table: string;
  readonly instead: string;
}

/** What `up` of a migration holds on tables that it does not make itself. */
function holdsOf(text: string): Hold[] {
  const up = text.slice(0, text.search(/\basync down\(/) >>> 0);
  const own = new Set([...up.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi)].map(([, table = '']) => table));
  return HOLDS.flatMap(({ what, pattern, instead }) =>
    [...up.matchAll(pattern)].flatMap(({ groups }) => {
      const table = groups?.['table'] ?? groups?.['deleted'] ?? '';
      return own.has(table) ? [] : [{ what, table, instead }];
    }),
  );
}

const up = (...statements: string[]): string =>
  `async up(runner) {\n${statements.map((sql) => `await runner.query(\`${sql}\`);`).join('\n')}\n}\nasync down(runner) { await runner.query('UPDATE users SET a = 1'); }`;

describe('a migration', () => {
  it('keeps nobody off a table for as long as its rows take', () => {
    const held = readdirSync('migrations')
      .filter((file) => /^\d+-/.test(file) && file.slice(0, 13) > LAST_WITHOUT_RULES)
      .flatMap((file) =>
        holdsOf(readFileSync(`migrations/${file}`, 'utf8'))
          .filter(({ what, table }) => ALLOWED[`${file}: ${what} of ${table}`] === undefined)
          .map(({ what, table, instead }) => `${file}: ${what} of ${table}. Instead: ${instead}.`),
      );
    expect(held).toEqual([]);
  });

  it.each([
    ['CREATE INDEX users_name ON users (name)', 'builds an index'],
    ['CREATE UNIQUE INDEX users_name\n ON ONLY users (name)', 'builds an index'],
    ['ALTER TABLE users ADD CONSTRAINT has_name CHECK (name <> $$)', 'checks all rows for a constraint'],
    ['ALTER TABLE users ADD FOREIGN KEY (id) REFERENCES people (id)', 'checks all rows for a constraint'],
    ['ALTER TABLE users ADD CONSTRAINT one UNIQUE (name)', 'builds an index for a constraint'],
    ['ALTER TABLE users ALTER name SET NOT NULL', 'looks for NULL in all rows'],
    ['ALTER TABLE users ALTER COLUMN name TYPE varchar(9)', 'writes the table again'],
    ['UPDATE users u SET name = lower(name)', 'changes rows'],
    ['DELETE FROM users WHERE id < 9', 'changes rows'],
    ['LOCK TABLE users', 'locks the table'],
  ])('that would is told so: %s', (sql, what) => {
    expect(holdsOf(up(sql)).map((hold) => [hold.what, hold.table])).toEqual([[what, 'users']]);
  });

  it.each([
    ['CREATE INDEX CONCURRENTLY users_name ON users (name)'],
    ['ALTER TABLE users ADD CONSTRAINT has_name CHECK (name <> $$) NOT VALID'],
    ['ALTER TABLE users VALIDATE CONSTRAINT has_name'],
    ['ALTER TABLE users ADD CONSTRAINT one UNIQUE USING INDEX users_one'],
    ['ALTER TABLE users ADD nickname text'],
    [
      'CREATE TABLE nicknames (id int PRIMARY KEY, name text CHECK (name <> $$)); CREATE INDEX n ON nicknames (name); UPDATE nicknames SET id = 1',
    ],
  ])('that does not passes: %s', (sql) => {
    expect(holdsOf(up(sql))).toEqual([]);
  });
});
