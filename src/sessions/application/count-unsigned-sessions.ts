import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnsignedSessions } from './ports/sessions.js';

@Injectable()
export class CountUnsignedSessions {
  constructor(
    private readonly sessions: UnsignedSessions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many sessions `EndUnsignedSessions` would end now */
  execute(input: { organizationId: number; userIds: readonly number[] | null; except: readonly number[] }): Promise<number> {
    return this.sessions.count(input, this.clock.now());
  }
}
