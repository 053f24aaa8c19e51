import { describe, expect, it } from '@jest/globals';
import { NOTHING_FURTHER, type Relation } from './relation.js';
import { RELATION_COLUMNS, toRow } from './relation-row.js';

/** Words within columns, for a relation of one column of this type. */
function wordsWithin(type: string, readable = true): string[] {
  const column = { name: 'c', type, nullable: true, comment: null, readable, values: null, options: [], default: null };
  const relation = {
    ...NOTHING_FURTHER,
    ...{ schema: 'main', name: 'people', kind: 'table', comment: null, rowEstimate: null, readable: true, columns: [column] },
    ...{ primaryKey: null, foreignKeys: [], uniqueKeys: [], checks: [], indexes: [], partitions: null, definition: null, ids: null },
  } as unknown as Relation;
  const cell = toRow(relation, 1).cells[Object.keys(RELATION_COLUMNS).indexOf('other_words')];
  return (String(cell).split('|')[2] ?? '').trim().split(' ');
}

describe('the words by which a relation is found', () => {
  it.each([
    ['STRUCT(street VARCHAR, "Zip Code" VARCHAR)', ['street', 'zip', 'code']],
    ['STRUCT(geo STRUCT(latitude DOUBLE, price DECIMAL(10,2))[], notes VARCHAR[])[]', ['geo', 'latitude', 'price', 'note']],
    ['MAP(VARCHAR, STRUCT(amount INTEGER))', ['amount']],
    ['UNION(num INTEGER, "of ""text""" STRUCT(weight BIGINT))', ['num', 'of', 'text', 'weight']],
    ['DECIMAL(10,2)', ['']],
    [`ENUM('a B', 'c (d E')`, ['']],
  ])('include the fields of %s', (type, words) => {
    expect(wordsWithin(type)).toEqual(words);
  });

  it('include none of a column that may not be read', () => {
    expect(wordsWithin('STRUCT(salary INTEGER)', false)).toEqual(['']);
  });
});
