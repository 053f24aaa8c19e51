/** Something that takes a piece of a column, with free room around it. */
export interface Item {
  readonly id: string;
  readonly height: number;
}

/** Where a line leaves an item, below its top. */
interface Port {
  readonly id: string;
  readonly below: number;
}

/** A line between items of neighbouring columns. */
type Joint = readonly [Port, Port];

const SWEEPS = 8;

/**
 * Computes the tops of items, which keep their order within each column: as near as possible to what they are joined with, while no
 * column grows taller than the tallest must be. Dagre's own heights keep long lines straight, but let a picture with a hub grow five
 * times as tall.
 */
export function topsOf(columns: readonly (readonly Item[])[], joints: readonly Joint[]): Map<string, number> {
  const tallest = Math.max(...columns.map((column) => column.reduce((sum, { height }) => sum + height, 0)));
  const joined = new Map<string, { below: number; other: Port }[]>();
  for (const [a, b] of joints)
    for (const [port, other] of [
      [a, b],
      [b, a],
    ] as const)
      joined.set(port.id, [...(joined.get(port.id) ?? []), { below: port.below, other }]);
  const tops = new Map<string, number>();
  const order = [...columns.keys()];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const at of sweep % 2 === 0 ? order : order.toReversed()) {
      const column = columns[at] ?? [];
      const wanted = column.map(({ id }) => {
        const places = (joined.get(id) ?? []).flatMap(({ below, other }) => {
          const top = tops.get(other.id);
          return top === undefined ? [] : [top + other.below - below];
        });
        return places.length === 0 ? null : places.reduce((sum, place) => sum + place, 0) / places.length;
      });
      settle(column, wanted, tallest).forEach((top, index) => tops.set(column[index]?.id ?? '', top));
    }
  }
  return tops;
}

/** The least squares for a fixed order: items that would overlap become a block, and blocks that meet become one. */
function settle(column: readonly Item[], wanted: readonly (number | null)[], tallest: number): number[] {
  let above = 0;
  const blocks: { sum: number; count: number; items: number }[] = [];
  const offsets = column.map(({ height }) => (above += height) - height);
  const spare = tallest - above;
  column.forEach((_, at) => {
    const place = wanted[at] ?? null;
    // An item that is not joined with anything yet stays with the one above.
    let block = { sum: place === null ? 0 : place - (offsets[at] ?? 0), count: place === null ? 0 : 1, items: 1 };
    for (let last = blocks.at(-1); last !== undefined && middle(last) >= middle(block); last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: last.sum + block.sum, count: last.count + block.count, items: last.items + block.items };
    }
    blocks.push(block);
  });
  const shifts = blocks.flatMap((block) => Array<number>(block.items).fill(middle(block, blocks.length === 1 ? spare / 2 : 0)));
  return offsets.map((offset, at) => offset + Math.round(Math.min(Math.max(shifts[at] ?? 0, 0), spare)));
}

function middle({ sum, count }: { readonly sum: number; readonly count: number }, otherwise = -Infinity): number {
  return count === 0 ? otherwise : sum / count;
}
