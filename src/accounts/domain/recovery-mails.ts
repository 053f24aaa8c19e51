import type { Mail } from '../../shared/ports/mailer.js';
import type { ServiceOrigin } from '../../shared/ports/service-origin.js';
import type { User } from './user.js';
import { mailTo } from '../../shared/mail-to.js';

export function passwordChangedMail(user: User, at: Date): Mail {
  return mailTo(user, 'Your Headgate password was changed', [
    `the password of your account was changed at ${at.toISOString()}. All other sessions were signed out.`,
    '',
    'If this was not you, tell your administrator at once.',
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
export function passwordResetMail(user: User, link: string, expiresAt: Date): Mail {
  return mailTo(user, 'Reset your Headgate password', [
    'we received a request to reset the password of your account. To choose a new password, open this link:',
    '',
    link,
    '',
    `The link works once, until ${expiresAt.toISOString()}. If this was not you, ignore this mail. Your password ` + 'does not change.',
  ]);
}

export function welcomeMail(user: User, link: string, expiresAt: Date): Mail {
  return mailTo(user, 'Your Headgate account', [
    'an administrator created a Headgate account for you. To choose your password, open this link:',
    '',
    link,
    '',
    `The link works once, until ${expiresAt.toISOString()}. If it has expired, ask your administrator for a new one.`,
  ]);
}

export function passwordWasResetMail(user: User, at: Date): Mail {
  return mailTo(user, 'Your Headgate password was reset', [
    `at ${at.toISOString()} a link that we mailed to you was used to set a new password for your account. You were`,
    'signed out everywhere, and your devices are no longer trusted.',
    '',
    'If this was not you, tell your administrator at once.',
  ]);
}

export function emailVerificationMail(user: User, link: string, expiresAt: Date): Mail {
  return mailTo(user, 'Verify your e-mail address for Headgate', [
    'to confirm that this e-mail address is yours, open this link:',
    '',
    link,
    '',
    `The link works once, until ${expiresAt.toISOString()}. If you have no Headgate account, ignore this mail.`,
  ]);
}
