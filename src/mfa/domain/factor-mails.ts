import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { Factor } from './factor.js';

const KIND: Record<Factor['type'], string> = { totp: 'authenticator app', webauthn: 'passkey or security key' };

export function factorAddedMail(to: Contact, factor: Pick<Factor, 'type' | 'name'>, at: Date): Mail {
  return mail(to, 'A second factor was added to your Headgate account', [
    `the ${KIND[factor.type]} "${inMail(factor.name)}" was added to your account at ${at.toISOString()}. Your other sessions were`,
    'signed out, and your devices are no longer trusted.',
  ]);
}

export function factorRemovedMail(to: Contact, factor: Pick<Factor, 'type' | 'name'>, left: number, at: Date): Mail {
  return mail(to, 'A second factor was removed from your Headgate account', [
    `the ${KIND[factor.type]} "${inMail(factor.name)}" was removed from your account at ${at.toISOString()}. Your other sessions were`,
    'signed out, and your devices are no longer trusted.',
    ...(left === 0 ? ['It was the last one. Now only your password protects the account.'] : []),
  ]);
}

export function recoveryCodesReplacedMail(to: Contact, at: Date): Mail {
  return mail(to, 'Your Headgate recovery codes were replaced', [
    `new recovery codes were made for your account at ${at.toISOString()}. The old ones no longer work. Your other`,
    'sessions were signed out, and your devices are no longer trusted.',
  ]);
}

export function factorsResetMail(to: Contact, at: Date): Mail {
  return mail(to, 'The second factors of your Headgate account were removed', [
    `an administrator removed all second factors of your account at ${at.toISOString()}. You were signed out everywhere.`,
    'Only your password protects the account until you set up a new factor.',
  ]);
}

export function codesGuessedMail(to: Contact, at: Date): Mail {
  return mail(to, 'Wrong codes were entered for your Headgate account', [
    `somebody who knows your password entered five wrong codes, the last one at ${at.toISOString()}. The login was ended.`,
    'If it was not you, change your password: only the second factor keeps them out now.',
  ]);
}

export function recoveryCodeUsedMail(to: Contact, left: number, at: Date): Mail {
  return mail(to, 'A recovery code of your Headgate account was used', [
    `a recovery code was used instead of your second factor at ${at.toISOString()}. Each code works once; ${left} are left.`,
  ]);
}

function mail(to: Contact, subject: string, body: readonly string[]): Mail {
  return mailTo(to, subject, [...body, '', 'If this was not you, tell your administrator at once.']);
}
