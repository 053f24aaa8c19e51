import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { say, verbatim } from '../../shared/sentence.js';

/** Where a request came from, in words that its owner recognises. */
export interface Asker {
  readonly device: string;
  readonly ip: string | null;
}

/** To the address that the account is to have. */
export function proveAddressMail(to: Contact, { pagesUrl }: ServiceOrigin, token: string, expiresAt: Date): Mail {
  return mailTo(to, 'Confirm your new address for Headgate', [
    'to make this the address of your account, open this link in the browser in which you are signed in:',
    verbatim(`${pagesUrl}/email-verification?new=1#token=${token}`),
    say('The link works once, until {until}. If you did not ask for it, ignore this mail. Nothing will change.', {
      until: expiresAt.toISOString(),
    }),
  ]);
}

/** To an address that another account has. It names nobody. */
export function addressTakenMail(email: string, { pagesUrl }: ServiceOrigin): Mail {
  return {
    to: email,
    subject: 'Somebody asked to use your address for Headgate',
    body: [
      'Hello,',
      'somebody wanted to make this the address of their Headgate account. There is an account with this address already, or with one that looks the same, so nothing has changed.',
      'If this was you, sign in with this address, or set a new password:',
      verbatim(`${pagesUrl}/password-reset`),
      'If it was not you, you need not do anything.',
    ],
  };
}

/** To the address that the account has. */
export function addressAskedMail(
  user: Contact,
  { address, asker, at }: { readonly address: string; readonly asker: Asker; readonly at: Date },
  { pagesUrl }: ServiceOrigin,
): Mail {
  const facts = { address: inMail(address), device: inMail(asker.device), at: at.toISOString() };
  return mailTo(user, 'A new address was requested for your Headgate account', [
    asker.ip === null
      ? say('on {at} somebody who was signed in to your account asked to change its address to {address}, with {device}.', facts)
      : say('on {at} somebody who was signed in to your account asked to change its address to {address}, with {device} from {ip}.', {
          ...facts,
          ip: asker.ip,
        }),
    'It changes when the link that we mailed there is opened. If this was you, you need not do anything here.',
    'If it was not you, set a new password at once. That stops the change and ends all sessions:',
    verbatim(`${pagesUrl}/password-reset`),
  ]);
}

/** To the address that the account had. */
export function addressChangedMail(before: Contact, address: string, at: Date): Mail {
  return mailTo(before, 'The address of your Headgate account was changed', [
    say(
      'on {at} the address of your account was changed to {address}. Mails go there now, and this address no longer signs you in. All other sessions were ended, and your devices are no longer trusted.',
      { at: at.toISOString(), address: inMail(address) },
    ),
    'If this was not you, tell your administrator at once.',
  ]);
}
