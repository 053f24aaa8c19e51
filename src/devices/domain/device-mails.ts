import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';

export function deviceTrustedMail(to: Contact, deviceName: string, expiresAt: Date | null, at: Date): Mail {
  const until = expiresAt === null ? 'until you revoke it' : `until ${expiresAt.toISOString()}`;
  return mailTo(to, 'Your Headgate account trusts a new device', [
    `"${inMail(deviceName)}" was made a trusted device at ${at.toISOString()}. Logins from it need no second factor, ${until}.`,
    '',
    'If this was not you, revoke the device, change your password and tell your administrator at once.',
  ]);
}

export function deviceStolenMail(to: Contact, deviceName: string, at: Date): Mail {
  return mailTo(to, 'A trusted device of your Headgate account may have been copied', [
    `at ${at.toISOString()} an old token of "${inMail(deviceName)}" was used. It may have been copied.`,
    'The device is no longer trusted, and we ended every session that was opened on it.',
    '',
    'If you did not restore a browser profile or a backup, change your password and tell your administrator at once.',
  ]);
}
