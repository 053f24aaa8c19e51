import { describe, expect, it } from '@jest/globals';
import { asTargetsSpell, spellingsOf } from './target-spelling.js';

const KEY = ['fk', '1', 'customer_id'] as const;

function targetOf(told: readonly string[], ...columns: readonly (readonly [string, string, string])[]) {
  return asTargetsSpell([...KEY, ...told], spellingsOf(columns)).slice(3);
}

describe('the target of a foreign key of MySQL', () => {
  it('has the names of its own table where the server tells them in lower case, as on macOS', () => {
    expect(targetOf(['shop', 'customers', 'ID'], ['Shop', 'Customers', 'Id'])).toEqual(['Shop', 'Customers', 'Id']);
  });

  it('is the one that is named to the letter, where tables differ in case only', () => {
    const both = [
      ['shop', 'Customers', 'Id'],
      ['shop', 'customers', 'iD'],
    ] as const;
    expect(targetOf(['shop', 'customers', 'ID'], ...both)).toEqual(['shop', 'customers', 'iD']);
    expect(targetOf(['shop', 'CUSTOMERS', 'ID'], ...both)).toEqual(['shop', 'CUSTOMERS', 'ID']);
  });

  it('stays as it is told where nothing is known of it', () => {
    expect(targetOf(['shop', 'gone', 'ID'])).toEqual(['shop', 'gone', 'ID']);
  });
});
