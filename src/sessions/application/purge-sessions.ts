import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Sessions } from './ports/sessions.js';

/** Ended sessions are kept this long: they show from which networks an account has logged in before. */
const KEPT_MS = 90 * 86_400_000;

@Injectable()
export class PurgeSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many are gone */
  execute(): Promise<number> {
    return this.sessions.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
