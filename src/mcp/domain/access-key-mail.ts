import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { AccessKey } from './access-key.js';

export function keyCreatedMail(to: Contact, { name, createdAt, expiresAt }: AccessKey): Mail {
  return mailTo(to, 'A key for AI clients was created for your Headgate account', [
    `the key "${name}" was created for your account at ${createdAt.toISOString()}. Until ${expiresAt.toISOString()} a program`,
    'with this key can read data in your name, even when you are signed out.',
    '',
    'If this was not you, revoke the key, change your password and tell your administrator at once.',
  ]);
}
