import { describe, expect, it } from '@jest/globals';
import { needlesOf, termsOf } from './question.js';

describe('the needles of a question', () => {
  const needles = (question: string) => needlesOf(termsOf(question));
  const words = (question: string): string[] => needles(question).map(({ word }) => word);

  it('are its telling words, each with the stem that its other forms share', () => {
    const [shipped, ...others] = needles('What was shipped?').filter(({ weight }) => weight === 1);
    expect(shipped).toMatchObject({ word: 'shipped', stem: 'ship', reach: 'part' });
    expect(others).toEqual([]);
  });

  it('match the edge of a word if they have three letters, and only a whole word if they are shorter', () => {
    expect(needles('tax')[0]?.reach).toBe('edge');
    expect(needles('hr')[0]?.reach).toBe('whole');
    expect(needles('注文')[0]?.reach).toBe('part');
  });

  it('include synonyms and abbreviations with a lower weight', () => {
    expect(words('customers')).toEqual(expect.arrayContaining(['customer', 'client', 'cust', 'cstmr']));
    expect(needles('customers').every(({ word, weight }) => (word === 'customer') === (weight === 1))).toBe(true);
  });

  it('are limited in number', () => {
    const long = Array.from({ length: 500 }, (_, at) => `customers${String.fromCodePoint(97 + (at % 26))}${at} orders`);
    expect(needles(long.join(' ')).length).toBeLessThanOrEqual(96);
  });
});
