/**
 * Small, so that the first places of an order count for much more than the next ones: they are what foreign keys connect. The 60 of the
 * paper suits orders of hundreds of equals.
 */
const K = 1;
/** What the second order counts for. Alone it brings about every fourth table; a table in both moves up. */
const WEIGHT = 0.3;

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): one order out of two whose scores cannot be compared.
 * @param first and `second`: ids, the best ones in front; the first three of `first` stay nearly where they are
 */
export function fused(first: readonly string[], second: readonly string[]): string[] {
  const scores = new Map(first.map((id, at) => [id, 1 / (K + at + 1)]));
  for (const [at, id] of second.entries()) scores.set(id, (scores.get(id) ?? 0) + WEIGHT / (K + at + 1));
  // Sorting is stable, and the map keeps what came first in front.
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
