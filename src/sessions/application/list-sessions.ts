import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../shared/page.js';
import { Clock } from '../../shared/ports/clock.js';
import { SessionLifetime, idleLimit } from '../domain/session.js';
import { type SessionRow, Sessions } from './ports/sessions.js';

@Injectable()
export class ListSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly lifetime: SessionLifetime,
    private readonly clock: Clock,
  ) {}

  /** The user's live sessions, the most recently used first. */
  execute(userId: number, request: PageRequest): Promise<Page<SessionRow>> {
    const now = this.clock.now();
    return this.sessions.pageOf(userId, { now, idleSince: idleLimit(now, this.lifetime) }, request);
  }
}
