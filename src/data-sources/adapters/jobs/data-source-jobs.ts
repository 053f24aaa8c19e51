import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { FailAbandonedDiscoveries } from '../../application/fail-abandoned-discoveries.js';
import { PurgeDiscoveries } from '../../application/purge-discoveries.js';
import { RunningDiscoveries } from '../../application/running-discoveries.js';

@Injectable()
export class DataSourceJobs implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly registry: JobRegistry,
    private readonly failAbandoned: FailAbandonedDiscoveries,
    private readonly purgeDiscoveries: PurgeDiscoveries,
    private readonly running: RunningDiscoveries,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('data-sources.fail-abandoned', '* * * * *', () => this.failAbandoned.execute());
    this.registry.schedule('data-sources.purge', '23 * * * *', () => this.purgeDiscoveries.execute());
  }

  /** While the database can still be told how they ended, and before the threads go. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.running.cancelAll();
  }
}
