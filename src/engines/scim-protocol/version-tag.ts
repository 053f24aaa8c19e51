/** A version that nothing has: a tag that we did not make cannot match. */
const NO_VERSION = -1;
const ENTITY_TAG = /^(?:W\/)?"(\d{1,9})"$/;

/**
 * The version in the value of an `If-Match`; `null` for `*`, which any version satisfies. Weak tags count, although RFC
 * 9110 compares strongly: they are what RFC 7644 section 3.14 sends. In a list, the highest counts: a client that has
 * seen it knows that the others are gone.
 */
export function versionAskedFor(text: string): number | null {
  return text.trim() === '*' ? null : Math.max(NO_VERSION, ...versionsIn(text));
}

/** The versions in a list of entity tags. */
export function versionsIn(text: string): number[] {
  return text.split(',').map((tag) => Number(ENTITY_TAG.exec(tag.trim())?.[1] ?? NO_VERSION));
}
