import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EnterExecution } from './enter-execution.js';
import { type ShownExecution, WithholdStatements } from './withhold-statements.js';

@Injectable()
export class ReadExecution {
  constructor(
    private readonly enterExecution: EnterExecution,
    private readonly withholdStatements: WithholdStatements,
  ) {}

  /** @throws what entering the execution and `DataPolicies` throw */
  async execute(caller: Caller, executionId: number): Promise<ShownExecution> {
    const execution = await this.enterExecution.execute(caller, executionId);
    const [shown] = await this.withholdStatements.execute(caller, [execution]);
    return shown ?? { ...execution, sql: null, withheld: null };
  }
}
