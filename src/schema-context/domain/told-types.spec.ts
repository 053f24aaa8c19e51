import { describe, expect, it } from '@jest/globals';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { asTold } from './told-types.js';

function typeOf(type: string, ...expressions: readonly string[]): string | undefined {
  const checks = expressions.map((expression) => ({ expression }));
  return asTold({ columns: [{ name: 'a`b', type }], checks } as unknown as Relation).columns[0]?.type;
}

describe('the type that a model is told', () => {
  it('is json for a text of MariaDB that must be JSON', () => {
    expect(typeOf('longtext', 'json_valid(`a``b`)')).toBe('json');
    expect(typeOf('longtext', '`x` > 0', '(json_valid(`a``b`))')).toBe('json');
  });

  it.each([
    ['another column', 'longtext', 'json_valid(`b`)'],
    ['a text of another type', 'varchar(9)', 'json_valid(`a``b`)'],
    ['a text that may be something else', 'longtext', 'json_valid(`a``b`) or `x` = 1'],
    ['a text that must be no JSON', 'longtext', '!json_valid(`a``b`)'],
  ])('is its own for %s', (_, type, check) => {
    expect(typeOf(type, check)).toBe(type);
  });
});
