import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Invitations } from './ports/invitations.js';

@Injectable()
export class HasOpenInvitation {
  constructor(
    private readonly invitations: Invitations,
    private readonly clock: Clock,
  ) {}

  /** Whether any organization has an open invitation for the holder of the account. */
  execute(userId: number): Promise<boolean> {
    return this.invitations.isAwaited(userId, this.clock.now());
  }
}
