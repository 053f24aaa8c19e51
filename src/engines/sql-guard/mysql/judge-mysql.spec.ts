import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mutated } from '../../../../test/fixtures/statements/hostile-mutations.js';
import { MYSQL_HONEST } from '../../../../test/fixtures/statements/mysql-honest.js';
import { MYSQL_HOSTILE } from '../../../../test/fixtures/statements/mysql-hostile.js';
import { MARIADB_SEQUENCES, MYSQL_SERVER_WORDS } from '../../../../test/fixtures/statements/mysql-server-words.js';
import { reportsOf } from '../../../../test/fixtures/statements/report-statements.js';
import { MYSQL_REPORTS } from '../../../../test/fixtures/statements/report-statements-own.js';
import { SHARED_HONEST } from '../../../../test/fixtures/statements/shared-honest.js';
import { type Judgement, qualified } from '../judgement.js';
import { UNKNOWN_SOURCE } from '../known-source.js';
import { judge as judgeAny } from '../judge.js';
import { inEnglish, saidOf } from '../../../shared/sentence.js';
import { judgeMysql } from './judge-mysql.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const REPORTS = [...reportsOf('amount', 'placed_on'), ...MYSQL_REPORTS];
const HONEST = [...REPORTS, ...SHARED_HONEST, ...MYSQL_HONEST, ...MYSQL_SERVER_WORDS, ...MARIADB_SEQUENCES];
const MARIADB = { ...UNKNOWN_SOURCE, serverVersion: '10.11.6-MariaDB-log' };
const MYSQL = { ...UNKNOWN_SOURCE, serverVersion: '8.0.36' };

const judge = (sql: string): Promise<Judgement> => judgeAny('mysql', sql, MARIADB);

/** The text that would be sent, or the violations of a statement that is refused. */
function sent(sql: string, schema = 'main', source = MARIADB): unknown {
  const judgement = judgeMysql(sql, source);
  if (!judgement.ok) return judgement.violations;
  return qualified(
    judgement,
    judgement.relations.map((relation) => ({ schema: relation.schema ?? schema, name: relation.name })),
  );
}

const relations = (sql: string): unknown => {
  const judgement = judgeMysql(sql, MARIADB);
  return judgement.ok ? judgement.relations.map(({ schema, name }) => (schema ? `${schema}.${name}` : name)) : judgement;
};

describe('a statement for MySQL or MariaDB', () => {
  it('has large corpora', () => {
    expect(new Set(MYSQL_HOSTILE.map(([, sql]) => sql)).size).toBeGreaterThanOrEqual(250);
    expect(new Set(HONEST).size).toBeGreaterThanOrEqual(150);
  });

  it.each(MYSQL_HOSTILE.map(([rule, sql]) => ({ rule, sql, title: JSON.stringify(sql.slice(0, 80)) })))(
    'is refused as $rule: $title',
    async ({ rule, sql }) => {
      const judgement = await judge(sql);
      expect(judgement).toMatchObject({
        ok: false,
        violations: expect.arrayContaining([expect.objectContaining({ rule })]),
      });
      if (judgement.ok) return;
      expect(judgement.violations.length).toBeLessThanOrEqual(20);
      for (const { position, message } of judgement.violations) {
        expect(inEnglish(saidOf(message))).toMatch(/^[^\n]{10,130}\.$/);
        if (position !== null) expect(position).toBeLessThanOrEqual(sql.length);
      }
    },
  );

  it('is refused in any letters, white space and comments', async () => {
    const accepted: string[] = [];
    for (const text of MYSQL_HOSTILE.flatMap(([, sql]) => Array.from({ length: 12 }, (_, seed) => mutated(sql, seed))))
      if ((await judge(text)).ok) accepted.push(text);
    expect(accepted).toEqual([]);
  });

  it.each(HONEST)('is let through, and through again when its relations have their names: %s', (sql) => {
    const first = sent(sql);
    expect(first).toEqual(expect.any(String));
    expect(sent(String(first))).toEqual(first);
  });

  it('never makes the guard throw, and the guard accepts again what it sends, for any text', () => {
    const pieces = [...HONEST, ...MYSQL_HOSTILE.map(([, sql]) => sql.slice(0, 300))];
    const vocabulary = [...new Set(pieces.flatMap((sql) => sql.match(/\w+|\s+|[^\w\s]/g) ?? []))];
    const soup = fc.array(fc.constantFrom(...vocabulary), { maxLength: 40 }).map((tokens) => tokens.join(''));
    const query = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 }).map((tokens) => `SELECT ${tokens.join(' ')}`);
    fc.assert(
      fc.property(fc.oneof(soup, query, fc.string({ unit: anyCharacter, maxLength: 200 })), (sql) => {
        const first = sent(sql);
        if (typeof first === 'string') expect(sent(first)).toBe(first);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is refused when half of it is honest and a word of a hostile one follows', () => {
    const words = ['INTO OUTFILE', '; DROP TABLE x', '@x', 'sleep(1)', '/*!', '?', ', mysql.user', 'JOIN mysql.user'];
    fc.assert(
      fc.property(fc.constantFrom(...HONEST), fc.nat(1_000), fc.constantFrom(...words), (sql, at, hostile) => {
        const cut = at % sql.length;
        const judgement = judgeMysql(`${sql.slice(0, cut)} ${hostile} ${sql.slice(cut)}`, MARIADB);
        if (!judgement.ok) return;
        // The word is harmless in quotes and comments, and it names a column at the place of a column.
        const unquoted = String(sent(`${sql.slice(0, cut)} ${hostile} ${sql.slice(cut)}`)).replace(
          /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|`(?:[^`]|``)*`|\/\*.*?\*\/|--\s.*|#.*/gs,
          '',
        );
        expect(unquoted).not.toMatch(/OUTFILE|DROP|@|sleep\(|\/\*!|\?|JOIN mysql/i);
      }),
      { numRuns: 1_500 },
    );
  });

  it('ends at once where parentheses have no end', () => {
    expect(judgeMysql('('.repeat(19_000), MARIADB).ok).toBe(false);
    expect(judgeMysql(`${'('.repeat(9_900)}SELECT 1${')'.repeat(9_900)}`, MARIADB).ok).toBe(false);
    expect(judgeMysql(`SELECT ${'1+'.repeat(9_000)}1`, MARIADB).ok).toBe(true);
    expect(judgeMysql(`SELECT ${'('.repeat(20)}1${')'.repeat(20)}`, MARIADB).ok).toBe(true);
  });

  it('names common table expressions in any case where the server does', () => {
    const sql = 'WITH Big AS (SELECT 1 AS `a`) SELECT `a` FROM big';
    for (const source of [MARIADB, { ...MYSQL, nameCase: 'lower' as const }, { ...MYSQL, nameCase: 'any' as const }])
      expect(sent(sql, 'shop', source)).toBe(sql);
    expect(sent(sql, 'shop', MYSQL)).toBe(sql.replace('FROM big', 'FROM `shop`.`big`'));
    const twice = 'WITH t AS (SELECT 1 AS a), T AS (SELECT 2 AS a) SELECT a FROM T';
    expect(sent(twice, 'shop', MYSQL)).toBe(twice);
    expect(sent(twice)).toMatchObject([{ rule: 'forbidden_syntax' }]);
  });

  it('may read common table expressions, each within its scope', () => {
    expect(relations('WITH a AS (SELECT * FROM a) SELECT * FROM a')).toEqual(['a']);
    expect(relations('WITH RECURSIVE a AS (SELECT 1 UNION SELECT * FROM a) SELECT * FROM a')).toEqual([]);
    expect(relations('WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b')).toEqual(['b']);
    expect(relations('SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) AS x, a')).toEqual(['a']);
    expect(relations('WITH a AS (SELECT 1) SELECT * FROM b WHERE EXISTS (SELECT 1 FROM a)')).toEqual(['b']);
    expect(relations('WITH a AS (SELECT 1) SELECT * FROM main.a')).toEqual(['main.a']);
    expect(relations('WITH a AS (SELECT 1) SELECT 1 FROM a UNION SELECT 2 FROM c ORDER BY (SELECT 1 FROM a)')).toEqual(['c']);
    expect(judgeMysql('WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a', MARIADB).ok).toBe(false);
  });

  it('is sent as it was written, with each relation named in full', () => {
    const sql = "SELECT '漢字😀', x.id FROM orders x, `weird \"name` y JOIN main.t ON true";
    const judgement = judgeMysql(sql, MARIADB);
    if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
    expect(judgement.relations.map(({ position }) => sql.slice(position ?? 0).split(/[ ,]/)[0])).toEqual(['orders', '`weird', 'main.t']);
    const names = ['a', 'b', 'c'].map((name) => ({ schema: 'S`"', name }));
    expect(qualified(judgement, names)).toBe('SELECT \'漢字😀\', x.id FROM `S``"`.`a` x, `S``"`.`b` y JOIN `S``"`.`c` ON true');
    expect(() => qualified(judgement, [])).toThrow(RangeError);
  });

  it('has functions instead of arrows, which MariaDB does not know', () => {
    expect(sent(`SELECT t.a -> '$.x' AS x, b->>"$.y" AS y, m.t.\`c\`->'$' FROM t WHERE 1 -> '$'`)).toMatchObject([{ rule: 'syntax' }]);
    expect(sent(`SELECT t.a -> '$.x' AS x, b->>"$.y" AS y, m.t.\`c\`->'$' FROM t`)).toBe(
      `SELECT JSON_EXTRACT(t.a , '$.x') AS x, JSON_UNQUOTE(JSON_EXTRACT(b, "$.y")) AS y, JSON_EXTRACT(m.t.\`c\`, '$') AS \`m.t.\`\`c\`\`->'$'\` FROM \`main\`.\`t\``,
    );
  });

  it('may call what its server has, and for an unknown server what both servers have', () => {
    for (const [sql, mariadb, mysql] of [
      ['SELECT MEDIAN(a) OVER () FROM t', true, false],
      ['SELECT ANY_VALUE(a) FROM t', false, true],
      ['SELECT REGEXP_LIKE(a, b) FROM t', false, true],
      ['SELECT CONCAT(a, b) FROM t', true, true],
    ] as const) {
      expect([sql, judgeMysql(sql, MARIADB).ok, judgeMysql(sql, MYSQL).ok]).toEqual([sql, mariadb, mysql]);
      expect(judgeMysql(sql, UNKNOWN_SOURCE).ok).toBe(mariadb && mysql);
    }
  });

  it('may name columns of MySQL as those of MariaDB are called that it keeps for itself', () => {
    const sql = 'SELECT row_start FROM orders';
    expect(judgeMysql(sql, { ...UNKNOWN_SOURCE, serverVersion: '8.0.36' }).ok).toBe(true);
    for (const source of [MARIADB, UNKNOWN_SOURCE]) expect(judgeMysql(sql, source).ok).toBe(false);
  });

  it('takes bytes in numbers as the servers do: with small letters', async () => {
    expect((await judge('SELECT 0x41, 0b1')).ok).toBe(true);
    expect(await judge('SELECT 0X41')).toMatchObject({ ok: false, violations: [{ rule: 'syntax' }] });
    expect(await judge('SELECT 0B1')).toMatchObject({ ok: false, violations: [{ rule: 'syntax' }] });
  });

  it('reads sequences where its server has them', () => {
    expect(relations('SELECT seq FROM seq_1_to_5')).toEqual([]);
    const mysql = judgeMysql('SELECT seq FROM seq_1_to_5', MYSQL);
    expect(mysql.ok && mysql.relations).toMatchObject([{ schema: null, name: 'seq_1_to_5' }]);
    expect(relations('WITH seq_1_to_5 AS (SELECT 1) SELECT * FROM seq_1_to_5, orders')).toEqual(['orders']);
  });

  it('is refused with all functions and types that are not allowed, in the order of the statement', async () => {
    expect(await judge('SELECT evil(1), CAST(2 AS regclass), max(worse()) FROM orders')).toMatchObject({
      violations: [
        { rule: 'forbidden_function', position: 7 },
        { rule: 'forbidden_type', position: 26 },
        { rule: 'forbidden_function', position: 41 },
      ],
    });
  });
});
