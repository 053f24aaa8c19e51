import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';

export function guessesRefusedMail(to: Contact, ip: string | null, at: Date): Mail {
  return mailTo(to, 'Attempts to log in to your Headgate account', [
    `at ${at.toISOString()} a login to your account${ip === null ? '' : ` from ${ip}`} was refused, because the password was wrong`,
    'or too many wrong ones came before. More attempts may follow. You get at most one mail like this a day.',
    '',
    'If it was you, you need not do anything. If it was not you, the attempt failed. Do not use your password anywhere else, and',
    'set up a second factor if you have none. Your security events list every refused attempt.',
    'During many attempts, log in from a device or network that you have used before. From elsewhere even the right password',
    'may be refused for up to an hour.',
  ]);
}
