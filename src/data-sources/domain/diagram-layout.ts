export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

const GAP = { across: 90, down: 28, island: 60 } as const;
const SWEEPS = 6;
const LEAST_COLUMN_HEIGHT = 700;

/**
 * Places boxes so that none overlaps another: what is linked stands in neighbouring columns, what is pointed to on the left.
 * The same boxes in the same order always come out the same.
 * @param links from the box that points to the one it points to, as places in `sizes`
 */
export function layOut(sizes: readonly Size[], links: readonly (readonly [from: number, to: number])[]): Box[] {
  const islands = islandsOf(sizes.length, links).map((members) => placeIsland(members, sizes, links));
  const boxes: Box[] = [];
  // Large ones first, so that the single tables fill the end.
  const order = [...islands].sort((a, b) => b.boxes.size - a.boxes.size || b.height - a.height);
  const area = order.reduce((sum, { width, height }) => sum + (width + GAP.island) * (height + GAP.island), 0);
  const rowWidth = Math.max(Math.sqrt(area) * 1.3, ...order.map(({ width }) => width), 0);
  let [x, y, rowHeight] = [0, 0, 0];
  for (const island of order) {
    if (x > 0 && x + island.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + GAP.island, 0];
    for (const [at, box] of island.boxes) boxes[at] = { ...box, x: box.x + x, y: box.y + y };
    x += island.width + GAP.island;
    rowHeight = Math.max(rowHeight, island.height);
  }
  return boxes;
}

interface Island extends Size {
  readonly boxes: ReadonlyMap<number, Box>;
}

function placeIsland(
  members: readonly number[],
  sizes: readonly Size[],
  links: readonly (readonly [number, number])[],
): Island {
  const sizeOf = (at: number): Size => sizes[at] ?? { width: 0, height: 0 };
  const columns = ordered(layersOf(members, links), links).flatMap((layer) => split(layer, sizeOf, members));
  const heights = columns.map((column) => column.reduce((sum, at) => sum + sizeOf(at).height + GAP.down, -GAP.down));
  const height = Math.max(...heights);
  const boxes = new Map<number, Box>();
  let x = 0;
  columns.forEach((column, index) => {
    let y = Math.round((height - (heights[index] ?? 0)) / 2);
    for (const at of column) {
      boxes.set(at, { ...sizeOf(at), x, y });
      y += sizeOf(at).height + GAP.down;
    }
    x += Math.max(...column.map((at) => sizeOf(at).width)) + GAP.across;
  });
  return { boxes, width: x - GAP.across, height };
}

/** Groups of boxes that links connect in either direction, in the order of their first member. */
function islandsOf(count: number, links: readonly (readonly [number, number])[]): number[][] {
  const neighbours = Array.from({ length: count }, (): number[] => []);
  for (const [from, to] of links) {
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  const seen = new Set<number>();
  const islands: number[][] = [];
  for (let start = 0; start < count; start++) {
    if (seen.has(start)) continue;
    const island = [start];
    seen.add(start);
    for (const at of island) {
      for (const next of neighbours[at] ?? []) {
        if (!seen.has(next)) island.push(next);
        seen.add(next);
      }
    }
    islands.push(island.sort((a, b) => a - b));
  }
  return islands;
}

/** Each box one layer to the right of everything it points to; links that close a circle do not count. */
function layersOf(members: readonly number[], links: readonly (readonly [number, number])[]): number[][] {
  const targets = new Map<number, number[]>(members.map((at) => [at, []]));
  for (const [from, to] of links) if (from !== to) targets.get(from)?.push(to);
  const depths = new Map<number, number>();
  const open = new Set<number>();
  const depthOf = (at: number): number => {
    const known = depths.get(at);
    if (known !== undefined) return known;
    open.add(at);
    let depth = 0;
    for (const target of targets.get(at) ?? []) if (!open.has(target)) depth = Math.max(depth, depthOf(target) + 1);
    open.delete(at);
    depths.set(at, depth);
    return depth;
  };
  const layers: number[][] = [];
  for (const at of members) (layers[depthOf(at)] ??= []).push(at);
  return layers.filter((layer) => layer.length > 0);
}

/** Sorts within the layers, each box to the middle of what it is linked with, back and forth. */
function ordered(layers: readonly number[][], links: readonly (readonly [number, number])[]): number[][] {
  let result = layers.map((layer) => [...layer]);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const places = new Map(
      result.flatMap((layer) => layer.map((at, index) => [at, (index + 0.5) / layer.length] as const)),
    );
    const middle = (at: number): number => {
      const linked = links.filter(([from, to]) => from !== to && (from === at || to === at));
      const others = linked.map(([from, to]) => places.get(from === at ? to : from) ?? 0);
      return others.length === 0 ? 0.5 : others.reduce((sum, place) => sum + place, 0) / others.length;
    };
    result = result.map((layer, index) => {
      if (index % 2 === sweep % 2) return layer;
      const keys = new Map(layer.map((at) => [at, middle(at)]));
      return [...layer].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b);
    });
  }
  return result;
}

/** A layer that is too tall becomes several columns. */
function split(layer: readonly number[], sizeOf: (at: number) => Size, members: readonly number[]): number[][] {
  const area = members.reduce((sum, at) => sum + (sizeOf(at).width + GAP.across) * (sizeOf(at).height + GAP.down), 0);
  const most = Math.max(LEAST_COLUMN_HEIGHT, Math.sqrt(area));
  const columns: number[][] = [[]];
  let height = 0;
  for (const at of layer) {
    const own = sizeOf(at).height + GAP.down;
    if (height > 0 && height + own > most) {
      columns.push([]);
      height = 0;
    }
    columns.at(-1)?.push(at);
    height += own;
  }
  return columns;
}
