import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { type Mail, Mailer } from '../../shared/ports/mailer.js';
import { SecretBox } from '../../shared/ports/secret-box.js';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { bodyContext, DELIVER, MOST_JOB_ATTEMPTS } from './outbox.js';
import { isSingleLine } from '../../shared/single-line.js';

/** One address, its local part plain or quoted (RFC 5321 section 4.1.2); anything that reads as a list is none. */
const ADDRESS = /^(?:"(?:[^"\\]|\\.)+"|[^\s"(),:;<>@[\]\\]+)@[^\s"(),:;<>@[\]\\]+$/u;

@Injectable()
export class OutboxMailer extends Mailer {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly jobs: Jobs,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    if (!isSingleLine(mail.to) || !ADDRESS.test(mail.to))
      throw new Error('The recipient of a mail must be one plain address.');
    if (!isSingleLine(mail.subject)) throw new Error('The subject of a mail must not hold control characters.');
    await this.session.run(async () => {
      const id = await this.nextId();
      const body = this.secretBox.seal(Buffer.from(mail.text), bodyContext(id));
      await this.session.execute(
        {
          name: 'outbox.insert',
          text: 'INSERT INTO outbox_mails (id, recipient, subject, body_sealed, created_at) VALUES ($1, $2, $3, $4, $5)',
        },
        [id, mail.to, mail.subject, body, this.clock.now()],
      );
      await this.jobs.enqueue(DELIVER, { id }, { maxAttempts: MOST_JOB_ATTEMPTS });
    });
  }

  /** Ahead of the row, for the sealed body is bound to it. */
  private async nextId(): Promise<string> {
    const [row] = await this.session.query<{ id: string }>({
      name: 'outbox.next-id',
      text: `SELECT nextval(pg_get_serial_sequence('outbox_mails', 'id')) AS id`,
    });
    if (row === undefined) throw new Error('The outbox has no sequence.');
    return row.id;
  }
}
