import type { GrammarDialect, Judgement } from './judgement.js';
import type { KnownSource } from './known-source.js';
import type { RestrictedUse, Restricting } from './restriction.js';
import { judge } from './judge.js';
import { restrict } from './restrict.js';

export interface GuardTask {
  readonly dialect: GrammarDialect;
  readonly sql: string;
  readonly source: KnownSource;
  /** `null`: judge it. */
  readonly uses: readonly RestrictedUse[] | null;
}

/** Entry of the threads. A thread judges one statement at a time. */
export default function judgeOne({ dialect, sql, source, uses }: GuardTask): Promise<Judgement | Restricting> {
  return uses === null ? judge(dialect, sql, source) : restrict(dialect, sql, source, uses);
}
