import { type Mail, type MailCause, MailReaders, type Reader } from '../../src/shared/ports/mailer.js';
import { mailText } from '../../src/shared/mail-text.js';
import { verbatim } from '../../src/shared/sentence.js';

const ENGLISH: Reader = { language: 'en', timeZone: 'UTC' };

/** A mail as its reader gets it. */
export interface ReadMail extends MailCause {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** With words that are in no catalogue, and a last line that ends. */
export function plainMail({ subject, text, ...mail }: ReadMail): Mail {
  return { ...mail, subject: verbatim(subject), body: [verbatim(text.replace(/\n$/, ''))] };
}

export function readMail({ subject, body, ...mail }: Mail, reader: Reader = ENGLISH): ReadMail {
  return { ...mail, ...mailText({ subject, body }, reader) };
}

export class NamedReaders extends MailReaders {
  constructor(private readonly readers: Readonly<Record<string, Reader>> = {}) {
    super();
  }

  async of(addresses: readonly string[]): Promise<ReadonlyMap<string, Reader>> {
    return new Map(Object.entries(this.readers).filter(([address]) => addresses.includes(address)));
  }
}
