import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { column, foreignKey, key, table } from '../../../test/support/planted-schema.js';
import type { ContextFormat } from './context-format.js';
import { ContextText } from './context-text.js';
import { DDL } from './ddl.js';
import { M_SCHEMA } from './m-schema.js';
import { tokensOf } from '../../shared/tokens.js';
import { anyCharacter } from '../../../test/support/any-character.js';

const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: anyCharacter, maxLength: 40 }), fc.constant('customer_id'));
const relation = fc
  .record({
    schema: text,
    name: text,
    comment: fc.option(text),
    columns: fc.array(fc.tuple(text, text), { maxLength: 60 }),
  })
  .map(({ schema, name, comment, columns }) =>
    table(
      schema,
      name,
      columns.map(([one, other]) => column(one, other, { comment: other, values: [one] })),
      { comment, foreignKeys: columns.slice(0, 2).map(([one]) => foreignKey(one, schema, name)) },
    ),
  );

describe('the text of a context', () => {
  it.each([
    ['DDL', DDL],
    ['M-Schema', M_SCHEMA],
  ])('never exceeds its budget as %s, and has only whole lines of visible characters', (_, format) => {
    fc.assert(
      fc.property(
        fc.array(relation, { maxLength: 12 }),
        fc.integer({ min: 100, max: 3000 }),
        text,
        fc.boolean(),
        (relations, maxTokens, name, whole) => {
          const context = new ContextText(format, { name, engine: 'postgresql' }, maxTokens, ['customer']);
          for (const one of relations)
            if (whole) context.addWhole(one);
            else context.add(one);
          const included = new Set(context.included.map((place) => `${place.schema}.${place.name}`));
          const leftOut = relations.filter((place) => !included.has(`${place.schema}.${place.name}`));
          const written = context.finish(leftOut, relations.length - context.included.length);
          expect(tokensOf(written)).toBeLessThanOrEqual(maxTokens);
          expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_C}\u200b-\u200f\ufeff]/u);
          expect(written.endsWith('\n')).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['DDL', DDL, true, `  "home" address -- fields: "street" varchar(80), "at" point ("x- -y" int)\n`],
    ['DDL', DDL, false, `  "home" address, -- fields: "street" varchar(80), "at" point ("x- -y" int)\n`],
    ['M-Schema', M_SCHEMA, true, `(home:ADDRESS, Fields: [street varchar(80), at point ("x- -y" int)])`],
  ])('names the fields of a composite type as %s', (_, format, isLast, line) => {
    const fields = [
      { name: 'street', type: 'varchar(80)' },
      { name: 'at', type: 'point', fields: [{ name: 'x--y', type: 'int' }] },
    ];
    const columns = [column('home', 'address', { fields }), ...(isLast ? [] : [column('id')])];
    const context = new ContextText(format, { name: 'db', engine: 'postgresql' }, 1_000);
    context.addWhole(table('s', 'people', columns));
    expect(context.finish([], 0)).toContain(line);
  });

  it('leaves out fields before whole columns where there is little room', () => {
    const fields = Array.from({ length: 200 }, (_, at) => ({ name: `field_${at}`, type: 'text' }));
    const context = new ContextText(DDL, { name: 'db', engine: 'postgresql' }, 300);
    expect(context.add(table('s', 'people', [column('home', 'address', { fields }), column('id')]))).toBe(true);
    expect(context.finish([], 0)).toMatch(/fields: "field_0" text.*…\n {2}"id" integer/);
  });

  it('says of a key that is no plain one what it is, for joins by equality would give wrong rows', () => {
    const period = {
      ...foreignKey('room', 's', 'rooms'),
      columns: ['room', 'during'],
      options: [{ option: 'PERIOD', columns: ['during'] }],
    };
    const stays = table('s', 'stays', [column('room'), column('during', 'daterange'), column('guest'), column('day')], {
      primaryKey: { ...key('pk', 'room', 'during'), options: [{ option: 'WITHOUT OVERLAPS', columns: ['during'] }] },
      foreignKeys: [
        { ...period, target: { ...period.target, columns: ['id', 'open'] } },
        { ...foreignKey('guest', 's', 'guests'), options: [{ option: 'NOT ENFORCED', columns: [] }], validated: false },
        { ...foreignKey('day', 's', 'days'), validated: false },
      ],
    });
    const lines = (format: ContextFormat, isDense: boolean) => {
      const { text: told, links } = format.table(stays, 'postgresql', 0, isDense);
      const all = `${told}${links.join('')}`.replaceAll('"', '').split('\n');
      return all.filter((line) => /KEY|REFERENCES|Key|[.]\w+(?:=|&&)/.test(line));
    };
    expect(lines(DDL, false)).toEqual([
      '  PRIMARY KEY (room, during WITHOUT OVERLAPS),',
      '  FOREIGN KEY (room, PERIOD during) REFERENCES s.rooms (id, PERIOD open),',
      '  FOREIGN KEY (guest) REFERENCES s.guests (id) NOT ENFORCED,',
      '  FOREIGN KEY (day) REFERENCES s.days (id) NOT VALID',
    ]);
    expect(lines(DDL, true)).toEqual([
      '  guest integer REFERENCES guests (id) NOT ENFORCED,',
      '  day integer REFERENCES days (id) NOT VALID,',
      '  PRIMARY KEY (room, during WITHOUT OVERLAPS),',
      '  FOREIGN KEY (room, PERIOD during) REFERENCES s.rooms (id, PERIOD open)',
    ]);
    expect(lines(M_SCHEMA, false)).toEqual([
      '(room:INTEGER, Primary Key),',
      '(during:DATERANGE, Primary Key WITHOUT OVERLAPS),',
      's.stays.room=s.rooms.id',
      's.stays.during&&s.rooms.open',
      's.stays.guest=s.guests.id NOT ENFORCED',
      's.stays.day=s.days.id NOT VALID',
    ]);
  });

  it('says how many tables are left out when no name has room', () => {
    const context = new ContextText(DDL, { name: '🚀'.repeat(100), engine: 'mysql' }, 100);
    const long = { schema: 's', name: 'jq'.repeat(128) };
    expect(context.finish([long], 12_345)).toMatch(/\n-- Left out: 12345 tables\n$/);
  });

  it('shows a wide table with all of its columns as long as they have room', () => {
    const columns = Array.from({ length: 40 }, (_, at) => column(`amount_${at}`, 'numeric'));
    const levelOf = (maxTokens: number): boolean => {
      const context = new ContextText(DDL, { name: 'shop', engine: 'postgresql' }, maxTokens);
      expect(context.add(table('s', 'orders', columns))).toBe(true);
      return context.isAbridged;
    };
    expect([levelOf(450), levelOf(330)]).toEqual([false, true]);
  });
});
