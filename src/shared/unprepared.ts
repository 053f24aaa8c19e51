import type { Fixed } from './sentence.js';

/** Why a source has not prepared what is judged: then the guard alone has judged it, by the schema that was discovered. */
export const UNPREPARED = {
  busy: 'No place at the data source was free, so names of columns are not checked.',
  silent: 'The data source did not answer in time, so names of columns are not checked.',
  unreachable: 'The data source could not be asked, so names of columns are not checked.',
  looked_up: 'Only a run looks up what its columns are, so they are not checked.',
  unasked: 'The data source has not prepared it, so names of columns are not checked.',
} as const satisfies Readonly<Record<string, Fixed>>;

export type Unprepared = keyof typeof UNPREPARED;
