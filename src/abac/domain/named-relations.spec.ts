import { describe, expect, it } from '@jest/globals';
import { type Movement, followReview, formerNamesIn } from './follow-names.js';
import { namedBy, presumedAmong, stillGone } from './named-relations.js';

const at = (name: string) => ({ schema: 'public', name });
const STAFF = at('staff');
const appearedAre = (...appeared: readonly { schema: string; name: string }[]): Movement => {
  return { followed: [], present: [], appeared };
};

describe('relations that rules name', () => {
  it('are found by looking once at each tag, however many rules go by tags', () => {
    let looks = 0;
    const tags = Array.from({ length: 30 }, (_, n) => ({
      schema: 'public',
      relation: `tagged_${n}`,
      column: 'mail',
      get tag() {
        looks += 1;
        return n % 2 === 0 ? 'email' : 'phone';
      },
    }));
    const byTag = Array.from({ length: 200 }, () => ({ kind: 'tag', tag: 'email', effect: 'hash' }) as const);
    const rules = [...byTag, { kind: 'relation', schema: 'public', relation: 'staff' } as const];
    const named = namedBy([{ rules }, { rules }], { tags });
    expect(named.map(({ name }) => name)).toEqual(['staff', ...tags.flatMap((_, n) => (n % 2 ? [] : [`tagged_${n}`]))]);
    expect(looks).toBe(30);
  });
});

describe('relations that may be ones that have gone', () => {
  it('are hidden while the one that they may be is gone, and no longer', () => {
    const former = formerNamesIn(appearedAre(at('people'), at('parts')), [STAFF]);
    const presumed = presumedAmong([STAFF], former);
    expect(stillGone(presumed, []).map(({ one }) => one.name)).toEqual(['people', 'parts']);
    expect(stillGone(presumed, [STAFF])).toEqual([]);
    expect(presumedAmong([at('orders')], former)).toEqual([]);
  });

  it('are noted once each where each may be one of very many, and are hidden until all are back', () => {
    const gone = Array.from({ length: 3_000 }, (_, index) => at(`gone_${index}`));
    const appeared = Array.from({ length: 3_000 }, (_, index) => at(`new_${index}`));
    const former = formerNamesIn(appearedAre(...appeared), gone);
    expect(former).toHaveLength(3_000);
    const presumed = presumedAmong(gone, former);
    expect(stillGone(presumed, gone.slice(1))).toHaveLength(3_000);
    expect(stillGone(presumed, gone)).toEqual([]);
    expect(presumedAmong([], former)).toEqual([]);
  });
});

describe('a review of columns that were renamed', () => {
  it('is not of a column that was never looked at and has taken the name of a reviewed one', () => {
    const move = { before: STAFF, after: STAFF, columns: ['id', 'phone'], renamed: new Map([['phone_raw', 'phone']]) };
    const movement = { followed: [move], present: [], appeared: [] };
    const review = { schema: 'public', relation: 'staff', columns: ['id', 'phone'] };
    expect(followReview(review, movement)).toEqual([{ ...review, columns: ['id'] }]);
  });
});
