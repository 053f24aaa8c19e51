import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../shared/ports/jobs.js';
import { DeliverMail } from './deliver-mail.js';
import { DELIVER, PURGE } from './outbox.js';
import { PurgeMails } from './purge-mails.js';

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
