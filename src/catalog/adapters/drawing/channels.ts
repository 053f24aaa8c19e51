/** What one line connects in the gap between two columns: the heights at which it leaves the gap to each side. */
export interface Net {
  readonly left: Set<number>;
  readonly right: Set<number>;
}

/** Lines that are closer together would look like one. */
const APART = 6;

/**
 * Gives each net a vertical track of its gap, counted from the left, so that no two cover one another. Vertical parts that meet get
 * different tracks, and a net that goes left stands left of one that goes right at the same height. Where nets would have to stand left
 * of each other in a circle, two lines share a piece.
 */
export function tracksOf(nets: readonly Net[]): number[] {
  const spans = nets.map(({ left, right }) => {
    const heights = [...left, ...right];
    return { top: Math.min(...heights), bottom: Math.max(...heights) };
  });
  const before = nets.map((net) => nets.flatMap((other, at) => (other !== net && isMet(other.left, net.right) ? [at] : [])));
  const tracks = nets.map(() => -1);
  const place = (waiting: readonly number[], track: number): number[] => {
    let end = -Infinity;
    return waiting.filter((at) => {
      const { top, bottom } = spans[at] ?? { top: 0, bottom: 0 };
      const isFree = top > end + APART;
      const mayStand = before[at]?.every((other) => (tracks[other] ?? -1) !== -1 && tracks[other] !== track) === true;
      if (!isFree || !mayStand) return true;
      tracks[at] = track;
      end = bottom;
      return false;
    });
  };
  let waiting = [...nets.keys()].sort((a, b) => (spans[a]?.top ?? 0) - (spans[b]?.top ?? 0) || a - b);
  for (let track = 0; waiting.length > 0; track++) {
    const left = place(waiting, track);
    const [stuck] = waiting;
    if (left.length === waiting.length && stuck !== undefined) tracks[stuck] = track;
    waiting = waiting.filter((at) => tracks[at] === -1);
  }
  return tracks;
}

function isMet(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  for (const a of left) for (const b of right) if (Math.abs(a - b) < APART) return true;
  return false;
}
