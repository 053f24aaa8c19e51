import type { ReadingFault } from '../source-reader.js';

/** Questions to the process that reads a file of DuckDB, one at a time. `relations` returns the first batch, `more` the next. */
export type Question =
  | { readonly ask: 'open'; readonly file: string; readonly driver: string }
  | { readonly ask: 'schemas'; readonly name: string | null }
  | { readonly ask: 'types'; readonly schema: string }
  | { readonly ask: 'estimates'; readonly schema: string }
  | { readonly ask: 'relations'; readonly schema: string }
  | { readonly ask: 'more' };

/** The fault is `null` for a mistake of our own. */
export type Answer = { readonly value: unknown } | { readonly fault: ReadingFault | 'ENGINE_UNAVAILABLE' | null; readonly message: string };

/** Bytes of JSON: several times the largest batch of relations that we have heard of. A larger answer ends the reading. */
export const LARGEST_ANSWER = 64 * 1024 ** 2;
