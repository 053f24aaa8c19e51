import { describe, expect, it } from '@jest/globals';
import { namedAsWritten } from './written-column.js';

const SENT = '(SELECT title FROM (SELECT h0123456789abcdef.title FROM areas AS h0123456789abcdef) AS areas)';
const OWN = '(SELECT title FROM areas)';
const column = (name: string, type = 'text') => ({ name, type });

describe('the columns of a result that policies restrict', () => {
  it('have the names of what was written in the place of what was sent', () => {
    const written = [column('id', 'integer'), { name: OWN, type: null }];
    expect(namedAsWritten([column('id', 'int'), column(SENT, 'varchar')], written)).toEqual([
      column('id', 'integer'),
      column(OWN, 'varchar'),
    ]);
  });

  it('keep the names of the source where these are its own, also where it has other columns by now', () => {
    expect(namedAsWritten([column('a'), column('b')], [column('b'), column('c')])).toEqual([column('a'), column('b')]);
    expect(namedAsWritten([column('a'), column('b')], [column('a')])).toEqual([column('a'), column('b')]);
    expect(namedAsWritten([column('a')], null)).toEqual([column('a')]);
    expect(namedAsWritten([column('xh0123456789abcdef')], null)).toEqual([column('xh0123456789abcdef')]);
  });

  it('are not shown where what was sent would show', () => {
    expect(namedAsWritten([column(SENT)], null)).toBeNull();
    expect(namedAsWritten([column(SENT), column('id')], [column(OWN)])).toBeNull();
    // It was cut, so what is sent may begin at its end.
    expect(namedAsWritten([column('x'.repeat(1_000))], null)).toBeNull();
  });

  it('are cut as those of a source are', () => {
    const long = `${'x'.repeat(999)}\u{1f600}`;
    expect(namedAsWritten([column(`${'x'.repeat(999)}(`)], [column(long)])).toEqual([column(`${'x'.repeat(999)}\ufffd`)]);
  });
});
