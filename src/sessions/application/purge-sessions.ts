import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { SessionLifetime, idleLimit } from '../domain/session.js';
import { Sessions } from './ports/sessions.js';

/** Ended sessions are kept this long: they show from which networks an account has logged in before. */
const KEPT_MS = 90 * 86_400_000;

@Injectable()
export class PurgeSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly lifetime: SessionLifetime,
    private readonly clock: Clock,
  ) {}

  /** @returns how many are gone */
  async execute(): Promise<number> {
    const now = this.clock.now();
    await this.sessions.forgetIdTokens({ now, idleSince: idleLimit(now, this.lifetime) });
    return this.sessions.purge(new Date(now.getTime() - KEPT_MS));
  }
}
