import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FUNCTIONS as OF_DUCKDB, TABLE_FUNCTIONS as IN_FROM_OF_DUCKDB } from './duckdb/duckdb-functions.js';
import { inEnglish } from '../../shared/sentence.js';
import { functionNotAllowed } from './function-not-allowed.js';
import { functionsOf } from './mysql/functions.js';
import { FUNCTIONS, TABLE_FUNCTIONS } from './postgresql/functions.js';

const said = (name: string): string => inEnglish(functionNotAllowed(name, FUNCTIONS));

describe('the refusal of a function', () => {
  it.each([
    ['lenght', 'length'],
    ['LENGHT', 'length'],
    ['cuont', 'count'],
    ['date_trunk', 'date_trunc'],
    ['string_aggg', 'string_agg'],
  ])('of %s names %s', (written, meant) => {
    expect(said(written)).toBe(`The function ${written} is not allowed. The nearest that is allowed is ${meant}.`);
  });

  it.each(['pg_sleep', 'pg_read_file', 'x', 'lg', '', 'current_setting'])('of %j, which is like none, says which kind is', (name) => {
    expect(said(name)).toBe(`The function ${name} is not allowed. Use one that computes a value.`);
  });

  it('stays short, however long the name is', () => {
    expect(said('length'.repeat(10_000)).length).toBeLessThan(250);
  });
});

describe('the page of functions', () => {
  const NAME = /^(?!__)\w+$/;
  const mysql = functionsOf('');
  const beyond = (server: string) => [...functionsOf(server)].filter((name) => !mysql.has(name));
  const blocks = (page: string): string[][] =>
    [...readFileSync(page, 'utf8').matchAll(/^```\n([^`]+)```$/gm)].map(([, text = '']) => text.trim().split(/\s+/));
  const listed = (names: Iterable<string>) => [...names].filter((name) => NAME.test(name)).toSorted();

  it('lists what the guard allows', () => {
    expect(blocks('docs/query-functions.md')).toEqual(
      [FUNCTIONS, TABLE_FUNCTIONS, mysql, beyond('8.0.36'), beyond('10.11.6-MariaDB')].map(listed),
    );
  });

  it('lists it for DuckDB', () => {
    const page = 'docs/query-functions-duckdb.md';
    expect(blocks(page)).toEqual([listed(OF_DUCKDB)]);
    for (const name of IN_FROM_OF_DUCKDB) expect(readFileSync(page, 'utf8')).toContain(`\`${name}\``);
  });
});
