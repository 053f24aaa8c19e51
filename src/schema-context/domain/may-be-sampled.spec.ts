import { describe, expect, it } from '@jest/globals';
import { refusalToSample, samplesOf } from './may-be-sampled.js';
import type { Column, Relation } from '../../engines/catalog-reader/relation.js';
import { inEnglish } from '../../shared/sentence.js';

const USUAL: Column = {
  name: 'status',
  type: 'text',
  nullable: true,
  default: null,
  generated: null,
  identity: null,
  comment: null,
  readable: true,
  values: null,
  valuesCut: false,
  collation: null,
  options: [],
};
const refused = (change: Partial<Column>, kind: Relation['kind'] = 'table'): string | null => {
  const refusal = refusalToSample({ relation: { schema: 's', name: 't', kind }, column: { ...USUAL, ...change } });
  return refusal && inEnglish(refusal);
};

describe('columns that may be sampled', () => {
  it.each(['status', 'category', 'name', 'product_name', 'country', 'unit', 'kind', 'Continent', 'channel'])('are plain ones: %s', (name) =>
    expect(refused({ name })).toBeNull(),
  );

  it.each([
    ...['email', 'EMail', 'customer_emails', 'customeremail', 'iban', 'IBAN', 'gross_salary', 'password', 'pwd_hash', 'api_token'],
    ...['phone', 'home_telephone', 'birth_date', 'date_of_birth', 'ssn', 'firstName', 'last_name', 'patient_name', 'surname'],
    ...['ip_address', 'credit_card', 'Gehalt', 'telefon', 'Vorname', 'zip_code', 'user_name', 'É-mail'],
  ])('are none that look personal or secret: %s', (name) => expect(refused({ name })).toMatch(/seems to hold personal or secret data/));

  it('are none whose comment says so, that cannot be read, are computed, or have odd names or types', () => {
    expect(refused({ comment: 'The e-mail of the person' })).toMatch(/personal/);
    expect(refused({ readable: false })).toMatch(/may not read/);
    expect(refused({ generated: 'virtual' })).toMatch(/computed/);
    expect(refused({ generated: 'stored' })).toMatch(/computed/);
    for (const kind of ['view', 'materialized_view', 'foreign_table'] as const) expect(refused({}, kind)).toMatch(/Only columns of tables/);
    for (const name of ['a\u202eb', 'a\nb', 'x'.repeat(201), ' a']) expect(refused({ name })).toMatch(/characters/);
    for (const type of ['bytea', 'jsonb', 'LONGBLOB', 'varbinary(20)', 'xml']) expect(refused({ type })).toMatch(/type/);
  });

  it('give a few distinct short values on one line each', () => {
    const cells = ['open', 'open', null, 'a\n-- b', 'x'.repeat(41), '', 7, true, 'e', 'f', 'g'];
    expect(samplesOf(cells)).toEqual(['open', 'a -- b', '7', 'true', 'e']);
  });

  it.each(['ann@corp.example', 'https://a.example', '+43 660 123 45 67', '4111-1111-1111-1111', 'AT61 1904 3002 3457 3201'])(
    'give nothing at all where a value looks personal: %s',
    (value) => expect(samplesOf(['open', value])).toEqual([]),
  );
});
