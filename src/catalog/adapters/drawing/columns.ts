import type { Size } from './geometry.js';

/** From the box that points to the one it points to, as places in a list. */
export type Pair = readonly [from: number, to: number];

const LEAST_COLUMN_HEIGHT = 700;

/** Groups of boxes that links connect in either direction, in the order of their first member. */
export function islandsOf(count: number, pairs: readonly Pair[]): number[][] {
  const neighbours = Array.from({ length: count }, (): number[] => []);
  for (const [from, to] of pairs) {
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

/**
 * Each box stands right of everything that it points to, except for links that close a circle. A column that is too tall is split into
 * several, so no link ever connects two boxes of one column.
 */
export function columnsOf(members: readonly number[], sizes: readonly Size[], pairs: readonly Pair[]): number[][] {
  const targets = new Map<number, number[]>(members.map((at) => [at, []]));
  for (const [from, to] of pairs) if (from !== to) targets.get(from)?.push(to);
  const nearest = (at: number): number => Math.min(...(targets.get(at) ?? []), Infinity);
  const area = members.reduce((sum, at) => sum + (sizes[at]?.width ?? 0) * (sizes[at]?.height ?? 0), 0);
  const most = Math.max(LEAST_COLUMN_HEIGHT, 1.4 * Math.sqrt(area));
  return layersOf(members, targets).flatMap((layer) => {
    // Boxes that point to the same table stay together.
    const order = layer.map((at) => [nearest(at), at] as const).sort(([a, x], [b, y]) => (a === b ? x - y : a - b));
    const columns: number[][] = [];
    let height = Infinity;
    for (const [, at] of order) {
      const own = sizes[at]?.height ?? 0;
      if (height + own > most) {
        columns.push([]);
        height = 0;
      }
      columns.at(-1)?.push(at);
      height += own;
    }
    return columns;
  });
}

function layersOf(members: readonly number[], targets: ReadonlyMap<number, readonly number[]>): number[][] {
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
