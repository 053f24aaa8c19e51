import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Execution } from '../domain/execution.js';
import { JudgeKeptText, type JudgeText } from './judge-kept-text.js';

export interface ShownExecution extends Execution {
  /** Why its statement is left out; `null` if it is not. */
  readonly withheld: string | null;
}

/** Leaves out of executions the statements that name what policies hide from the reader by now. */
@Injectable()
export class WithholdStatements {
  constructor(private readonly judgeKeptText: JudgeKeptText) {}

  /** Policies are asked once for each data source. @throws what `DataPolicies` throws */
  async execute(caller: Caller, executions: readonly Execution[]): Promise<readonly ShownExecution[]> {
    const judges = new Map<string, JudgeText>();
    const shown: ShownExecution[] = [];
    for (const execution of executions) {
      const { organizationId, dataSourceId, sql } = execution;
      const place = `${organizationId}:${dataSourceId}`;
      const judge = judges.get(place) ?? (await this.judgeKeptText.execute(caller, execution));
      judges.set(place, judge);
      const withheld = sql === null ? null : judge(sql, 'statement');
      shown.push({ ...execution, sql: withheld === null ? sql : null, withheld });
    }
    return shown;
  }
}
