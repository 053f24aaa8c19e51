import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';

export function sessionsEndedMail(to: Contact, organization: string, at: Date): Mail {
  return mailTo(to, 'You were signed out of Headgate everywhere', [
    `an administrator of ${organization} signed you out everywhere at ${at.toISOString()}. Nothing else of your account was changed:`,
    'log in as before. If you do not know why, ask them, and change your password if another person may know it.',
  ]);
}
