import type { Dialect, Judgement } from '../../domain/judgement.js';
import { judge } from './judge.js';

export interface GuardTask {
  readonly dialect: Dialect;
  readonly sql: string;
}

/** Entry of the threads: one statement at a time. */
export default function judgeOne({ dialect, sql }: GuardTask): Promise<Judgement> {
  return judge(dialect, sql);
}
