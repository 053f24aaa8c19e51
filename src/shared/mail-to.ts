import { inMail } from './in-mail.js';
import type { Mail, MailCause, Paragraph } from './ports/mailer.js';
import { type Sentence, say, verbatim } from './sentence.js';

/** Lines of a list. */
const MOST_LINES = 50;

export interface Contact {
  readonly username: string;
  readonly email: string;
}

/** A mail to the holder of an account, in the form that all of them have. @param cause nothing if only the holder caused it */
export function mailTo({ username, email }: Contact, subject: Sentence, body: readonly Paragraph[], cause: MailCause = {}): Mail {
  return { to: email, subject, body: [say('Hello {name},', { name: inMail(username) }), ...body], ...cause };
}

/** One line each, and how many more there are. */
export function mailedList(items: readonly string[]): readonly Sentence[] {
  const lines: Sentence[] = items.slice(0, MOST_LINES).map((item) => verbatim(`  ${item}`));
  if (items.length > MOST_LINES) lines.push(say('  … and {count} more', { count: items.length - MOST_LINES }));
  return lines;
}
