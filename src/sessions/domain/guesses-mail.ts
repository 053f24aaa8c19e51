import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

export function guessesRefusedMail(to: Contact, ip: string | null, at: Date): Mail {
  const moment = at.toISOString();
  return mailTo(to, 'Attempts to log in to your Headgate account', [
    ip === null
      ? say('on {at} a login to your account was refused, because the password was wrong or too many wrong ones came before.', {
          at: moment,
        })
      : say('on {at} a login to your account from {ip} was refused, because the password was wrong or too many wrong ones came before.', {
          at: moment,
          ip,
        }),
    'More attempts may follow. You get at most one mail like this a day.',
    'If it was you, you need not do anything. If it was not you, the attempt failed. Do not use your password anywhere else, and set up a second factor if you have none. The activity of your account lists every refused attempt.',
    'During many attempts, log in from a device or network that you have used before. From elsewhere even the right password may be refused for up to an hour.',
  ]);
}
