import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { forEachSettled } from '../../shared/for-each-settled.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { certificateExpiringMail } from '../domain/sso-mails.js';
import { type ExpiringCertificate, CertificateWatch } from './ports/connections.js';

/** The last notice first. */
const NOTICES = [1, 7, 14, 30] as const;

const FIRST_NOTICE_DAYS = 30;

/** Days that have begun count: what expires in an hour expires in one day. */
function daysUntil(notAfter: Date, now: Date): number {
  return Math.max(1, Math.ceil((notAfter.getTime() - now.getTime()) / 86_400_000));
}

/** The notice that is due this many days before; missed ones are not sent later. */
function noticeFor(days: number): number {
  return NOTICES.find((notice) => days <= notice) ?? FIRST_NOTICE_DAYS;
}

/** Tells the people who manage single sign-on in time; each notice is sent once. */
@Injectable()
export class AnnounceExpiringCertificates {
  constructor(
    private readonly watch: CertificateWatch,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** May be run again at any time. */
  async execute(): Promise<void> {
    const now = this.clock.now();
    const then = new Date(now.getTime() + FIRST_NOTICE_DAYS * 86_400_000);
    await forEachSettled(await this.watch.expiringBefore(now, then), (certificate) =>
      this.unitOfWork.run(() => this.announce(certificate, now)),
    );
  }

  private async announce(certificate: ExpiringCertificate, now: Date): Promise<void> {
    const { connectionId, connectionName, organizationId, fingerprint, notAfter } = certificate;
    const days = daysUntil(notAfter, now);
    if (!(await this.watch.noteSent(certificate, noticeFor(days), now))) return;
    const { subject, body } = certificateExpiringMail(connectionName, notAfter, days);
    const contacts = await this.listHolders.execute(organizationId, 'sso.manage');
    const cause = { about: `sso_connection:${connectionId}`, organizationId };
    await this.mailer.send(...contacts.map((contact) => mailTo(contact, subject, body, cause)));
    await this.auditTrail.record({
      action: 'sso.connection.cert_expiring',
      outcome: 'success',
      actorUserId: null,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
      detail: { fingerprint, days, not_after: notAfter.toISOString() },
    });
  }
}
