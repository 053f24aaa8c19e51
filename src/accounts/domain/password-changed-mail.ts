import { mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { User } from './user.js';

export function passwordChangedMail(user: User, at: Date): Mail {
  return mailTo(user, 'Your Headgate password was changed', [
    `the password of your account was changed at ${at.toISOString()}. All other sessions were signed out.`,
    '',
    'If this was not you, tell your administrator at once.',
  ]);
}
