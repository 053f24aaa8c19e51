import { Injectable } from '@nestjs/common';
import { Executions } from './ports/executions.js';

/** An execution whose process has died is ended within a minute, so that callers do not wait forever. */
@Injectable()
export class IsExecutionRunning {
  constructor(private readonly executions: Executions) {}

  /** For callers who were already admitted to it. */
  execute(executionId: number): Promise<boolean> {
    return this.executions.isRunning(executionId);
  }
}
