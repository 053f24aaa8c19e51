import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { JobRegistry } from '../../shared/ports/jobs.js';
import { SqlAttemptThrottle } from './sql-attempt-throttle.js';

/** As long as the longest memory of any throttle. */
const KEPT_MS = 86_400_000;

@Injectable()
export class ThrottleJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly throttle: SqlAttemptThrottle,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.schedule('throttles.purge', '23 * * * *', async () => {
      await this.throttle.purge(new Date(this.clock.now().getTime() - KEPT_MS));
    });
  }
}
