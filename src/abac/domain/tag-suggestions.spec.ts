import { describe, expect, it, jest } from '@jest/globals';
import { wordsOf } from '../../shared/words.js';
import { TagIndex } from './column-tags.js';
import { OrphanMoves } from './orphan-tags.js';
import { TAG_RULES } from './tag-rules.js';
import { suggestedByKeys, suggestedByView, suggestedByWords } from './tag-suggestions.js';

const STAFF = { schema: 'public', relation: 'staff', column: 'mail', tag: 'email' };

/** Columns as `name type`, with a comment behind `--`. */
function relation(...columns: string[]) {
  const read = columns.map((text) => {
    const [definition = '', comment = null] = text.split(' -- ');
    const [name = '', ...type] = definition.split(' ');
    return { name, type: type.join(' '), comment };
  });
  return { schema: 'public', name: 'things', columns: read };
}

function tagsOf(...columns: string[]): string[] {
  return suggestedByWords(relation(...columns), []).map(({ column, tag }) => `${column}: ${tag}`);
}

describe('tags that a schema suggests', () => {
  it.each([
    ['customerEMail text', 'email'],
    ['e-mail varchar(80)', 'email'],
    ['EMAILS text', 'email'],
    ['Telefonnummer text', 'phone'],
    ['mobile_phone bigint', 'phone'],
    ['iban character varying(34)', 'bank_account'],
    ['credit_card_number text', 'payment_card'],
    ['Steuer_ID text', 'national_id'],
    ['geburtsdatum date', 'birth_date'],
    ['date_of_birth timestamp', 'birth_date'],
    ['firstName nvarchar(50)', 'person_name'],
    ['Straße text', 'postal_address'],
    ['PLZ char(5)', 'postal_address'],
    ['last_login_from inet', 'ip_address'],
    ['mac macaddr', 'device_id'],
    ['Jahresgehalt numeric(10,2)', 'salary'],
    ['salaries int', 'salary'],
    ['password_hash text', 'secret'],
    ['Vergütung numeric', 'salary'],
    ['diagnosis text', 'health'],
    ['Konfession text', 'religion'],
    ['geschlecht char(1)', 'gender'],
    ['email ', 'email'],
    ['contact text -- E-mail address of the customer', 'email'],
    ['amount int -- monthly salary, gross', 'salary'],
  ])('knows %s', (column, tag) => {
    expect(tagsOf(column)).toEqual([`${column.split(' ')[0]}: ${tag}`]);
  });

  it.each([
    ...['id int', 'name text', 'product_name text', 'address text', 'state text', 'city text', 'income numeric'],
    ...['email_verified boolean', 'password_changed_at timestamptz', 'token_count int', 'email_template text', 'emails int'],
    ...['latitude double precision', 'description text -- ip of the sender', 'flag boolean -- whether the phone is known'],
    ...['shipping text -- the name of the port', 'essex text', 'telling text', 'unisex text'],
  ])('takes %s for nothing', (column) => {
    expect(tagsOf(column)).toEqual([]);
  });

  it('suggests what products have, too, only beside another column about a person', () => {
    expect(tagsOf('name text', 'address text', 'lat real', 'email text')).toEqual([
      'name: person_name',
      'address: postal_address',
      'lat: location',
      'email: email',
    ]);
    expect(tagsOf('name text', 'zip text')).toEqual(['zip: postal_address']);
    const [one] = suggestedByWords(relation('name text'), [{ ...STAFF, column: 'mail' }]);
    expect(one).toMatchObject({ column: 'name', tag: 'person_name', reason: { code: 'name', words: ['name'] } });
    expect(suggestedByWords(relation('name text'), [{ ...STAFF, column: 'name', tag: 'margin' }])).toEqual([]);
  });

  it('prefers longer phrases, and names to comments', () => {
    expect(tagsOf('mobile_device_id text')).toEqual(['mobile_device_id: device_id']);
    expect(tagsOf('phone text -- email of the customer')).toEqual(['phone: phone']);
  });

  it('has no rule that no name can meet', () => {
    for (const { phrases } of TAG_RULES) for (const phrase of phrases) expect(wordsOf(phrase).join(' ')).toBe(phrase);
  });

  it('carries tags over both ends of a foreign key, and to views of equal names', () => {
    const tags = new TagIndex([STAFF]);
    const target = { schema: 'public', relation: 'staff', columns: ['mail'] };
    const orders = { ...relation('buyer text'), foreignKeys: [{ columns: ['buyer'], target }] };
    expect(suggestedByKeys(orders, tags)).toEqual([
      {
        schema: 'public',
        relation: 'things',
        column: 'buyer',
        type: 'text',
        tag: 'email',
        reason: { code: 'foreign_key', words: ['public.staff.mail'] },
      },
    ]);
    const back = new TagIndex([{ ...STAFF, relation: 'things', column: 'buyer' }]);
    expect(suggestedByKeys(orders, back)).toMatchObject([{ relation: 'staff', column: 'mail', type: null }]);
    const view = { ...relation('mail text'), definition: 'SELECT mail FROM Staff' };
    expect(suggestedByView(view, tags)).toMatchObject([{ relation: 'things', column: 'mail', tag: 'email' }]);
    expect(suggestedByView({ ...view, definition: 'SELECT mail FROM other' }, tags)).toEqual([]);
  });

  it('looks for the name of a relation once in the text of a view, however many tags its columns have', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...STAFF, tag: `tag_${index}` }));
    const includes = jest.spyOn(String.prototype, 'includes');
    const found = suggestedByView({ ...relation('mail text'), definition: 'SELECT mail FROM staff' }, new TagIndex(many));
    const searches = includes.mock.calls.filter(([part]) => part === 'staff');
    includes.mockRestore();
    expect(found).toHaveLength(300);
    expect(searches).toHaveLength(1);
  });

  it('finds a new place for a tag in a relation that is much like the one that has gone', () => {
    const columns = ['id', 'mail', 'name', 'phone', 'city'];
    const reviewed = [{ schema: 'public', relation: 'staff', columns }];
    const moveTo = (names: readonly string[], from = STAFF): unknown => {
      const moves = new OrphanMoves([from], reviewed, new TagIndex([]));
      moves.see({ schema: 'public', name: 'people', columns: names.map((name) => ({ name })) });
      return moves.of(from);
    };
    const there = { schema: 'public', relation: 'people', column: 'mail' };
    expect(moveTo(columns)).toEqual(there);
    expect(moveTo(['id', 'mail', 'name', 'phone', 'town'])).toEqual(there);
    expect(moveTo(['id', 'mail', 'name', 'land', 'town'])).toBeNull();
    expect(moveTo(['id', 'e_mail', 'name', 'phone', 'city'])).toBeNull();
    expect(moveTo(columns, { ...STAFF, relation: 'unknown' })).toBeNull();
  });
});
