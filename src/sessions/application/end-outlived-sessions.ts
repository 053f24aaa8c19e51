import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { LimitedSessions } from './ports/sessions.js';

/**
 * A session that a limit has ended does not come back when the limit is lifted. When its person leaves the organization, it may until the
 * next run of the job.
 */
@Injectable()
export class EndOutlivedSessions {
  constructor(
    private readonly sessions: LimitedSessions,
    private readonly clock: Clock,
  ) {}

  /** Joins a unit of work. @param organizationId only what its own limits end @returns how many ended */
  execute(organizationId: number | null = null): Promise<number> {
    return this.sessions.endOutlived(organizationId, this.clock.now());
  }
}
