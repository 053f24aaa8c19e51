import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { SealedValueUnreadable, SecretBox } from '../../shared/ports/secret-box.js';
import type { Language } from '../../shared/sentence.js';
import { Config } from '../config/config.js';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { Logger } from '../logging/logger.js';
import { mailHtml } from './mail-html.js';
import { MailMetrics } from './mail-metrics.js';
import { MailNotTaken, MailTransport, type OutgoingMail } from './mail-transport.js';
import { bodyContext, MOST_ATTEMPTS } from './outbox-mailer.js';

interface OutboxRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body_sealed: string;
  readonly language: Language;
  readonly created_at: Date;
}

interface FailedMail {
  readonly id: string;
  readonly trail: { readonly organizationId?: number };
}

interface FailedRow {
  readonly attempts: number;
  readonly failed_at: Date | null;
  readonly about: string | null;
}

const WAITING = 'id = $1 AND sent_at IS NULL AND failed_at IS NULL';
const FAILED = `UPDATE outbox_mails
    SET attempts = attempts + 1, last_error = $2,
        failed_at = CASE WHEN $3 OR attempts + 1 >= $4 THEN $5::timestamptz END,
        body_sealed = CASE WHEN $3 OR attempts + 1 >= $4 THEN NULL ELSE body_sealed END
  WHERE ${WAITING}
  RETURNING attempts, failed_at, about`;

/**
 * Raw: takes its row with SKIP LOCKED.
 * Sends one mail of the outbox, inside a transaction that locks its row: two workers never send it at once, and a crash
 * leaves it unsent. A crash between the server's acceptance and our commit sends it again, under the same Message-ID,
 * by which mail programs and people recognise the copy. The price is a connection that waits for the mail server,
 * within the transport's limits.
 */
@Injectable()
export class DeliverMail {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly metrics: MailMetrics,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Throws for another attempt; a mail that was given up is a finished job.
   * @param organizationId whose trail tells that it was given up
   */
  async execute(id: string, organizationId: number | null = null): Promise<void> {
    try {
      if (await this.session.run(() => this.deliver(id))) this.metrics.count({ outcome: 'sent' });
    } catch (error) {
      const trail = organizationId === null ? {} : { organizationId };
      if (error instanceof MailNotTaken) await this.recordFailure({ id, trail }, error.reason, error.permanent);
      else if (error instanceof SealedValueUnreadable) await this.recordFailure({ id, trail }, 'the sealed body cannot be opened', false);
      else throw error;
    }
  }

  /** @returns whether it was sent; otherwise another worker has done it */
  private async deliver(id: string): Promise<boolean> {
    // Longer than any conversation of the transport: the usual limit would cut a slow one off after the mail had been accepted.
    await this.session.execute(`SET LOCAL idle_in_transaction_session_timeout = '90s'`);
    const [row] = await this.session.query<OutboxRow>(
      `SELECT id, recipient, subject, body_sealed, language, created_at FROM outbox_mails WHERE ${WAITING} FOR UPDATE SKIP LOCKED`,
      [id],
    );
    if (row === undefined) {
      await this.assertNotWaiting(id);
      return false;
    }
    await this.transport.send(this.outgoing(row));
    await this.session.execute(
      'UPDATE outbox_mails SET sent_at = $2, body_sealed = NULL, attempts = attempts + 1, last_error = NULL WHERE id = $1',
      [id, this.clock.now()],
    );
    return true;
  }

  /**
   * A waiting row that could not be locked is in another worker's hands. If this job ended and that worker died, no job
   * would be left for the mail.
   */
  private async assertNotWaiting(id: string): Promise<void> {
    const waiting = await this.session.execute(`SELECT FROM outbox_mails WHERE ${WAITING}`, [id]);
    if (waiting > 0) throw new Error(`Mail ${id} is being delivered by another worker.`);
  }

  private outgoing(row: OutboxRow): OutgoingMail {
    const { publicUrl, pagesUrl } = this.config.http;
    const text = this.secretBox.open(row.body_sealed, bodyContext(row.id)).toString();
    return {
      // The time tells it from the mail of the same number in an earlier database.
      messageId: `<outbox.${row.id}.${row.created_at.getTime().toString(36)}@${new URL(publicUrl).hostname}>`,
      date: row.created_at,
      from: this.config.mail.from,
      to: row.recipient,
      subject: row.subject,
      text,
      html: mailHtml(
        { subject: row.subject, text, language: row.language },
        [publicUrl, pagesUrl].map((address) => new URL(address).origin),
      ),
    };
  }

  /** In its own unit of work, because that of the attempt was rolled back. Whoever caused the mail reads in the trail that it was given up. */
  private async recordFailure(mail: FailedMail, reason: string, permanent: boolean): Promise<void> {
    const { id } = mail;
    const row = await this.session.run(async () => {
      const [written] = await this.session.query<FailedRow>(FAILED, [id, reason, permanent, MOST_ATTEMPTS, this.clock.now()]);
      const [type = '', target = ''] = written?.about?.split(':') ?? [];
      if (written?.failed_at && type !== '') {
        const event = { action: 'mail.given_up', outcome: 'refused', actorUserId: null, target: { type, id: target } } as const;
        await this.auditTrail.record({ ...event, ...mail.trail, detail: { reason } });
      }
      return written;
    });
    if (row === undefined) return;
    this.metrics.count({ outcome: row.failed_at === null ? 'not_taken' : 'given_up' });
    if (row.failed_at === null) throw new Error(`Mail ${id} was not taken (attempt ${row.attempts} of ${MOST_ATTEMPTS}): ${reason}`);
    this.logger.error({ mail: id, attempts: row.attempts, reason }, 'a mail was given up');
  }
}
