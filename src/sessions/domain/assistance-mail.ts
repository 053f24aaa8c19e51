import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

export function sessionsEndedMail(to: Contact, organization: string, at: Date): Mail {
  return mailTo(to, 'You were signed out of Headgate everywhere', [
    say(
      'an administrator of {organization} signed you out everywhere on {at}. Nothing else in your account changed. You can log in as before. If you do not know why, ask them. If somebody else may know your password, change it.',
      { organization: inMail(organization), at: at.toISOString() },
    ),
  ]);
}
