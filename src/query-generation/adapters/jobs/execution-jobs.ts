import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { FailAbandonedExecutions } from '../../application/fail-abandoned-executions.js';
import { FollowedWork } from '../../application/followed-work.js';
import { PurgeExecutions } from '../../application/purge-executions.js';

@Injectable()
export class ExecutionJobs implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly registry: JobRegistry,
    private readonly failAbandoned: FailAbandonedExecutions,
    private readonly purgeExecutions: PurgeExecutions,
    private readonly followed: FollowedWork,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('queries.fail-abandoned', '* * * * *', () => this.failAbandoned.execute());
    this.registry.schedule('queries.purge', '41 * * * *', () => this.purgeExecutions.execute());
  }

  /** While the database can still be told how they ended, and before the threads go. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.followed.endAll();
  }
}
