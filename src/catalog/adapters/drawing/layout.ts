import { columnsOf, islandsOf } from './columns.js';
import type { Box, Link, Point, Size } from './geometry.js';
import { drawIsland } from './island.js';

export interface Layout {
  readonly boxes: readonly Box[];
  /** The corners of each link, from the side of the one box to the side of the other; lines are horizontal or vertical. */
  readonly routes: readonly (readonly Point[])[];
}

const BETWEEN_ISLANDS = 60;

/**
 * Places boxes and routes links so that no box overlaps another and no line runs behind a box. A box stands right of the boxes that it
 * points to. The same boxes in the same order always give the same picture.
 */
export function layOut(sizes: readonly Size[], links: readonly Link[]): Layout {
  const pairs = links.map(({ from, to }) => [from, to] as const);
  const islands = islandsOf(sizes.length, pairs).map((members) => {
    const inside = new Set(members);
    const own = links.flatMap((link, index) => (inside.has(link.from) ? [{ ...link, index }] : []));
    const columns = columnsOf(
      members,
      sizes,
      own.map(({ from, to }) => [from, to]),
    );
    return drawIsland(columns, sizes, own);
  });
  // Large ones first, so that the single tables fill the end.
  const order = [...islands].sort((a, b) => b.boxes.size - a.boxes.size || b.height - a.height);
  const area = order.reduce((sum, { width, height }) => sum + (width + BETWEEN_ISLANDS) * (height + BETWEEN_ISLANDS), 0);
  const rowWidth = Math.max(Math.sqrt(area) * 1.3, ...order.map(({ width }) => width), 0);
  const boxes: Box[] = [];
  const routes: Point[][] = [];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const island of order) {
    if (x > 0 && x + island.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + BETWEEN_ISLANDS, 0];
    const move = <Place extends Point>(place: Place): Place => ({ ...place, x: place.x + x, y: place.y + y });
    for (const [at, box] of island.boxes) boxes[at] = move(box);
    for (const [index, route] of island.routes) routes[index] = route.map(move);
    x += island.width + BETWEEN_ISLANDS;
    rowHeight = Math.max(rowHeight, island.height);
  }
  return { boxes, routes };
}
