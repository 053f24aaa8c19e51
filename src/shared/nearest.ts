const LONGEST_NAME = 64;

/** A name as short as this has too many neighbours: `lg` is as near to `ln` as to `log`. */
const SHORTEST_GUESS = 4;

/** The name that takes the fewest corrections, if they are few for its length. */
export function nearest(name: string, allowed: Iterable<string>): string | null {
  if (name.length < SHORTEST_GUESS || name.length > LONGEST_NAME) return null;
  let most = name.length < 8 ? 1 : 2;
  let found: string | null = null;
  for (const candidate of allowed) {
    const corrections = correctionsBetween(name, candidate, most);
    if (corrections > most) continue;
    found = candidate;
    most = corrections - 1;
  }
  return found;
}

/** Letters to add, drop, replace or swap with a neighbour; counts no further than one beyond `most`. */
function correctionsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  let leastBefore = 0;
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = at(row, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const swapped = isSwapped(left, right, i, j) ? at(before, j - 2) + 1 : Infinity;
      const fewest = Math.min(at(row, j) + 1, at(next, j - 1) + 1, replaced, swapped);
      next.push(fewest);
      least = Math.min(least, fewest);
    }
    // Most names are far from each other, which their first letters tell. A swap reaches back by two rows.
    if (least > most && leastBefore >= most) return most + 1;
    [before, row, leastBefore] = [row, next, least];
  }
  return Math.min(at(row, right.length), most + 1);
}

function isSwapped(left: string, right: string, i: number, j: number): boolean {
  return i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
