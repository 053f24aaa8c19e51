import { inMail } from './in-mail.js';
import type { Mail, MailCause } from './ports/mailer.js';

export interface Contact {
  readonly username: string;
  readonly email: string;
}

/** A mail to the holder of an account, in the form that all of them have. @param cause nothing if only the holder caused it */
export function mailTo({ username, email }: Contact, subject: string, lines: readonly string[], cause: MailCause = {}): Mail {
  return { to: email, subject, text: [`Hello ${inMail(username)},`, '', ...lines, ''].join('\n'), ...cause };
}
