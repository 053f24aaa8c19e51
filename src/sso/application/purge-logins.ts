import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Attempts } from './ports/attempts.js';

/** Expired logins are kept for a while, in case a person asks why a login failed. */
const KEPT_MS = 24 * 3_600_000;

@Injectable()
export class PurgeLogins {
  constructor(
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /** @returns how many rows are gone */
  execute(): Promise<number> {
    return this.attempts.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
