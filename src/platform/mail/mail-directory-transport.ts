import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { MailNotTaken, MailTransport, type OutgoingMail } from './mail-transport.js';
import { mimeMessage, NO_REFERENCES } from './mime-message.js';

/** Without an SMTP server: one `.eml` file a mail, for any mail program to open. It holds one-time links, so only the owner can read it. */
export class MailDirectoryTransport extends MailTransport {
  private readonly composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...NO_REFERENCES,
  });

  constructor(private readonly directory: string) {
    super();
  }

  async send(mail: OutgoingMail): Promise<void> {
    const { message } = await this.composer.sendMail(mimeMessage(mail));
    if (!Buffer.isBuffer(message)) throw new Error('The composed mail is no buffer.');
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      await chmod(this.directory, 0o700);
      await this.place(fileNameOf(mail), message);
    } catch (error) {
      throw new MailNotTaken((error as NodeJS.ErrnoException).code ?? 'unknown error', false);
    }
  }

  close(): void {
    this.composer.close();
  }

  /** A reader of the directory sees whole mails only; a second attempt replaces the file of the first. */
  private async place(name: string, content: Buffer): Promise<void> {
    const temporary = join(this.directory, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, join(this.directory, name));
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** The time first, so that the newest sorts last. */
function fileNameOf(mail: OutgoingMail): string {
  const time = mail.date.toISOString().replaceAll(/[-:.]/g, '');
  const id = mail.messageId.replaceAll(/[^\w.@-]/g, '');
  return `${time}-${id}.eml`;
}
