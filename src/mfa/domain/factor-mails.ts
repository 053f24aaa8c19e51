import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail, Paragraph } from '../../shared/ports/mailer.js';
import { type Fixed, type Sentence, asSaid, say } from '../../shared/sentence.js';
import type { Factor } from './factor.js';

const KIND: Record<Factor['type'], Fixed> = { totp: 'authenticator app', webauthn: 'passkey or security key' };

type NamedFactor = Pick<Factor, 'type' | 'name'>;

export function factorAddedMail(to: Contact, factor: NamedFactor, at: Date): Mail {
  return mail(to, 'A second factor was added to your Headgate account', [
    say(
      'the {kind} "{name}" was added to your account on {at}. Your other sessions were ended, and your devices are no longer trusted.',
      factsOf(factor, at),
    ),
  ]);
}

export function factorRemovedMail(to: Contact, factor: NamedFactor, left: number, at: Date): Mail {
  return mail(to, 'A second factor was removed from your Headgate account', [
    say(
      'the {kind} "{name}" was removed from your account on {at}. Your other sessions were ended, and your devices are no longer trusted.',
      factsOf(factor, at),
    ),
    ...(left === 0 ? (['It was the last one. Now only your password protects the account.'] as const) : []),
  ]);
}

export function recoveryCodesReplacedMail(to: Contact, at: Date): Mail {
  return mail(to, 'Your Headgate recovery codes were replaced', [
    say(
      'new recovery codes were made for your account on {at}. The old ones no longer work. Your other sessions were ended, and your devices are no longer trusted.',
      { at: at.toISOString() },
    ),
  ]);
}

export function factorsResetMail(to: Contact, at: Date): Mail {
  return mail(to, 'The second factors of your Headgate account were removed', [
    say(
      'an administrator removed all second factors of your account on {at}. You were signed out everywhere. Only your password protects the account until you set up a new factor.',
      { at: at.toISOString() },
    ),
  ]);
}

export function codesGuessedMail(to: Contact, at: Date): Mail {
  return mail(to, 'Wrong codes were entered for your Headgate account', [
    say(
      'somebody who knows your password entered five wrong codes, the last one on {at}. The login was ended. If it was not you, change your password: only the second factor keeps them out now.',
      { at: at.toISOString() },
    ),
  ]);
}

export function recoveryCodeUsedMail(to: Contact, left: number, at: Date): Mail {
  return mail(to, 'A recovery code of your Headgate account was used', [
    say('a recovery code was used instead of your second factor on {at}. Each code works once. Codes left: {left}.', {
      at: at.toISOString(),
      left,
    }),
  ]);
}

function factsOf({ type, name }: NamedFactor, at: Date) {
  return { kind: asSaid(KIND[type]), name: inMail(name), at: at.toISOString() };
}

function mail(to: Contact, subject: Sentence, body: readonly Paragraph[]): Mail {
  return mailTo(to, subject, [...body, 'If this was not you, tell your administrator at once.']);
}
