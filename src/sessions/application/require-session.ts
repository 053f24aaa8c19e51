import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { SessionLifetime, idleLimit } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

/** `AuthenticateCaller` admits a request when it comes; this asks again after work that took long. */
@Injectable()
export class RequireSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly lifetime: SessionLifetime,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized when the session has ended, or its account is not active any more */
  async execute({ userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>): Promise<void> {
    const now = this.clock.now();
    const live = await this.sessions.findLive({ userId, sessionId }, { now, idleSince: idleLimit(now, this.lifetime) });
    if (live === null) throw new Unauthorized();
  }
}
