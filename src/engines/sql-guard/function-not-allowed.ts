import { type Said, say } from '../../shared/sentence.js';
import { nearest } from '../../shared/nearest.js';

const LONGEST_NAME = 64;
const VALUES_ONLY = say('Use one that computes a value.');

/** Says what to do instead: a function that is spelled nearly so, or which kind of function is allowed. */
export function functionNotAllowed(name: string, allowed: Iterable<string>): Said {
  const written = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
  const near = nearest(name.toLowerCase(), allowed);
  const next = near === null ? VALUES_ONLY : say('The nearest that is allowed is {near}.', { near });
  return say('The function {written} is not allowed. {next}', { written, next });
}
