import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';

export function breakGlassUsedMail(owner: Contact, username: string, at: Date): Mail {
  return mailTo(owner, 'A break-glass account has logged in to Headgate', [
    `the break-glass account "${username}" logged in at ${at.toISOString()} with its password, around the single sign-on that`,
    'your organization requires. The session ends after one hour.',
    '',
    'If you do not know why, disable the account at once, and look at the audit trail.',
  ]);
}
