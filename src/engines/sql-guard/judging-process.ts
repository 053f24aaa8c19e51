import type { Judgement } from './judgement.js';
import type { Restricting } from './restriction.js';
import { answerParent } from '../../platform/threads/parent-channel.js';
import { judgeFileStatement, restrictFileStatement } from './judge-file-statement.js';
import { notUnderstood } from './judge.js';
import { type EndOf, type JudgingTask, LARGEST_JUDGEMENT, type RestrictingTask } from './judging-protocol.js';

/** A process in which the parsers of DuckDB and SQLite read text from strangers. It ends with the process that started it. */
answerParent(
  (task: JudgingTask | RestrictingTask): Promise<EndOf<Judgement | Restricting>> =>
    'uses' in task ? restrictFileStatement(task) : judgeFileStatement(task),
  LARGEST_JUDGEMENT,
  notUnderstood('The statement is too complex. Write a simpler one.'),
);
