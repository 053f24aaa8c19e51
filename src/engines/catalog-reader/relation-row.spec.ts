import { describe, expect, it } from '@jest/globals';
import { type Field, NOTHING_FURTHER, type Relation } from './relation.js';
import { fromRow, RELATION_COLUMNS, toRow } from './relation-row.js';

/** A relation of one column of this type. */
function relationOf(type: string, readable = true, fields?: readonly Field[]): Relation {
  const column = { name: 'c', type, nullable: true, comment: null, readable, values: null, options: [], default: null, fields };
  return {
    ...NOTHING_FURTHER,
    ...{ schema: 'main', name: 'people', kind: 'table', comment: null, rowEstimate: null, readable: true, columns: [column] },
    ...{ primaryKey: null, foreignKeys: [], uniqueKeys: [], checks: [], indexes: [], partitions: null, definition: null, ids: null },
  } as unknown as Relation;
}

function cellOf(relation: Relation, name: keyof typeof RELATION_COLUMNS): unknown {
  return toRow(relation, 1).cells[Object.keys(RELATION_COLUMNS).indexOf(name)];
}

function wordsWithin(...of: Parameters<typeof relationOf>): string[] {
  return (String(cellOf(relationOf(...of), 'other_words')).split('|')[2] ?? '').trim().split(' ');
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

  const address = [
    { name: 'streetName', type: 'text' },
    { name: 'at', type: 'point', fields: [{ name: 'lat', type: 'numeric' }] },
  ];

  it('include the fields of a composite type', () => {
    expect(wordsWithin('address', true, address)).toEqual(['street', 'name', 'at', 'lat']);
    expect(wordsWithin('address', false, address)).toEqual(['']);
  });

  it('do not make a relation differ from what was read before fields were, and fields are kept', () => {
    const [before, after] = [relationOf('address'), relationOf('address', true, address)];
    expect(cellOf(after, 'hash')).toBe(cellOf(before, 'hash'));
    expect(cellOf(after, 'further_hash')).toBe(cellOf(before, 'further_hash'));
    const [detail, further] = (['detail', 'further'] as const).map((name) => JSON.parse(String(cellOf(after, name))));
    const row = { name: 'people', kind: 'table' as const, comment: null, rowEstimate: null, readable: true, detail, further };
    expect(fromRow('main', row).columns[0]?.fields).toEqual(address);
  });
});
