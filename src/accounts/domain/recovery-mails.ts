import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { say, verbatim } from '../../shared/sentence.js';

export function passwordChangedMail(user: Contact, at: Date): Mail {
  return mailTo(user, 'Your Headgate password was changed', [
    say('the password of your account was changed on {at}. All other sessions were ended.', { at: at.toISOString() }),
    'If this was not you, tell your administrator at once.',
  ]);
}

export function passwordNotChangedMail(user: Contact, at: Date): Mail {
  return mailTo(user, 'Your Headgate password was entered, but not changed', [
    say(
      'on {at}, somebody signed in to your account entered your password to change it. The new password did not meet the rules, so your password was not changed.',
      { at: at.toISOString() },
    ),
    'If this was not you, change your password and tell your administrator at once.',
  ]);
}

export function preferencesChangedMail(user: Contact, at: Date): Mail {
  return mailTo(user, 'The language or time zone of your Headgate mails was changed', [
    say('the language or the time zone of your mails was changed on {at}. The next mails follow the change.', { at: at.toISOString() }),
    'If this was not you, change your password and tell your administrator at once.',
  ]);
}

/** The token stands behind the `#`: browsers do not send that part to servers and do not put it into the referrer. */
export function choosePasswordLink({ pagesUrl }: ServiceOrigin, token: string): string {
  return `${pagesUrl}/password-reset#token=${token}`;
}

export function verifyEmailLink({ pagesUrl }: ServiceOrigin, token: string): string {
  return `${pagesUrl}/email-verification#token=${token}`;
}

/** Subjects hold no name: what people call themselves stays out of mail headers. */
export function passwordResetMail(user: Contact, link: string, expiresAt: Date): Mail {
  return mailTo(user, 'Reset your Headgate password', [
    'we received a request to reset the password of your account. To choose a new password, open this link:',
    verbatim(link),
    say('The link works once, until {until}. If this was not you, ignore this mail. Your password does not change.', {
      until: expiresAt.toISOString(),
    }),
  ]);
}

export function welcomeMail(user: Contact, link: string, expiresAt: Date): Mail {
  return mailTo(user, 'Your Headgate account', [
    'an administrator created a Headgate account for you. To choose your password, open this link:',
    verbatim(link),
    say('The link works once, until {until}. If it has expired, ask your administrator for a new one.', { until: expiresAt.toISOString() }),
  ]);
}

export function passwordWasResetMail(user: Contact, at: Date): Mail {
  return mailTo(user, 'Your Headgate password was reset', [
    say(
      'on {at} a link that we mailed to you was used to set a new password for your account. You were signed out everywhere, and your devices are no longer trusted.',
      { at: at.toISOString() },
    ),
    'If this was not you, tell your administrator at once.',
  ]);
}

export function emailVerificationMail(user: Contact, link: string, expiresAt: Date): Mail {
  return mailTo(user, 'Verify your e-mail address for Headgate', [
    'to confirm that this e-mail address is yours, open this link:',
    verbatim(link),
    say('The link works once, until {until}. If you have no Headgate account, ignore this mail.', { until: expiresAt.toISOString() }),
  ]);
}
