import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Exports } from './ports/exports.js';

/** Deletes exports whose day is over. */
@Injectable()
export class PurgeExports {
  constructor(
    private readonly exports: Exports,
    private readonly clock: Clock,
  ) {}

  execute(): Promise<void> {
    return this.exports.purge(this.clock.now());
  }
}
