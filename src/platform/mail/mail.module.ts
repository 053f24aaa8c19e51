import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { MailFates, Mailer } from '../../shared/ports/mailer.js';
import { Config } from '../config/config.js';
import { handled, scheduled } from '../jobs/job-providers.js';
import { DeliverMail } from './deliver-mail.js';
import { MailDirectoryTransport } from './mail-directory-transport.js';
import { MailMetrics } from './mail-metrics.js';
import { MailTransport } from './mail-transport.js';
import { DELIVER, OutboxMailer } from './outbox-mailer.js';
import { PurgeMails } from './purge-mails.js';
import { SqlMailFates } from './sql-mail-fates.js';
import { SmtpTransport } from './smtp-transport.js';

@Global()
@Module({
  providers: [
    { provide: Mailer, useClass: OutboxMailer },
    { provide: MailFates, useClass: SqlMailFates },
    { provide: MailTransport, useFactory: transportFor, inject: [Config] },
    DeliverMail,
    MailMetrics,
    PurgeMails,
    handled(DELIVER, DeliverMail, (it, { id, organization_id: place }) => it.execute(String(id), typeof place === 'number' ? place : null)),
    scheduled('mail.purge', '29 3 * * *', PurgeMails),
  ],
  exports: [Mailer, MailFates],
})
export class MailModule {}

/** Without an SMTP server mails become files, for a first look at the product. */
function transportFor(config: Config): MailTransport {
  const { smtpUrl } = config.mail;
  return smtpUrl === undefined ? new MailDirectoryTransport(join(config.dataDirectory, 'mail')) : new SmtpTransport(smtpUrl);
}
