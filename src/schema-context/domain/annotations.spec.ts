import { describe, expect, it } from '@jest/globals';
import { Annotations } from './annotations.js';

describe('what people have said of columns', () => {
  it('has each word once, however many tags of a table have it', () => {
    const place = { schema: 'hr', table: 'people' };
    const tags = Array.from({ length: 400 }, (_, at) => [
      { ...place, column: `c${at}`, tag: 'secret.trade.secret' },
      { ...place, column: `c${at}`, tag: 'trade' },
    ]).flat();
    const said = new Annotations(tags, [{ ...place, column: 'kind', values: ['trade', 'radar'] }]);
    expect([...(said.words().get('hr')?.get('people') ?? [])]).toEqual(['secret', 'trade', 'radar']);
  });
});
