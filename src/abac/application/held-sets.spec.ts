import { describe, expect, it } from '@jest/globals';
import { HeldSets } from './held-sets.js';

describe('the sets that an instance holds', () => {
  const heldOf = (most: number) => {
    const gone: number[] = [];
    return { sets: new HeldSets<{ bytes: number }>(most, (organization) => gone.push(organization)), gone };
  };

  it('go by size and not by count, those asked for longest ago first', () => {
    const { sets, gone } = heldOf(100);
    for (let organization = 1; organization <= 50; organization += 1) sets.hold(organization, { bytes: 1 });
    expect(gone).toEqual([]);
    sets.hold(1, sets.get(1) ?? { bytes: 0 });
    sets.hold(51, { bytes: 53 });
    expect(gone).toEqual([2, 3, 4]);
    expect([sets.get(1), sets.get(2), sets.get(51)]).toEqual([{ bytes: 1 }, undefined, { bytes: 53 }]);
  });

  it('hold the latest one, however large it is, and have its room back when it shrinks', () => {
    const { sets, gone } = heldOf(100);
    sets.hold(1, { bytes: 1 });
    sets.hold(2, { bytes: 1_000 });
    expect([gone, sets.get(2)]).toEqual([[1], { bytes: 1_000 }]);
    sets.hold(2, { bytes: 10 });
    sets.hold(3, { bytes: 90 });
    expect([gone, sets.get(2), sets.get(3)]).toEqual([[1], { bytes: 10 }, { bytes: 90 }]);
  });
});
