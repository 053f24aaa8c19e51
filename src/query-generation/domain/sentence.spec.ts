import { describe, expect, it } from '@jest/globals';
import { plainSentence, sentenceOf } from './sentence.js';

const RIVERS = {
  columns: [
    { name: 'name', type: 'text' },
    { name: 'length_km', type: 'integer' },
    { name: 'area_km2', type: 'numeric' },
    { name: 'measured', type: 'date' },
  ],
  rows: [
    ['Volga', 3530, '1360000', '2024-05-17'],
    ['Danube', 2850, '817000.50', '2023-11-02'],
    ['Rhine', 1233, null, '2020-01-30'],
  ],
  isTruncated: false,
  durationMs: 3,
};

describe('a sentence about rows', () => {
  it.each([
    'The Volga is 3530 km long.',
    'The Volga is 3,530 km long, the Danube 2,850 km.',
    'Die Wolga ist 3.530 km lang.',
    'La Volga mesure 3 530 km.',
    'La Volga mesure 3\u202f530 km.',
    'The Volga drains 1,360,000 km2.',
    'The Volga drains 1.36 million km².',
    'Die Donau entwässert 817.000,5 km².',
    'There are three rivers, of which the Volga was measured on 17 May 2024.',
    'Es sind drei Flüsse.',
    'No number at all.',
  ])('is shown with numbers that the rows hold: %s', (words) => {
    expect(sentenceOf(words, RIVERS, true)).toEqual({ text: words, by: 'model' });
  });

  it.each([
    'The Volga is 3531 km long.',
    'The Volga is -3530 km long.',
    'There are 4 rivers.',
    'There are four rivers.',
    'Es sind vier Flüsse.',
    'The Volga is 3530 thousand km long.',
    'The Volga is 3530k long.',
    'They are 7613 km long in all.',
    'The share is 46.4 %.',
    'It costs USD3530.',
    'It is 5e9 long.',
    'There are ٣ rivers.',
    'It is ½ of it.',
    'The Rhine9 is longest.',
    'See http://evil.example',
    'See www.evil.example',
    '[click](x)',
    '<b>Volga</b>',
    '',
    '{{rows}}',
    '{{length_km:sum}}',
    '{{nothing:first}}',
    '{{5:first}}',
    '{{name:max}}',
    '{{area_km2:last}}',
    '{{{{row_count}}}}',
    'There are {{row_count}}{{row_count}} rivers.',
    'It is {{length_km:max}}{{length_km:min}}.{{row_count}} long.',
    'It is -{{length_km:max}} km.',
    'It is − {{length_km:max}} km.',
    'It is minus {{length_km:max}} km.',
    'It is {{length_km:max}} million km.',
    'It is {{length_km:max}}k.',
    'It is {{length_km:max}}.5 km.',
    'It is 1{{length_km:max}} km.',
    'It is {{length_km:max}} Mrd. km.',
    'It is two {{length_km:max}} km.',
    'There are thirteen rivers.',
    'There are sixty rivers.',
    'There are sixty-three rivers.',
    'Es sind zweiundzwanzig Flüsse.',
    'Es sind dreizehn Flüsse.',
    'Es sind dreitausend Flüsse.',
    'Es sind achtzig Flüsse.',
    'There are 3 trillion rivers.',
    'Es sind 3 Billionen Flüsse.',
    'There are 3 crore rivers.',
    'There are three million rivers.',
    'There are three hundred rivers.',
    'Es sind Millionen Flüsse.',
    'See evil.example/login',
    'Write to a@b.example',
    'See EVIL.Example.',
    'Siehe bücher.example.',
    'x'.repeat(600),
  ])('is not shown with another one, an address or markup: %s', (words) => {
    expect(sentenceOf(words, RIVERS, true)).toBeNull();
  });

  it('may name a column that looks like an address', () => {
    const columns = [{ name: 'rivers.name', type: 'text' }, ...RIVERS.columns.slice(1)];
    expect(sentenceOf('By rivers.name, {{row_count}}.', { ...RIVERS, columns }, false)?.by).toBe('model');
    expect(sentenceOf('By lakes.name, {{row_count}}.', { ...RIVERS, columns }, false)).toBeNull();
  });

  it('says numbers in words that the rows hold', () => {
    const rows = [['Volga', 22, '3000', null]];
    for (const words of ['Es sind zweiundzwanzig.', 'It is twenty-two.', 'It is three thousand.', 'Es sind dreitausend.'])
      expect([words, sentenceOf(words, { ...RIVERS, rows }, true)?.by]).toEqual([words, 'model']);
  });

  it('is filled in', () => {
    const words = '{{row_count}} rivers, from {{length_km:min}} to {{ 2:max }} km; first the {{name:first}}.';
    const text = '3 rivers, from 1233 to 3530 km; first the Volga.';
    expect(sentenceOf(words, RIVERS, false)).toEqual({ text, by: 'model' });
  });

  it('holds no number of a model that saw no row, but how many there are', () => {
    expect(sentenceOf('The Volga is 3530 km long.', RIVERS, false)).toBeNull();
    expect(sentenceOf('There are 3 rivers by area in km2.', RIVERS, false)?.by).toBe('model');
  });

  it('takes what a value looks like for a value', () => {
    const rows = [['{{row_count}} $& <b>\n\u202e9', 1, null, null]];
    const result = { ...RIVERS, rows };
    expect(sentenceOf('It is {{name:first}}.', result, false)?.text).toBe('It is {{row_count}} $& <b> 9.');
  });

  it('says no extremes of a result that is cut off', () => {
    const cut = { ...RIVERS, isTruncated: true };
    expect(sentenceOf('{{length_km:max}}', cut, false)).toBeNull();
    expect(sentenceOf('{{length_km:first}}', cut, false)?.text).toBe('3530');
  });

  it('is a plain one where the model has none', () => {
    expect(plainSentence('Which rivers?', RIVERS).text).toBe('3 rows.');
    expect(plainSentence('Welche Flüsse?', { ...RIVERS, isTruncated: true }).text).toBe('3 Zeilen. Das Ergebnis ist abgeschnitten.');
    const one = { ...RIVERS, columns: [{ name: 'count', type: 'bigint' }], rows: [['7']] };
    expect(plainSentence('How many?', one).text).toBe('count: 7');
  });
});
