import type { ReadingFault } from '../source-reader.js';

/** What the process that reads a file of DuckDB is asked; one at a time. `relations` gives the first batch, `more` the next. */
export type Question =
  | { readonly ask: 'open'; readonly file: string; readonly driver: string }
  | { readonly ask: 'schemas'; readonly name: string | null }
  | { readonly ask: 'types'; readonly schema: string }
  | { readonly ask: 'relations'; readonly schema: string }
  | { readonly ask: 'more' };

/** A fault of `null` is a mistake of our own. */
export type Answer =
  | { readonly value: unknown }
  | { readonly fault: ReadingFault | 'ENGINE_UNAVAILABLE' | null; readonly message: string };

/** Bytes of JSON. Several times the largest batch of relations that anybody has told of; more ends the reading. */
export const LARGEST_ANSWER = 64 * 1024 ** 2;
