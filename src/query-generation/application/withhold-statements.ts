import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Execution } from '../domain/execution.js';
import type { TextForm } from '../domain/hidden-names.js';
import { JudgeKeptText, type JudgeText, type Origin } from './judge-kept-text.js';

export interface ShownExecution extends Execution {
  /** Why its statement is left out, and of another person's what it was made of; `null` if nothing is. */
  readonly withheld: string | null;
}

/** Leaves out of executions the statements that tell what policies hide from the reader by now. */
@Injectable()
export class WithholdStatements {
  constructor(private readonly judgeKeptText: JudgeKeptText) {}

  /** Policies are asked once for each data source. @throws what `DataPolicies` throws */
  async execute(caller: Caller, executions: readonly Execution[]): Promise<readonly ShownExecution[]> {
    const judges = new Map<string, JudgeText>();
    const shown: ShownExecution[] = [];
    for (const execution of executions) {
      const { organizationId, dataSourceId } = execution;
      const place = `${organizationId}:${dataSourceId}`;
      const judge = judges.get(place) ?? (await this.judgeKeptText.execute(caller, execution));
      judges.set(place, judge);
      const kept = keptTextOf(execution, caller);
      const withheld = kept === null ? null : await judge(kept.text, kept.form, originOf(execution, caller));
      shown.push(withheld === null ? { ...execution, withheld } : without(execution, withheld, caller));
    }
    return shown;
  }
}

/** Where there is no statement, the words and values of another person tell as much. */
function keptTextOf(
  { userId, sql, question, parameters }: Execution,
  caller: Caller,
): { readonly text: string; readonly form: TextForm } | null {
  if (sql !== null) return { text: sql, form: 'statement' };
  if (userId === caller.userId || (question === null && parameters === null)) return null;
  return { text: question ?? '', form: 'words' };
}

function originOf({ userId, question, sight }: Execution, caller: Caller): Origin {
  if (userId !== caller.userId) return 'another';
  // Where nothing was asked in words, the person wrote the statement.
  return question === null ? 'reader' : { sight };
}

/** The question and the values of another person are what the statement compares with; how many rows they got tells whether there are such. */
function without(execution: Execution, withheld: string, caller: Caller): ShownExecution {
  const shown = { ...execution, sql: null, withheld };
  return execution.userId === caller.userId
    ? shown
    : { ...shown, parameters: null, question: null, rowCount: null, isTruncated: null };
}
