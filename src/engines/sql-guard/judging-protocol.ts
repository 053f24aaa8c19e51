import type { KnownTable } from './known-source.js';
import type { FileDialect, Judgement } from './judgement.js';
import type { RestrictedUse, Restricting } from './restriction.js';

/** What we ask a process: to judge a statement for a data source that is a file. */
export interface JudgingTask {
  readonly engine: FileDialect;
  readonly sql: string;
  /** The tables that the statement may name. */
  readonly tables: readonly KnownTable[];
}

/** For a statement that was judged before. */
export interface RestrictingTask extends JudgingTask {
  readonly uses: readonly RestrictedUse[];
}

/** For a judgement, or for a statement that is written so that it reads less. */
export type EndOf<Answer extends Judgement | Restricting> = Answer | { readonly missing: true };

/** Bytes of JSON: several times the largest judgement that the longest statement can get. */
export const LARGEST_JUDGEMENT = 4 * 1024 ** 2;
