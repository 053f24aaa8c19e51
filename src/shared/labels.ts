/** The most labels of one workspace or data source. */
export const MOST_LABELS = 20;

/** In one spelling only, because access policies compare labels exactly. */
export const LABEL = /^[a-z0-9](?:[a-z0-9 ._:/-]{0,48}[a-z0-9])?$/;

/** Each label once, in order. */
export function labelsOf(given: readonly string[]): string[] {
  return [...new Set(given)].sort();
}

export function hasSameLabels(one: readonly string[], other: readonly string[]): boolean {
  return labelsOf(one).join('\n') === labelsOf(other).join('\n');
}
