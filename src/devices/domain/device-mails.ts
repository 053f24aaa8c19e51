import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

export function deviceTrustedMail(to: Contact, deviceName: string, expiresAt: Date | null, at: Date): Mail {
  const made = { device: inMail(deviceName), at: at.toISOString() };
  return mailTo(to, 'Your Headgate account trusts a new device', [
    expiresAt === null
      ? say('"{device}" was made a trusted device on {at}. Logins from it need no second factor, until you revoke it.', made)
      : say('"{device}" was made a trusted device on {at}. Logins from it need no second factor, until {until}.', {
          ...made,
          until: expiresAt.toISOString(),
        }),
    'If this was not you, revoke the device, change your password and tell your administrator at once.',
  ]);
}

export function deviceStolenMail(to: Contact, deviceName: string, at: Date): Mail {
  return mailTo(to, 'A trusted device of your Headgate account may have been copied', [
    say(
      'on {at} an old token of "{device}" was used. It may have been copied. The device is no longer trusted, and we ended every session that was opened on it.',
      { at: at.toISOString(), device: inMail(deviceName) },
    ),
    'If you did not restore a browser profile or a backup, change your password and tell your administrator at once.',
  ]);
}
