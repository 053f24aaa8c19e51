import { Graph, layout } from '@dagrejs/dagre';
import { type Net, tracksOf } from './channels.js';
import { topsOf } from './heights.js';
import type { Box, Link, Point, Size } from './geometry.js';

export interface Island extends Size {
  readonly boxes: ReadonlyMap<number, Box>;
  /** By the index of the link. */
  readonly routes: ReadonlyMap<number, readonly Point[]>;
}

type IndexedLink = Link & { readonly index: number };

/** Above and below a box and a lane, between the tracks of a gap, and in a gap beside them, for the marks at the ends of lines. */
const ROOM = { box: 14, lane: 5, track: 8, edge: 20 } as const;
const LEAST_GAP = 64;

/** A box or a lane, which is where lines cross a column. */
interface Station {
  readonly id: string;
  readonly column: number;
  /** Where the line passes, below the top of the station. */
  readonly below: number;
}

interface Strand {
  readonly link: IndexedLink;
  /** What links share that end at the same row and come from the same side: lanes and tracks. */
  readonly key: string;
  readonly stations: readonly [Station, ...Station[]];
}

/**
 * Dagre decides the order in each column, of boxes and of lanes. Links cross columns in lanes only, and go up and down only in the
 * gaps between columns; no box is in either.
 */
export function drawIsland(columns: readonly (readonly number[])[], sizes: readonly Size[], links: readonly IndexedLink[]): Island {
  const sizeOf = (at: number): Size => sizes[at] ?? { width: 0, height: 0 };
  const columnOf = new Map(columns.flatMap((column, index) => column.map((at) => [at, index] as const)));
  const strands = links.map((link) => strandOf(link, columnOf));
  const tops = stationTops(columns, sizeOf, strands);
  const heightAt = ({ id, below }: Station): number => (tops.get(id) ?? 0) + below;

  const gaps = columns.map(() => new Map<string, Net>());
  for (const { key, stations } of strands) {
    for (const [one, other] of stepsOf(stations)) {
      const gap = gaps[Math.min(one.column, other.column)];
      const net = gap?.get(key) ?? { left: new Set(), right: new Set() };
      gap?.set(key, net);
      net[one.column <= other.column ? 'left' : 'right'].add(heightAt(one));
      net[other.column <= one.column ? 'left' : 'right'].add(heightAt(other));
    }
  }
  const { columnX, trackX, width } = across(columns, sizeOf, gaps);

  const boxes = new Map(
    columns.flatMap((column, index) =>
      column.map((at) => {
        return [at, { ...sizeOf(at), x: columnX[index] ?? 0, y: (tops.get(String(at)) ?? 0) + ROOM.box }] as const;
      }),
    ),
  );
  const sideOf = (at: number, isRight: boolean): number => {
    const box = boxes.get(at);
    return (box?.x ?? 0) + (isRight ? (box?.width ?? 0) : 0);
  };
  const routes = strands.map(({ link, key, stations }) => {
    const corners = stepsOf(stations).flatMap(([one, other]) => {
      const x = trackX[Math.min(one.column, other.column)]?.get(key) ?? 0;
      return [one, other].map((station) => ({ x, y: heightAt(station) }));
    });
    const [first] = stations;
    const last = stations.at(-1) ?? first;
    const start = { x: sideOf(link.from, first.column <= last.column), y: heightAt(first) };
    const end = { x: sideOf(link.to, last.column <= first.column), y: heightAt(last) };
    return [link.index, [start, ...corners, end]] as const;
  });
  const height = Math.max(...[...boxes.values()].map((box) => box.y + box.height));
  return { boxes, routes: new Map(routes), width, height };
}

function strandOf(link: IndexedLink, columnOf: ReadonlyMap<number, number>): Strand {
  const [from, to] = [columnOf.get(link.from) ?? 0, columnOf.get(link.to) ?? 0];
  const way = Math.sign(to - from);
  const key = `${link.to}:${link.toY}:${way}`;
  const crossed = Array.from({ length: Math.max(0, Math.abs(to - from) - 1) }, (_, step) => from + way * (step + 1));
  return {
    link,
    key,
    stations: [
      { id: String(link.from), column: from, below: ROOM.box + link.fromY },
      ...crossed.map((column) => ({ id: `${key}:${column}`, column, below: ROOM.lane })),
      { id: String(link.to), column: to, below: ROOM.box + link.toY },
    ],
  };
}

function stepsOf(stations: Strand['stations']): (readonly [Station, Station])[] {
  return stations.slice(1).map((to, at) => [stations[at] ?? to, to]);
}

function stationTops(
  columns: readonly (readonly number[])[],
  sizeOf: (at: number) => Size,
  strands: readonly Strand[],
): ReadonlyMap<string, number> {
  const graph = new Graph({ directed: true, multigraph: false, compound: false });
  graph.setGraph({ rankdir: 'LR', nodesep: 0, edgesep: 0, ranksep: 2, ranker: 'tight-tree' });
  const items = columns.map((column) => column.map((at) => ({ id: String(at), height: sizeOf(at).height + 2 * ROOM.box })));
  const joints: (readonly [Station, Station])[] = [];
  const lanes = new Set<string>();
  for (const { stations } of strands) {
    for (const { id, column } of stations.slice(1, -1)) {
      if (!lanes.has(id)) items[column]?.push({ id, height: 2 * ROOM.lane });
      lanes.add(id);
    }
    // A loop from a box to itself does not affect the order.
    if (stations[0].column !== stations.at(-1)?.column) joints.push(...stepsOf(stations));
  }
  for (const { id, height } of items.flat()) graph.setNode(id, { width: 1, height });
  // Every edge joins neighbouring columns, from left to right, so the only tight ranking is that of the columns.
  for (const [one, other] of joints) {
    const [left, right] = one.column < other.column ? [one, other] : [other, one];
    graph.setEdge(left.id, right.id, { weight: 1, minlen: 1 });
  }
  layout(graph);
  const found = (id: string): number => graph.node(id).y ?? 0;
  return topsOf(
    items.map((column) => [...column].sort((a, b) => found(a.id) - found(b.id))),
    joints,
  );
}

interface Across {
  readonly columnX: readonly number[];
  /** For each gap: where its lines go up and down. */
  readonly trackX: readonly ReadonlyMap<string, number>[];
  readonly width: number;
}

/** A gap is as wide as its lines need. */
function across(columns: readonly (readonly number[])[], sizeOf: (at: number) => Size, gaps: readonly ReadonlyMap<string, Net>[]): Across {
  const columnX: number[] = [];
  let [x, width] = [0, 0];
  const trackX = columns.map((column, index) => {
    columnX.push(x);
    const right = x + Math.max(...column.map((at) => sizeOf(at).width));
    const nets = [...(gaps[index] ?? [])];
    const tracks = tracksOf(nets.map(([, net]) => net));
    const taken = nets.length === 0 ? 0 : 2 * ROOM.edge + Math.max(...tracks) * ROOM.track;
    x = right + Math.max(LEAST_GAP, taken);
    width = right + taken;
    return new Map(nets.map(([key], at) => [key, right + ROOM.edge + (tracks[at] ?? 0) * ROOM.track]));
  });
  return { columnX, trackX, width };
}
