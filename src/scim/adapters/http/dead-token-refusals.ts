import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports/clock.js';
import type { Provisioner } from '../../domain/provisioner.js';

const NOTED_EVERY_MS = 60_000;

/**
 * A client that goes on with a token that has expired or was revoked is what an administrator looks for in the log; but whoever
 * got hold of such a token must not be able to fill it. So one refusal a minute is noted of each, and none of unknown tokens.
 */
@Injectable()
export class DeadTokenRefusals {
  private readonly notedAt = new Map<number, number>();

  constructor(private readonly clock: Clock) {}

  isWorthNoting({ tokenId }: Provisioner): boolean {
    const now = this.clock.now().getTime();
    if (now - (this.notedAt.get(tokenId) ?? -Infinity) < NOTED_EVERY_MS) return false;
    this.notedAt.set(tokenId, now);
    return true;
  }
}
