import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { FailAbandonedExecutions } from '../../application/fail-abandoned-executions.js';
import { PurgeExecutions } from '../../application/purge-executions.js';

@Injectable()
export class ExecutionJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly failAbandoned: FailAbandonedExecutions,
    private readonly purgeExecutions: PurgeExecutions,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('queries.fail-abandoned', '* * * * *', () => this.failAbandoned.execute());
    this.registry.schedule('queries.purge', '41 * * * *', () => this.purgeExecutions.execute());
  }
}
