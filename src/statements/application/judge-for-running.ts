import { type Sentence, asSaid, say } from '../../shared/sentence.js';
import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Turn } from './take-turn.js';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { MOST_OPEN_VALUES, type Violation } from '../../engines/sql-guard/judgement.js';
import type { AskingPermission } from './confirm-asker.js';
import type { JudgedStatements } from './confirm-verdicts.js';
import { JudgeStatement, type Verdict } from './judge-statement.js';
import { type ResultLimits, RunJudgedStatement } from './run-judged-statement.js';

export interface StatementToRun {
  readonly caller: Caller;
  /** By which the caller has entered the source. */
  readonly permission: AskingPermission;
  readonly source: DataSource;
  readonly sql: string;
  readonly limits: ResultLimits;
  /** In which it is judged, and is to be run. */
  readonly turn: Turn;
  /** Ends what is asked of the source. */
  readonly signal: AbortSignal;
}

const MOST_LISTS = 4;

/** With the verdict of the text that stands for itself, and all statements that its rows and columns come of. */
export type WrittenOut = Extract<Verdict, { ok: false }> | ({ readonly ok: true; readonly verdict: Allowed } & JudgedStatements);

type Allowed = Extract<Verdict, { ok: true }>;

/**
 * Decides whether a statement is harmless and what of it the caller may see, as `JudgeStatement` does, and writes out the values that
 * it leaves to the data: `PIVOT orders ON status`. These are asked for by statements of the same caller, judged and restricted as any
 * other, so that no hidden row gives its name to a column.
 */
@Injectable()
export class JudgeForRunning {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly runJudgedStatement: RunJudgedStatement,
    private readonly clock: Clock,
  ) {}

  /** @throws what `JudgeStatement` and `RunJudgedStatement` throw */
  async execute({ caller, permission, source, sql, limits, turn, signal }: StatementToRun): Promise<WrittenOut> {
    const began = source.moment?.at ?? this.clock.now();
    const judged: { sql: string; verdict: Allowed }[] = [];
    const of = { caller, permission, source, judged, began };
    let text = sql;
    let columns = 1;
    for (let list = 0; ; list += 1) {
      const verdict = await this.judgeStatement.execute({ caller, source, sql: text });
      if (!verdict.ok) return list === 0 ? verdict : refused('One of the values cannot be written into the statement.');
      const { open } = verdict;
      if (open === undefined) {
        judged.push({ sql: text, verdict });
        return { ok: true, verdict, ...of };
      }
      if (list === MOST_LISTS) return refused(say('Headgate looks up the values of at most {most} columns.', { most: MOST_LISTS }));
      const lookup = await this.judgeStatement.execute({ caller, source, sql: open.statement });
      if (!lookup.ok) return refused('The values cannot be looked up.');
      const bounded = { ...limits, maxRows: MOST_OPEN_VALUES + 1 };
      judged.push({ sql: open.statement, verdict: lookup });
      const run = { ...of, verdict: lookup, limits: bounded, turn, signal };
      const { rows, isTruncated } = await this.runJudgedStatement.execute(run);
      columns *= rows.length;
      if (isTruncated || columns > MOST_OPEN_VALUES)
        return refused(say('Its values would become more than {most} columns.', { most: MOST_OPEN_VALUES }));
      if (columns === 0) return refused('No row that you may see has a value in that column.');
      const values = rows.map(([value]) => `'${String(value).replaceAll("'", "''")}'`);
      text = `${text.slice(0, open.at)} IN (${values.join(', ')})${text.slice(open.at)}`;
    }
  }
}

function refused(why: Sentence): Extract<Verdict, { ok: false }> {
  const violation: Violation = {
    rule: 'forbidden_syntax',
    position: null,
    message: say('PIVOT does not list the values that become columns. {why} List the values with IN.', { why: asSaid(why) }),
  };
  return { ok: false, violations: [violation] };
}
