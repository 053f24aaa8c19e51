import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';

export function guessesRefusedMail(to: Contact, ip: string | null, at: Date): Mail {
  return mailTo(to, 'Attempts to log in to your Headgate account', [
    `at ${at.toISOString()} a login to your account was refused${ip === null ? '' : ` that came from ${ip}`}: the password was wrong, or`,
    'too many wrong ones had come before.',
    'Further attempts may follow; you get at most one such mail a day.',
    '',
    'If it was you, there is nothing to do. If it was not you, your password has held: do not use it anywhere ' +
      'else,',
    'and set up a second factor if you have none. Your security events list every refused attempt.',
    'While many attempts come in, log in from a device or a network that you have used before: from elsewhere ' +
      'even the right',
    'password may be refused for up to an hour.',
  ]);
}
