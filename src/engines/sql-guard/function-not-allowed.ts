import { nearest } from '../../shared/nearest.js';

const LONGEST_NAME = 64;

/** Says what to do instead: a function that is spelled nearly so, or where the list is. */
export function functionNotAllowed(name: string, allowed: Iterable<string>): string {
  const written = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
  const near = nearest(name.toLowerCase(), allowed);
  const next = near === null ? 'docs/query-functions.md lists those that are.' : `The nearest that is allowed is ${near}.`;
  return `The function ${written} is not allowed. ${next}`;
}
