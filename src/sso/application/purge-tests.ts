import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { ConnectionTests } from './ports/connection-tests.js';

const KEPT_DAYS = 90;

/** Reports hold people's claims. */
@Injectable()
export class PurgeTests {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    await this.tests.purge(new Date(this.clock.now().getTime() - KEPT_DAYS * 86_400_000));
  }
}
