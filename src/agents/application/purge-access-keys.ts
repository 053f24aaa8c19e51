import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { AccessKeys } from './ports/access-keys.js';
import { AgentTokens } from './ports/agent-tokens.js';

const KEPT_MS = 90 * 86_400_000;

/** Ended keys stay listed for a while, so that people see how they ended; the trail keeps them longer. */
@Injectable()
export class PurgeAccessKeys {
  constructor(
    private readonly keys: AccessKeys,
    private readonly tokens: AgentTokens,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<number> {
    const now = this.clock.now();
    return (await this.tokens.purge(now)) + (await this.keys.purge(new Date(now.getTime() - KEPT_MS)));
  }
}
