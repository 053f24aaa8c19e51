import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Denials } from './ports/denials.js';

const KEPT_MS = 90 * 86_400_000;

@Injectable()
export class PurgeDenials {
  constructor(
    private readonly denials: Denials,
    private readonly clock: Clock,
  ) {}

  /** @returns how many */
  execute(): Promise<number> {
    return this.denials.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
