import { describe, expect, it } from '@jest/globals';
import { whyUnreadable } from './unreadable.js';

const column = { name: 'a' } as never;

describe('why a relation cannot be read', () => {
  it.each([
    ['sqlite', 'view', [], 'view of something that is gone, or it needs a function'],
    ['sqlite', 'table', [column], 'module or tokenizer of this virtual table'],
    ['duckdb', 'view', [], 'view of something that is gone, or it needs a function'],
    ['mysql', 'view', [], 'view of something that is gone, or the database user may not'],
    ['mysql', 'view', [column], 'The database user may not read it'],
    ['mysql', 'table', [], 'The database user may not read it'],
    ['postgresql', 'view', [column], 'The database user may not read it'],
    ['postgresql', 'partitioned_table', [column], 'The database user may not read it'],
  ] as const)('of %s: a %s with the columns %j', (engine, kind, columns, words) => {
    expect(whyUnreadable({ readable: false, kind, columns }, engine)).toContain(words);
    expect(whyUnreadable({ readable: true, kind, columns }, engine)).toBeNull();
  });
});
