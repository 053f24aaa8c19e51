import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { ExecutionRetention } from './ports/executions.js';
import { ExecutionTerms } from './ports/execution-terms.js';

const DAY_MS = 86_400_000;
const AT_ONCE = 5_000;

/** Deletes executions, with their answers and feedback, when their time is over. */
@Injectable()
export class PurgeExecutions {
  constructor(
    private readonly retention: ExecutionRetention,
    private readonly terms: ExecutionTerms,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.terms.keptDays * DAY_MS);
    while ((await this.retention.purge(before, AT_ONCE)) === AT_ONCE);
  }
}
