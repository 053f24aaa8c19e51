import { Injectable } from '@nestjs/common';
import { Executions } from './ports/executions.js';

/** Why an execution has no result, for those who keep something about it and were admitted to that. */
@Injectable()
export class ReadErrorOfExecution {
  constructor(private readonly executions: Executions) {}

  /** @returns the code; `null` while it runs, and if it ended well */
  execute(executionId: number): Promise<string | null> {
    return this.executions.errorCodeOf(executionId);
  }
}
