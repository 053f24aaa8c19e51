/** The order of names wherever they are sorted: it must not depend on a locale. */
export function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
