import PostalMime, { type Email } from 'postal-mime';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { MailCatcher } from '../platform/fixtures/mail-catcher.js';
import type { TestApp } from './test-app.js';

/** Reads what an application sends to a real SMTP server. */
export class Mailbox {
  private read = 0;

  private constructor(private readonly catcher: MailCatcher) {}

  static async open(): Promise<Mailbox> {
    return new Mailbox(await new MailCatcher().up());
  }

  /** For `startTestApp`: there the mails come here. */
  get environment(): { SMTP_URL: string } {
    return { SMTP_URL: this.catcher.url };
  }

  close(): Promise<void> {
    return this.catcher.down();
  }

  /** Does what the application has put off, and answers the mails that came since the last call, in order. */
  async arrived(app: TestApp): Promise<Email[]> {
    const { failed } = await app.app.get(GraphileWorker).runDue();
    if (failed > 0) throw new Error(`${failed} jobs failed.`);
    const fresh = this.catcher.received.slice(this.read);
    this.read = this.catcher.received.length;
    return Promise.all(fresh.map((mail) => PostalMime.parse(mail)));
  }

  /** As they came over the wire. */
  get raw(): readonly string[] {
    return this.catcher.received.map((mail) => mail.toString());
  }
}

export function linkIn(mail: Email | undefined): string {
  const link = /^https?:\/\/\S+$/m.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`There is no link in the mail "${mail?.subject}".`);
  return link;
}

/** The one-time token behind the `#` of the link. */
export function tokenIn(mail: Email | undefined): string {
  return new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token') ?? '';
}
