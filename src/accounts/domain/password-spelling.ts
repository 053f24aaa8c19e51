const UNREACHED = Infinity;

/** A piece counts as `telling` when it shows the weakness that is looked for; a chain without one has no price. */
export type Offer = (length: number, cost: number, telling: boolean) => void;

/** How much of the text may be skipped at no cost: up to `head` at its front, and from `tail` at its end. */
export interface Margins {
  readonly head: number;
  readonly tail: number;
}

/**
 * Price of the cheapest chain of pieces that spells the text, Infinity when every chain costs more than `limit`. One
 * pass over the positions: the work grows with the length, not with the number of chains.
 */
export function cheapestSpelling(
  length: number,
  limit: number,
  { head, tail }: Margins,
  offerPieces: (at: number, offer: Offer) => void,
): number {
  const untold = new Array<number>(length + 1).fill(UNREACHED).fill(0, 0, head + 1);
  const told = new Array<number>(length + 1).fill(UNREACHED);
  for (let at = 0; at < length; at += 1) {
    const untoldHere = untold[at] ?? UNREACHED;
    const toldHere = told[at] ?? UNREACHED;
    if (Math.min(untoldHere, toldHere) > limit) continue;
    offerPieces(at, (size, cost, telling) => {
      const end = at + size;
      if (!telling) untold[end] = Math.min(untold[end] ?? UNREACHED, untoldHere + cost);
      told[end] = Math.min(told[end] ?? UNREACHED, (telling ? Math.min(untoldHere, toldHere) : toldHere) + cost);
    });
  }
  const price = Math.min(...told.slice(tail));
  return price <= limit ? price : UNREACHED;
}
