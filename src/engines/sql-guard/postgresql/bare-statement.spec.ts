import { describe, expect, it } from '@jest/globals';
import { bareStatement } from './bare-statement.js';

const QUOTED = String.raw`SELECT "a;""", 'é;', U&"d\0061t;" FROM "🌊;" WHERE x`;

describe('a statement that stands in brackets', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['SELECT 1; -- all; of them', 'SELECT 1'],
    [' SELECT 1 ;; /* a /* ; */ b */ ;\n', ' SELECT 1'],
    ["SELECT a /* b /* ; */ */ FROM c WHERE d = ';'", "SELECT a /* b /* ; */ */ FROM c WHERE d = ';'"],
    ["SELECT $a$;$a$, $$ ' ; -- $$ FROM c WHERE d = $1;", "SELECT $a$;$a$, $$ ' ; -- $$ FROM c WHERE d = $1"],
    [String.raw`SELECT E'\'; --' FROM c WHERE d -- ;`, String.raw`SELECT E'\'; --' FROM c WHERE d`],
    ["SELECT e'a'\n'\\'' ; -- ' FROM c", "SELECT e'a'\n'\\''"],
    [`${QUOTED};`, QUOTED],
    ["SELECT name'x;' FROM c;", "SELECT name'x;' FROM c"],
  ])('%j ends with its last word', async (sql, bare) => expect(await bareStatement(sql)).toBe(bare));

  it.each(['SELECT 1; SELECT 2', '; SELECT 1', '', ' -- SELECT 1', ';', "SELECT 'a", 'SELECT 1 /* a'])('%j is none', async (sql) => {
    expect(await bareStatement(sql)).toBeNull();
  });
});
