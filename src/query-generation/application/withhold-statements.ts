import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Execution } from '../domain/execution.js';
import { JudgeKeptText, type KeptPlace, type KeptText, type Origin } from '../../statements/application/judge-kept-text.js';
import type { Fixed } from '../../shared/sentence.js';

export interface ShownExecution extends Execution {
  /** Why its statement is left out, and for another person's also what it was made of; `null` if nothing is. */
  readonly withheld: Fixed | null;
}

/** Leaves out of executions the statements that tell what policies hide from the reader by now. */
@Injectable()
export class WithholdStatements {
  constructor(private readonly judgeKeptText: JudgeKeptText) {}

  /** Policies are asked once for each data source. @throws what `DataPolicies` throws */
  async execute(caller: Caller, executions: readonly Execution[]): Promise<readonly ShownExecution[]> {
    const reasons = new Map<Execution, Fixed | null>();
    for (const { place, here } of byPlace(executions)) {
      const kept = here.flatMap((execution) => keptTextOf(execution, caller) ?? []);
      const found = await this.judgeKeptText.execute(caller, place, kept);
      for (const [at, { execution }] of kept.entries()) reasons.set(execution, found[at] ?? null);
    }
    return executions.map((execution) => {
      const withheld = reasons.get(execution) ?? null;
      return withheld === null ? { ...execution, withheld } : without(execution, withheld, caller);
    });
  }
}

function byPlace(executions: readonly Execution[]) {
  const places = new Map<string, { readonly place: KeptPlace; readonly here: Execution[] }>();
  for (const execution of executions) {
    const { organizationId, dataSourceId } = execution;
    const key = `${organizationId}:${dataSourceId}`;
    const known = places.get(key) ?? { place: { organizationId, dataSourceId }, here: [] };
    known.here.push(execution);
    places.set(key, known);
  }
  return places.values();
}

/** Without a statement, the words and values of another person tell as much. */
function keptTextOf(execution: Execution, caller: Caller): (KeptText & { readonly execution: Execution }) | null {
  const { userId, sql, question, parameters } = execution;
  const origin = originOf(execution, caller);
  if (sql !== null) return { execution, origin, text: sql, form: 'statement' };
  if (userId === caller.userId || (question === null && parameters === null)) return null;
  return { execution, origin, text: question ?? '', form: 'words' };
}

function originOf({ userId, question, sight, savedQuestionId }: Execution, caller: Caller): Origin {
  if (userId !== caller.userId) return 'another';
  // They ran what others may have written for all to read.
  if (savedQuestionId !== null) return 'published';
  // Where nothing was asked in words, the person wrote the statement.
  return question === null ? 'reader' : { sight };
}

/** The question and the values of another person are what the statement compares with; how many rows they got tells whether there are such. */
function without(execution: Execution, withheld: Fixed, caller: Caller): ShownExecution {
  const shown = { ...execution, sql: null, withheld };
  return execution.userId === caller.userId ? shown : { ...shown, parameters: null, question: null, rowCount: null, isTruncated: null };
}
