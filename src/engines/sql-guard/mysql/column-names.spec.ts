import { describe, expect, it } from '@jest/globals';
import { UNKNOWN_SOURCE } from '../known-source.js';
import { qualified } from '../judgement.js';
import type { RestrictedUse } from '../restriction.js';
import { judgeMysql } from './judge-mysql.js';
import { restrictMysql } from './restrict-mysql.js';

const SOURCE = { ...UNKNOWN_SOURCE, serverVersion: '10.11-MariaDB' };
const EMP: RestrictedUse = {
  schema: 'hr',
  name: 'emp',
  restriction: {
    schema: 'hr',
    name: 'emp',
    isDenied: false,
    rows: null,
    policies: [],
    columns: [{ name: 'note', type: 'text', mask: { kind: 'hash', key: 'abcd' } }],
  },
};

/** The aliases that are written, in their order. */
function aliases(sql: string, source = SOURCE, isOnlyHidden = false): unknown {
  const judgement = judgeMysql(sql, source);
  if (!judgement.ok) return judgement.violations;
  const restricting = restrictMysql(
    sql,
    source,
    judgement.relations.map(() => EMP),
  );
  if (!restricting.ok) return restricting.violations;
  const judged = qualified(
    judgement,
    judgement.relations.map(() => EMP),
  );
  const [own, plain] = [restricting.statement, judged].map((text) =>
    [...text.matchAll(/ AS `((?:[^`]|``)*)`/g)].map(([, name]) => name).filter((name) => !/^(?:emp|note)$/.test(name ?? '')),
  );
  // Whether something is hidden or not, a column has one name.
  if (!isOnlyHidden) expect(own).toEqual(plain);
  return own;
}

describe('a column of MySQL or MariaDB without an alias', () => {
  it.each([
    ['SELECT (SELECT note FROM emp)', ['(SELECT note FROM emp)']],
    ['SELECT  /* a */ (SELECT note /* b */ FROM emp) /* c */ , 1', ['(SELECT note /* b */ FROM emp)']],
    ['SELECT 1 + (SELECT 1 FROM emp) FROM dual', ['1 + (SELECT 1 FROM emp)']],
    ['SELECT (SELECT max(note) FROM emp) IS NULL', ['(SELECT max(note) FROM emp) IS NULL']],
    ['SELECT CASE WHEN EXISTS (SELECT 1 FROM emp) THEN 1 END', ['CASE WHEN EXISTS (SELECT 1 FROM emp) THEN 1 END']],
    ['SELECT (SELECT 1 FROM emp) COLLATE utf8mb4_bin', ['(SELECT 1 FROM emp) COLLATE utf8mb4_bin']],
    ['SELECT now() - INTERVAL (SELECT 1 FROM emp) DAY', ['now() - INTERVAL (SELECT 1 FROM emp) DAY']],
    ['SELECT (SELECT 1 FROM emp) DIV e.note FROM emp e', ['(SELECT 1 FROM emp) DIV e.note']],
    ['SELECT sum((SELECT 1 FROM emp)) OVER w FROM emp WINDOW w AS ()', ['sum((SELECT 1 FROM emp)) OVER w']],
    ['SELECT x LIKE (SELECT note FROM emp) ESCAPE "a"', ['x LIKE (SELECT note FROM emp) ESCAPE "a"']],
    ["SELECT (SELECT '\u{1f600}' FROM emp)", ["(SELECT '?' FROM emp)"]],
    ['SELECT (SELECT `note` FROM emp)', ['(SELECT ``note`` FROM emp)']],
    ['SELECT (SELECT note FROM emp) UNION SELECT 1', ['(SELECT note FROM emp)']],
    ['SELECT * FROM (SELECT (SELECT note FROM emp)) AS `q`', ['(SELECT note FROM emp)', 'q']],
  ])('is named by what the person wrote: %s', (sql, names) => {
    expect(aliases(sql)).toEqual(names);
  });

  it.each([
    'SELECT (SELECT note FROM emp) AS n',
    'SELECT (SELECT note FROM emp) n',
    'SELECT (SELECT note FROM emp) "n"',
    'SELECT EXISTS (SELECT 1 FROM emp) n FROM emp',
    'SELECT (SELECT 1 FROM emp) year',
    'SELECT CASE WHEN EXISTS (SELECT 1 FROM emp) THEN 1 END flag',
    'SELECT note, e.note, (e.note), e.* FROM emp e',
    'SELECT 1 + 1, count(*) FROM emp',
  ])('is left alone where it has an alias or a name, or where its text stays: %s', (sql) => {
    expect(aliases(sql)).toEqual([]);
  });

  it('has as much of the text as servers keep', () => {
    expect(aliases(`SELECT concat('${'é'.repeat(300)}', (SELECT note FROM emp))`)).toEqual([`concat('${'é'.repeat(123)}`]);
  });

  it('is counted in a common table expression of MariaDB where its text is long, whatever that is', () => {
    const long = `WITH c AS (SELECT concat('${'x'.repeat(64)}', (SELECT note FROM emp))) SELECT * FROM c`;
    expect(aliases(long)).toEqual([]);
    expect(aliases(long, { ...SOURCE, serverVersion: '8.0.36' })).toHaveLength(1);
  });

  it('is named by it where the schema of a column goes, which it does where something is hidden', () => {
    expect(aliases('SELECT hr.emp.note, hr.emp.note + 1 FROM hr.emp', SOURCE, true)).toEqual(['hr.emp.note + 1']);
  });

  it('cannot be one of VALUES', () => {
    expect(aliases('VALUES ((SELECT note FROM emp), 2)')).toMatchObject([{ rule: 'restricted_relation', position: 7 }]);
  });
});
