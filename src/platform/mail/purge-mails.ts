import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

const KEPT_MS = 30 * 86_400_000;

@Injectable()
export class PurgeMails {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    // Raw: an index covers the expression.
    await this.session.execute('DELETE FROM outbox_mails WHERE coalesce(sent_at, failed_at) < $1', [
      new Date(this.clock.now().getTime() - KEPT_MS),
    ]);
  }
}
