import { inMail } from '../../shared/in-mail.js';
import type { Group } from './group.js';

interface MailText {
  readonly subject: string;
  readonly lines: readonly string[];
}

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
  const hasBegun = reminder === 'start' || startsAt === null;
  const date = startsAt?.toISOString().slice(0, 16).replace('T', ' ');
  const when = hasBegun ? 'now' : `from ${date} UTC on`;
  const subject = hasBegun
    ? 'Your organization now requires single sign-on'
    : reminder === 'invitation'
      ? 'Your organization moves to single sign-on'
      : `Reminder: single sign-on is required ${when}`;
  const link = startUrl === null ? pagesUrl : `${startUrl}?return_to=${encodeURIComponent(`${pagesUrl}/signed-in`)}`;
  const needed = group === 'needing_mfa_setup' ? FACTOR_FIRST : CONFIRM;
  return {
    subject,
    lines: [
      `You log in through the identity provider of your organization ${when}. Your password will no longer work.`,
      '',
      ...needed,
      '',
      link,
    ],
  };
}

const CONFIRM = [
  'Please log in there once, before that if you can. You may have to prove with your password and your second factor that',
  'the account is yours:',
];

const FACTOR_FIRST = [
  'First set up an authenticator app or a security key in your account. Without one you cannot prove that the account is',
  'yours when you come from the identity provider. Then log in there once:',
];

const PAUSES: Readonly<Record<string, string>> = {
  IDENTITY_CONFLICT: 'The identity provider logged in a person whose identity belongs to another account.',
  TOO_MANY_REFUSALS: 'Too many of its members were refused.',
  ENFORCEMENT_RELEASED: 'Single sign-on is no longer required in the organization, so every way to log in is open again.',
};

export function wavePausedMail(name: string, because: readonly string[]): MailText {
  return {
    subject: `The wave ${inMail(name)} of your move to single sign-on was paused`,
    lines: [
      'Its members log in as before until an administrator resumes the wave. Why it was paused:',
      '',
      ...because.map((code) => `  ${PAUSES[code] ?? `A check failed: ${code}`}`),
    ],
  };
}
