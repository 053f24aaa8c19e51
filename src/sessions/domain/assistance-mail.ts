import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';

export function sessionsEndedMail(to: Contact, organization: string, at: Date): Mail {
  return mailTo(to, 'You were signed out of Headgate everywhere', [
    `an administrator of ${inMail(organization)} signed you out everywhere at ${at.toISOString()}. Nothing else in your account changed.`,
    'You can log in as before. If you do not know why, ask them. If somebody else may know your password, change it.',
  ]);
}
