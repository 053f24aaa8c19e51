import { type OnModuleInit, Injectable } from '@nestjs/common';
import { JobRegistry } from '../../shared/ports/jobs.js';
import { DeliverMail } from './deliver-mail.js';
import { DELIVER, PURGE } from './outbox-mailer.js';
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
    await this.session.execute('DELETE FROM outbox_mails WHERE coalesce(sent_at, failed_at) < $1', [
      new Date(this.clock.now().getTime() - KEPT_MS),
    ]);
  }
}

@Injectable()
export class MailJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly deliverMail: DeliverMail,
    private readonly purgeMails: PurgeMails,
  ) {}

  onModuleInit(): void {
    this.registry.handle(DELIVER, ({ id }) => this.deliverMail.execute(String(id)));
    this.registry.schedule(PURGE, '29 3 * * *', () => this.purgeMails.execute());
  }
}
