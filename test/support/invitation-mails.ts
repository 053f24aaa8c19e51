import PostalMime from 'postal-mime';
import { DeliverMail } from '../../src/platform/mail/deliver-mail.js';
import { MailCatcher, refusal } from '../platform/fixtures/mail-catcher.js';
import type { TestApp } from './test-app.js';

export interface InvitationMail {
  readonly subject: string;
  readonly text: string;
  readonly link: string;
  readonly token: string;
  /** Names of the headers, as they came over the wire. */
  readonly headers: readonly string[];
}

/** The mailbox of all people who are invited, behind a real SMTP server. */
export class InvitationMails {
  private constructor(private readonly catcher: MailCatcher) {}

  static async open(): Promise<InvitationMails> {
    return new InvitationMails(await new MailCatcher().up());
  }

  get environment(): Readonly<Record<string, string>> {
    return { SMTP_URL: this.catcher.url };
  }

  /** Delivers the oldest invitation to this address that waits in the outbox, and reads it. */
  async next(app: TestApp, address: string): Promise<InvitationMail> {
    await this.deliver(app, address);
    const { subject = '', text = '', headers } = await PostalMime.parse(this.catcher.received.at(-1) ?? '');
    return {
      subject,
      text,
      link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
      token: /^([\w-]{43})$/m.exec(text)?.[1] ?? '',
      headers: headers.map(({ key }) => key),
    };
  }

  /** Tries to deliver it to a server that answers with this code. */
  async refuse(app: TestApp, address: string, code: number): Promise<void> {
    this.catcher.onMail = () => Promise.reject(refusal(code, 'Not here'));
    await this.deliver(app, address).catch(() => undefined);
    this.catcher.onMail = () => Promise.resolve();
  }

  private async deliver({ app, dataSource }: TestApp, address: string): Promise<void> {
    const [waiting] = await dataSource.query(
      `SELECT id FROM outbox_mails WHERE recipient = $1 AND subject LIKE 'Invitation to %' AND sent_at IS NULL AND failed_at IS NULL ORDER BY id LIMIT 1`,
      [address],
    );
    if (waiting === undefined) throw new Error(`No mail to ${address} is waiting.`);
    await app.get(DeliverMail, { strict: false }).execute(waiting.id);
  }

  close(): Promise<void> {
    return this.catcher.down();
  }
}
