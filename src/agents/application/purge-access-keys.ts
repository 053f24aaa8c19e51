import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { AccessKeys } from './ports/access-keys.js';

const KEPT_MS = 90 * 86_400_000;

/** Ended keys stay listed for a while, so that people see how they ended; the trail keeps them longer. */
@Injectable()
export class PurgeAccessKeys {
  constructor(
    private readonly keys: AccessKeys,
    private readonly clock: Clock,
  ) {}

  execute(): Promise<number> {
    return this.keys.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
