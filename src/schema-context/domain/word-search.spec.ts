import { describe, expect, it } from '@jest/globals';
import { needlesOf, termsOf } from './question.js';
import { type Link, SchemaIndex } from './schema-index.js';
import { surroundings } from './surroundings.js';
import { weightOrder } from './weight-order.js';
import { Room, WordIndexBuilder } from './word-index.js';
import { searchWords } from './word-search.js';
import { wordsOf } from '../../shared/words.js';

interface Told {
  readonly name: string;
  readonly columns?: string;
  readonly comment?: string;
  readonly labels?: string;
}

function schemaOf(
  contentId: number,
  told: readonly (Told | string)[],
  links: readonly Link[] = [],
  room = new Room(1_000_000),
): SchemaIndex {
  const builder = new WordIndexBuilder(room);
  for (const [ordinal, one] of told.entries()) {
    const { name, columns = '', comment = '', labels = '' } = typeof one === 'string' ? { name: one } : one;
    const words = [name, columns, comment, labels].map((text) => ` ${wordsOf(text).join(' ')} `);
    builder.add({ ordinal, name, columns: 3, wordsCount: 4 }, words);
  }
  return new SchemaIndex(contentId, `s${contentId}`, builder.finish(), links);
}

function found(question: string, schemas: readonly SchemaIndex[], most = 300): string[] {
  return searchWords(schemas, needlesOf(termsOf(question)), most).map(({ contentId, ordinal }) => {
    const name = schemas.find((schema) => schema.contentId === contentId)?.at(ordinal)?.name;
    return `s${contentId}.${name}`;
  });
}

describe('words that people have said of relations', () => {
  it('count as labels do', () => {
    const schemas = [schemaOf(1, ['gauge', 'river']), schemaOf(2, ['gauge'])];
    const said = new Map([['s2', new Map([['gauge', new Set(['radar'])]])]]);
    const hits = searchWords(schemas, needlesOf(termsOf('radars')), 10, said);
    expect(hits.map(({ contentId, ordinal }) => [contentId, ordinal])).toEqual([[2, 0]]);
    expect(searchWords(schemas, needlesOf(termsOf('sonar')), 10, said)).toEqual([]);
  });

  it('count for each relation of which they were said', () => {
    const schemas = [schemaOf(1, ['gauge', 'river', 'lake'])];
    const said = new Map([['s1', new Map(['gauge', 'lake'].map((name) => [name, new Set(['radar'])]))]]);
    const hits = searchWords(schemas, needlesOf(termsOf('radar')), 10, said);
    expect(hits.map(({ ordinal }) => ordinal)).toEqual([0, 2]);
  });
});

describe('the search for the words of a question', () => {
  it('prefers a word to its place at the edge of a longer one, then its stem, then a place inside', () => {
    const names = ['onshipmentlist', 'shipmentlist', 'shipping', 'shipment', 'other'];
    expect(found('shipment', [schemaOf(1, names)])).toEqual(['s1.shipment', 's1.shipmentlist', 's1.shipping', 's1.onshipmentlist']);
  });

  it('prefers the table that is called so to notes whose names and keys have the word, too', () => {
    const notes = ['tag', 'note', 'alias'].map((end) => ({ name: `artist_${end}`, columns: 'artist' }));
    const wide = { name: 'artist', columns: 'name born died kind place remark edited' };
    expect(found('artist', [schemaOf(1, [...notes, wide, 'other', 'another'])])[0]).toBe('s1.artist');
  });

  it('prefers names of relations to labels and names of columns, and those to comments', () => {
    const told = [
      { name: 'a', comment: 'kerosene' },
      { name: 'b', columns: 'kerosene' },
      { name: 'kerosene' },
      { name: 'd', labels: 'kerosene' },
      'e',
    ];
    expect(found('kerosene', [schemaOf(1, told)])).toEqual(['s1.kerosene', 's1.b', 's1.d', 's1.a']);
  });

  it('notes only names once there is no room, and keeps all relations', () => {
    const comment = Array.from({ length: 1_000 }, (_, index) => `kerosene${'x'.repeat(index)}`).join(' ');
    const room = new Room(10_000);
    const first = schemaOf(
      1,
      [
        { name: 'barrels', columns: 'fuel', comment },
        { name: 'tanks', columns: 'fuel' },
      ],
      [],
      room,
    );
    const second = schemaOf(2, [{ name: 'fuel_2', comment: 'kerosene' }], [], room);
    expect(found('kerosene', [first, second])).toEqual(['s1.barrels']);
    expect(found('fuel', [first, second])).toEqual(['s2.fuel_2', 's1.barrels']);
    expect(found('tank', [first, second])).toEqual(['s1.tanks']);
    expect(first.words.size + second.words.size).toBeLessThan(20_000);
  });

  it('counts a rare word for more, over all schemas together, and leaves ties to the names', () => {
    const many = schemaOf(1, ['order_c', 'order_b', 'order_a', 'refund']);
    const others = schemaOf(2, ['order_a', 'x']);
    expect(found('refund of orders', [others, many])).toEqual(['s1.refund', 's1.order_a', 's1.order_b', 's1.order_c', 's2.order_a']);
    expect(found('refund of orders', [others, many], 2)).toEqual(['s1.refund', 's1.order_a']);
  });

  it('keeps three of relations whose names differ in numbers only, in each schema', () => {
    const days = ['day_1', 'day_2', 'day_3', 'day_4', 'days'];
    expect(found('day', [schemaOf(1, days), schemaOf(2, ['day_9'])])).toEqual([
      's1.days',
      ...['s1.day_1', 's1.day_2', 's1.day_3'],
      's2.day_9',
    ]);
  });

  it('finds an abbreviation only as a whole word of a name', () => {
    const told = ['shp', { name: 'a', columns: 'shp' }, 'shpx'];
    expect(found('shipment', [schemaOf(1, told)])).toEqual(['s1.shp']);
  });

  it('finds nothing in no schema, and nothing in an empty one', () => {
    expect([found('orders', []), found('orders', [schemaOf(1, [])])]).toEqual([[], []]);
  });
});

const link = (ordinal: number, targetSchema: string, targetName: string): Link => ({
  ordinal,
  targetSchema,
  targetName,
});

describe('what foreign keys connect with hits', () => {
  it('is what they point to and what points to them, in other schemas too', () => {
    const one = schemaOf(1, ['orders', 'customers', 'far'], [link(0, 's1', 'customers'), link(1, 's1', 'far'), link(1, 's1', 'gone')]);
    const two = schemaOf(2, ['notes', 'more'], [link(0, 's1', 'orders'), link(0, 's1', 'orders'), link(7, 's1', 'orders')]);
    expect(surroundings([two, one], [{ contentId: 1, ordinal: 0 }], 40)).toEqual([
      { contentId: 1, ordinal: 0, schema: 's1', name: 'orders', columns: 3, pointed: 2, targets: ['1:1'] },
      { contentId: 1, ordinal: 1, schema: 's1', name: 'customers', columns: 3, pointed: 1, targets: [] },
      { contentId: 2, ordinal: 0, schema: 's2', name: 'notes', columns: 3, pointed: 0, targets: ['1:0'] },
    ]);
  });

  it('is of the first hits only, and of each no more than thirty that point to it', () => {
    const names = ['hub', 'second', ...Array.from({ length: 40 }, (_, at) => `from_${at}`)];
    const links = names.slice(2).map((_, at) => link(at + 2, 's1', 'hub'));
    const schema = schemaOf(1, names, [link(0, 's1', 'hub'), link(1, 's1', 'from_39'), ...links]);
    const near = surroundings(
      [schema],
      [
        { contentId: 1, ordinal: 0 },
        { contentId: 1, ordinal: 1 },
      ],
      1,
    );
    expect(near.map(({ name }) => name)).toEqual([...names.slice(0, 2), ...names.slice(2, 31)]);
    expect(near[0]?.pointed).toBe(41);
  });
});

describe('the order of the rest', () => {
  it('is by foreign keys in and out, then by rows, then by name', () => {
    const one = schemaOf(1, ['a', 'b', 'c', 'hub'], [link(0, 's1', 'hub'), link(1, 's2', 'd'), link(9, 's1', 'hub')]);
    const two = schemaOf(2, ['d', 'e']);
    const rows = new Map([[2, new Map([[1, 2_000]])]]);
    const names = weightOrder([two, one], rows, 9).map(({ name }) => name);
    expect(names).toEqual(['hub', 'e', 'a', 'b', 'd', 'c']);
    expect(weightOrder([two, one], rows, 3).map(({ name }) => name)).toEqual(names.slice(0, 3));
  });
});
