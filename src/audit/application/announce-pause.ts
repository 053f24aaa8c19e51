import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { webhookPausedMail } from '../domain/webhook-mails.js';
import type { Webhook } from '../domain/webhook.js';

/** Tells those who can change it that the service has paused a webhook. */
@Injectable()
export class AnnouncePause {
  constructor(
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
  ) {}

  async execute({ id, organizationId, name, pausedBecause, failingEventId }: Webhook): Promise<void> {
    if (pausedBecause === null || pausedBecause === 'ASKED') return;
    const { subject, body } = webhookPausedMail(name, pausedBecause);
    const contacts = await this.listHolders.execute(organizationId, 'organization.update');
    const cause = { about: `webhook:${id}`, organizationId };
    await this.mailer.send(...contacts.map((contact) => mailTo(contact, subject, body, cause)));
    await this.auditTrail.record({
      action: 'webhook.paused',
      outcome: 'success',
      actorUserId: null,
      organizationId,
      target: { type: 'webhook', id },
      detail: { reason: pausedBecause, event: failingEventId },
    });
  }
}
