import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Box, layOut } from './diagram-layout.js';

const size = fc.record({ width: fc.integer({ min: 1, max: 600 }), height: fc.integer({ min: 1, max: 900 }) });
const scenes = fc.array(size, { maxLength: 60 }).chain((sizes) =>
  fc.record({
    sizes: fc.constant(sizes),
    links:
      sizes.length === 0
        ? fc.constant<(readonly [number, number])[]>([])
        : fc.array(fc.tuple(fc.nat(sizes.length - 1), fc.nat(sizes.length - 1)), { maxLength: 120 }),
  }),
);

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('the layout of a diagram', () => {
  it('places every box, none over another and none off the paper, whatever is linked', () => {
    fc.assert(
      fc.property(scenes, ({ sizes, links }) => {
        const boxes = layOut(sizes, links);
        expect(boxes).toHaveLength(sizes.length);
        boxes.forEach((box, at) => {
          expect(box).toMatchObject(sizes[at] ?? {});
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
          expect(boxes.slice(at + 1).filter((other) => overlap(box, other))).toEqual([]);
        });
      }),
    );
  });

  it('is the same for the same tables', () => {
    fc.assert(fc.property(scenes, ({ sizes, links }) => expect(layOut(sizes, links)).toEqual(layOut(sizes, links))));
  });

  it('sets what is pointed to on the left of what points to it', () => {
    const boxes = layOut(Array(4).fill({ width: 100, height: 50 }), [
      [1, 0],
      [2, 1],
      [3, 3],
    ]);
    const [a = -1, b = -1, c = -1] = boxes.map(({ x }) => x);
    expect([a < b, b < c]).toEqual([true, true]);
  });
});
