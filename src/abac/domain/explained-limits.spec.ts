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
      ...{ ...PLACE, column, tag: 'email' },
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
});
