import { describe, expect, it } from '@jest/globals';
import { contentInWords, rulesInWords } from './rules-in-words.js';

const TABLE = { schema: 'public', relation: 'staff' };

describe('a data policy for an owner who is asked to approve it', () => {
  it('says each rule in words', () => {
    expect(
      rulesInWords([
        { kind: 'relation', ...TABLE },
        { kind: 'column', ...TABLE, column: 'salary', effect: 'deny' },
        { kind: 'tag', tag: 'email', effect: 'hash' },
        { kind: 'rows', ...TABLE, where: { column: 'region', operator: '=', value: 'EU' } },
      ]),
    ).toEqual([
      'relation "staff" in schema "public": hidden',
      'column "salary" of relation "staff" in schema "public": deny',
      'columns with the tag email: hash',
      'rows of relation "staff" in schema "public": only where {"column":"region","operator":"=","value":"EU"}',
    ]);
  });

  it('stays short, and differs by its digest where the words are the same', () => {
    const longer = (last: string) => ({
      name: 'Regions',
      description: '',
      dataSourceId: 3,
      appliesWhen: null,
      rules: Array.from({ length: 100 }, (_, index) => {
        const values = [...Array<string>(200).fill('EU'), last];
        return {
          kind: 'rows',
          ...TABLE,
          relation: `t${index}`,
          where: { column: 'c', operator: 'in', values },
        } as const;
      }),
    });
    const [one, other] = [contentInWords(longer('DE')), contentInWords(longer('FR'))];
    const rules = rulesInWords(longer('DE').rules);
    expect([one['rules'], other['rules']]).toEqual([rules, rules]);
    expect(rules.join('').length).toBeLessThan(14_000);
    expect(rules.at(-1)).toMatch(/^and \d+ more$/);
    expect(one['sha256']).not.toBe(other['sha256']);
  });
});
