import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Invitations } from './ports/invitations.js';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;

/** Forgets invitations, with the addresses in them, that ended long ago. */
@Injectable()
export class PurgeInvitations {
  constructor(
    private readonly invitations: Invitations,
    private readonly clock: Clock,
  ) {}

  /** @returns how many are gone */
  execute(): Promise<number> {
    return this.invitations.purge(new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS));
  }
}
