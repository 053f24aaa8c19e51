import { inMail } from '../../shared/in-mail.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { type Fixed, type Sentence, say, verbatim } from '../../shared/sentence.js';
import type { Group } from './group.js';

/** When a member is told; each mail is sent once for a date, and a late one replaces those before. */
export const REMINDERS = ['invitation', 'week', 'three_days', 'day', 'start'] as const;
export type Reminder = (typeof REMINDERS)[number];

/**
 * Holds no secret: a person who opens the link begins a login, and is asked who they are. @param startsAt `null`: it has
 * begun
 */
export function reminderMail(
  reminder: Reminder,
  group: Group,
  { startsAt, startUrl, pagesUrl }: { startsAt: Date | null; startUrl: string | null; pagesUrl: string },
): MailText {
  const from = reminder === 'start' ? null : startsAt;
  const link = startUrl === null ? pagesUrl : `${startUrl}?return_to=${encodeURIComponent(`${pagesUrl}/signed-in`)}`;
  return {
    subject: subjectOf(reminder, from),
    body: [
      from === null
        ? 'You log in through the identity provider of your organization now. Your password will no longer work.'
        : say('From {at}, you log in through the identity provider of your organization. Your password will no longer work.', {
            at: from.toISOString(),
          }),
      group === 'needing_mfa_setup' ? FACTOR_FIRST : CONFIRM,
      verbatim(link),
    ],
  };
}

function subjectOf(reminder: Reminder, from: Date | null): Sentence {
  if (from === null) return 'Your organization now requires single sign-on';
  if (reminder === 'invitation') return 'Your organization moves to single sign-on';
  return say('Reminder: single sign-on is required from {at}', { at: from.toISOString() });
}

const CONFIRM: Fixed =
  'Please log in there once, before that if you can. You may have to prove with your password and your second factor that the account is yours:';

const FACTOR_FIRST: Fixed =
  'First set up an authenticator app or a security key in your account. Without one you cannot prove that the account is yours when you come from the identity provider. Then log in there once:';

const PAUSES: Readonly<Record<string, Fixed>> = {
  IDENTITY_CONFLICT: 'The identity provider logged in a person whose identity belongs to another account.',
  TOO_MANY_REFUSALS: 'Too many of its members were refused.',
  ENFORCEMENT_RELEASED: 'Single sign-on is no longer required in the organization, so every way to log in is open again.',
};

export function wavePausedMail(name: string, because: readonly string[]): MailText {
  return {
    subject: say('The wave {name} of your move to single sign-on was paused', { name: inMail(name) }),
    body: [
      'The members of the wave log in as before until an administrator resumes the wave. Why it was paused:',
      because.map((code) => PAUSES[code] ?? say('A check failed: {code}', { code })),
    ],
  };
}
