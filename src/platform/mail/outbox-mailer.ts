import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { type Mail, MailReaders, Mailer, type ReadingPreference } from '../../shared/ports/mailer.js';
import { SecretBox } from '../../shared/ports/secret-box.js';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { mailText } from '../../shared/mail-text.js';
import { isSingleLine } from '../../shared/single-line.js';
import { callersLanguage } from '../http/request-context.js';

export const DELIVER = 'mail.deliver';

/** With the queue's growing pauses, from seconds to six hours, the last attempt comes after about four days. */
export const MOST_ATTEMPTS = 25;

/** The row counts the attempts of a mail; the queue also counts those that a crash cut short, and must not give up first. */
const MOST_JOB_ATTEMPTS = 2 * MOST_ATTEMPTS;

export function bodyContext(id: string): string {
  return `outbox_mails.body_sealed:${id}`;
}

/** One address, its local part plain or quoted (RFC 5321 section 4.1.2); anything that reads as a list is refused. */
const ADDRESS = /^(?:"(?:[^"\\]|\\.)+"|[^\s"(),:;<>@[\]\\]+)@[^\s"(),:;<>@[\]\\]+$/u;

const NEXT_IDS = {
  name: 'outbox.next-ids',
  text: `SELECT nextval(pg_get_serial_sequence('outbox_mails', 'id')) AS id FROM generate_series(1, $1::int)`,
};
const INSERT = {
  name: 'outbox.insert',
  text: `INSERT INTO outbox_mails (id, recipient, subject, body_sealed, about, language, created_at)
         SELECT m.*, $7::timestamptz FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS m`,
};

/** Raw: mails of a unit of work are written as one set, under ids that are drawn before. */
@Injectable()
export class OutboxMailer extends Mailer {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly jobs: Jobs,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
    private readonly mailReaders: MailReaders,
  ) {
    super();
  }

  async send(...mails: readonly Mail[]): Promise<void> {
    if (mails.length === 0) return;
    for (const { to } of mails)
      if (!isSingleLine(to) || !ADDRESS.test(to)) throw new Error('The recipient of a mail must be one plain address.');
    await this.session.run(async () => {
      const readers = await this.mailReaders.of(mails.map(({ to }) => to));
      const written = mails.map((mail) => writtenFor(mail, readers.get(mail.to)));
      const ids = await this.nextIds(mails.length);
      const bodies = written.map(({ text }, place) => this.sealed(text, ids[place]));
      const recipients = mails.map(({ to }) => to);
      const subjects = written.map(({ subject }) => subject);
      const abouts = mails.map(({ about }) => about ?? null);
      const languages = written.map(({ language }) => language);
      await this.session.execute(INSERT, [ids, recipients, subjects, bodies, abouts, languages, this.clock.now()]);
      const jobs = ids.map((id, place) => ({ id, organization_id: mails[place]?.organizationId ?? null }));
      await this.jobs.enqueueAll(DELIVER, jobs, { maxAttempts: MOST_JOB_ATTEMPTS });
    });
  }

  private sealed(text: string, id: string | undefined): string {
    if (id === undefined) throw new Error('The outbox has no sequence.');
    return this.secretBox.seal(Buffer.from(text), bodyContext(id));
  }

  /** Ahead of the rows, because a sealed body is bound to its row. */
  private async nextIds(count: number): Promise<string[]> {
    const rows = await this.session.query<{ id: string }>(NEXT_IDS, [count]);
    return rows.map(({ id }) => id);
  }
}

/** Whose language is unknown gets that of the person who causes the mail: often it is the same person. */
function writtenFor(mail: Mail, preference: ReadingPreference | undefined) {
  const reader = { language: preference?.language ?? callersLanguage() ?? 'en', timeZone: preference?.timeZone ?? 'UTC' };
  const { subject, text } = mailText(mail, reader);
  if (!isSingleLine(subject)) throw new Error('The subject of a mail must not hold control characters.');
  return { subject, text, language: reader.language };
}
