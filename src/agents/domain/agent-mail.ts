import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

/** @param host of the client, or where its answer goes */
export function agentAllowedMail(to: Contact, { name, host }: { name: string; host: string }, at: Date, until: Date): Mail {
  return mailTo(to, 'An AI client was connected to your Headgate account', [
    say(
      'the AI client "{name}" ({host}) was connected to your account on {at}. Until {until} it can read data in your name, even when you are signed out.',
      { name: inMail(name), host: inMail(host), at: at.toISOString(), until: until.toISOString() },
    ),
    'If this was not you, disconnect it in your account, change your password and tell your administrator at once.',
  ]);
}
