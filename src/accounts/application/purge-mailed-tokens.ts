import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { MailedTokens } from './ports/mailed-tokens.js';

/** Tokens stay this long, because a job that is retried for days must still find that its request was answered. */
const KEPT_MS = 7 * 86_400_000;

@Injectable()
export class PurgeMailedTokens {
  constructor(
    private readonly tokens: MailedTokens,
    private readonly clock: Clock,
  ) {}

  /** @returns how many are gone */
  execute(): Promise<number> {
    return this.tokens.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
