import { describe, expect, it } from '@jest/globals';
import { RecentBySize } from './recent-by-size.js';

describe('what is remembered within a size', () => {
  const keptWithin = (most: number) => {
    const gone: number[] = [];
    return {
      kept: new RecentBySize<number, number>(
        most,
        (size) => size,
        (key) => gone.push(key),
      ),
      gone,
    };
  };

  it('goes by size and not by count, what was used longest ago first', () => {
    const { kept, gone } = keptWithin(100);
    for (let key = 1; key <= 50; key += 1) kept.hold([key, 1]);
    expect(gone).toEqual([]);
    expect(kept.get(1)).toBe(1);
    kept.hold([51, 53]);
    expect(gone).toEqual([2, 3, 4]);
    expect([kept.get(1), kept.get(2), kept.get(51)]).toEqual([1, undefined, 53]);
  });

  it('stays as the latest, however large it is, and leaves its room when it shrinks', () => {
    const { kept, gone } = keptWithin(100);
    kept.hold([1, 1]);
    kept.hold([2, 1_000]);
    expect([gone, kept.get(2)]).toEqual([[1], 1_000]);
    kept.hold([2, 10]);
    kept.hold([3, 90]);
    expect([gone, kept.get(2), kept.get(3)]).toEqual([[1], 10, 90]);
  });

  it('stays together where it is held together', () => {
    const { kept, gone } = keptWithin(100);
    kept.hold([1, 10], [2, 10]);
    kept.hold([3, 80], [4, 80], [1, 10]);
    expect([gone, kept.get(3), kept.get(4), kept.get(1)]).toEqual([[2], 80, 80, 10]);
  });
});
