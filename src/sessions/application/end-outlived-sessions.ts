import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { LimitedSessions } from './ports/sessions.js';

/** A session that a limit has ended must not come back when the limit is lifted, or its person leaves the organization. */
@Injectable()
export class EndOutlivedSessions {
  constructor(
    private readonly sessions: LimitedSessions,
    private readonly clock: Clock,
  ) {}

  /** Joins a unit of work. @param organizationId only those of its members @returns how many ended */
  execute(organizationId: number | null = null): Promise<number> {
    return this.sessions.endOutlived(organizationId, this.clock.now());
  }
}
