import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Box, Link, Size } from './geometry.js';
import { type Layout, layOut } from './layout.js';

const sizes = fc.array(fc.record({ width: fc.integer({ min: 1, max: 600 }), height: fc.integer({ min: 1, max: 900 }) }), {
  maxLength: 40,
});
const scenes = sizes.chain((boxes) => {
  const end = fc.nat(Math.max(0, boxes.length - 1));
  const hub = fc.nat(Math.max(0, Math.min(2, boxes.length - 1)));
  const row = fc.double({ min: 0, max: 1, noNaN: true });
  const links = fc.array(fc.tuple(end, fc.oneof(end, hub), row, row), { maxLength: boxes.length === 0 ? 0 : 90 });
  return links.map((drawn) => ({
    sizes: boxes,
    links: drawn.map(([from, to, out, into]): Link => {
      const rowOf = (at: number, share: number): number => Math.floor(share * (boxes[at]?.height ?? 0));
      return { from, to, fromY: rowOf(from, out), toY: rowOf(to, into) };
    }),
  }));
});

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Pieces of lines behind a box, any box; they may touch its border, where they end. */
function hiddenPieces({ boxes, routes }: Layout): string[] {
  return routes.flatMap((route, link) =>
    route.slice(1).flatMap((to, at) => {
      const from = route[at] ?? to;
      const piece = {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(from.x - to.x),
        height: Math.abs(from.y - to.y),
      };
      return boxes.flatMap((box, which) => (overlap(piece, box) ? [`link ${link} behind box ${which}`] : []));
    }),
  );
}

describe('the layout of a diagram', () => {
  it('places every box, none over another and none off the paper, whatever is linked', () => {
    fc.assert(
      fc.property(scenes, ({ sizes: wanted, links }) => {
        const { boxes } = layOut(wanted, links);
        expect(boxes).toHaveLength(wanted.length);
        boxes.forEach((box, at) => {
          expect(box).toMatchObject(wanted[at] ?? {});
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
          expect(boxes.slice(at + 1).filter((other) => overlap(box, other))).toEqual([]);
        });
      }),
    );
  });

  it('leads every line along corners from the row that points to the row it points to, and none behind a box', () => {
    fc.assert(
      fc.property(scenes, ({ sizes: wanted, links }) => {
        const drawn = layOut(wanted, links);
        expect(drawn.routes).toHaveLength(links.length);
        links.forEach(({ from, to, fromY, toY }, at) => {
          const route = drawn.routes[at] ?? [];
          expect(route.every(({ x, y }) => x >= 0 && y >= 0)).toBe(true);
          expect(route.slice(1).every(({ x, y }, corner) => x === route[corner]?.x || y === route[corner]?.y)).toBe(true);
          for (const [point, box, row] of [
            [route[0], drawn.boxes[from], fromY],
            [route.at(-1), drawn.boxes[to], toY],
          ] as const) {
            expect(point?.y).toBe((box?.y ?? NaN) + row);
            expect([box?.x, (box?.x ?? NaN) + (box?.width ?? NaN)]).toContain(point?.x);
          }
        });
        expect(hiddenPieces(drawn)).toEqual([]);
      }),
    );
  });

  it('is the same for the same tables', () => {
    fc.assert(fc.property(scenes, ({ sizes: wanted, links }) => expect(layOut(wanted, links)).toEqual(layOut(wanted, links))));
  });

  it('sets what is pointed to on the left of what points to it', () => {
    const row = { fromY: 20, toY: 20 };
    const links = [
      { from: 1, to: 0, ...row },
      { from: 2, to: 1, ...row },
      { from: 3, to: 3, ...row },
    ];
    const { boxes } = layOut(Array<Size>(4).fill({ width: 100, height: 50 }), links);
    const [a = -1, b = -1, c = -1] = boxes.map(({ x }) => x);
    expect([a < b, b < c]).toEqual([true, true]);
  });

  it('leads all lines to one row of a hub through one lane of each column', () => {
    const links = Array.from({ length: 60 }, (_, at) => ({ from: at + 1, to: 0, fromY: 30, toY: 10 }));
    const { boxes, routes } = layOut(Array<Size>(61).fill({ width: 100, height: 200 }), links);
    expect(new Set(boxes.map(({ x }) => x)).size).toBeGreaterThan(3);
    const heights = new Map<number, Set<number>>();
    for (const route of routes) for (const { x, y } of route.slice(2)) heights.set(x, (heights.get(x) ?? new Set()).add(y));
    // In the gaps right of the hub: where the common line comes from the left and where it goes on to the right.
    expect([...heights.values()].every((ys) => ys.size <= 2)).toBe(true);
  });
});
