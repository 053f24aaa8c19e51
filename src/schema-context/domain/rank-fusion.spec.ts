import { describe, expect, it } from '@jest/globals';
import { fused } from './rank-fusion.js';

const FIRST = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('rank fusion', () => {
  it('keeps the beginning of the first order, and lets the second one in soon', () => {
    expect(fused(FIRST, ['x', 'y']).slice(0, 6)).toEqual(['a', 'b', 'c', 'd', 'e', 'x']);
  });

  it('moves up what both have', () => {
    expect(fused(FIRST, ['g', 'x']).indexOf('g')).toBe(2);
    expect(fused(FIRST, ['h', 'g']).slice(0, 3)).toEqual(['a', 'b', 'h']);
  });

  it('leaves one order as it is', () => {
    expect(fused(['a', 'b'], [])).toEqual(['a', 'b']);
    expect(fused([], ['a', 'b'])).toEqual(['a', 'b']);
    expect(fused([], [])).toEqual([]);
  });
});
