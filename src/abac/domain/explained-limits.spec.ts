import { describe, expect, it } from '@jest/globals';
import { explainLimits } from './explained-limits.js';
import type { AppliedPolicy } from './relation-limits.js';

const PLACE = { schema: 'public', relation: 'staff' };
const PERSON = {
  userId: 1,
  attributes: { roles: [], groups: [], email: 'ann@example.com', emailVerified: true, accountAgeDays: 1 },
  own: {},
};

describe('why something of a relation is kept from a person', () => {
  it('looks at the tags of the relation once for each policy, however many columns it has', () => {
    let looks = 0;
    const names = Array.from({ length: 60 }, (_, index) => `column_${index}`);
    const tags = names.map((column) => ({
      ...PLACE,
      column,
      tag: 'email',
      get schema() {
        looks += 1;
        return PLACE.schema;
      },
    }));
    const policies = [1, 2, 3].map((id): AppliedPolicy => ({
      id,
      name: `Policy ${id}`,
      rules: [{ kind: 'tag', tag: 'email', effect: 'deny' }],
    }));
    const relation = {
      schema: 'public',
      name: 'staff',
      columns: names.map((name) => ({ name, type: 'text', computedFrom: [] })),
    };
    const about = { tags, reviewed: [{ ...PLACE, columns: names }], former: [] };
    const { columns } = explainLimits(relation, policies, about, PERSON);
    expect([...columns.keys()]).toEqual(names);
    for (const reasons of columns.values())
      expect(reasons).toEqual(policies.map((policy) => ({ kind: 'tag', policy, tag: 'email', effect: 'deny' })));
    expect(looks).toBeLessThan(1_000);
  });

  it('says of a column that is computed from a restricted one that this is why', () => {
    const rule = { kind: 'column', ...PLACE, column: 'mail', effect: 'hash' } as const;
    const columns = [
      { name: 'mail', type: 'text', computedFrom: [] },
      { name: 'lower_mail', type: 'text', computedFrom: ['mail'] },
      { name: 'size', type: 'integer', computedFrom: ['note'] },
    ];
    const about = { tags: [], reviewed: [], former: [] };
    const policy: AppliedPolicy = { id: 1, name: 'p', rules: [rule] };
    const explained = explainLimits({ schema: 'public', name: 'staff', columns }, [policy], about, PERSON);
    expect(Object.fromEntries(explained.columns)).toEqual({
      mail: [{ kind: 'column', policy, effect: 'hash' }],
      lower_mail: [{ kind: 'computed', policy }],
      size: [],
    });
  });
});
