import { Injectable } from '@nestjs/common';
import { Logger } from './logger.js';
import { Faults } from '../../shared/ports/faults.js';

@Injectable()
export class LoggedFaults extends Faults {
  constructor(private readonly logger: Logger) {
    super();
  }

  report(err: unknown, what: string): void {
    this.logger.error({ err }, what);
  }
}
