import type { FieldError } from '../../shared/domain-error.js';
import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail, MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

const DAY_MS = 86_400_000;
const LONGEST_AHEAD_DAYS = 366;
export const LONGEST_GRACE_DAYS = 90;
export const MOST_SESSION_HOURS = 720;
/** The last use of a session is written every five minutes. */
export const LEAST_IDLE_MINUTES = 15;
export const MOST_IDLE_MINUTES = 10_080;
/** How long before the factor is due people without one are reminded. */
export const REMINDED_DAYS_BEFORE: readonly number[] = [14, 7, 1];

/** From when on an organization requires a second factor. Who joins later has some days for it. */
export interface FactorRequirement {
  readonly from: Date;
  readonly graceDays: number;
}

/** How long sessions of people of the organization last; `null`: as long as the installation lets them. */
export interface SessionLimits {
  readonly maxHours: number | null;
  readonly idleMinutes: number | null;
}

export interface SignInRequirements {
  readonly organizationId: number;
  /** 0 before the first change; what `If-Match` compares. */
  readonly version: number;
  /** `null`: none is required. */
  readonly factor: FactorRequirement | null;
  readonly sessions: SessionLimits;
  readonly changedAt: Date | null;
  readonly changedBy: number | null;
}

/** A member whose account has no second factor, although the organization does not send them to its identity provider. */
export interface PersonWithoutFactor extends Contact {
  readonly userId: number;
  readonly displayName: string | null;
  /** From when on the organization no longer lets them in without one; `null` while it requires none. */
  readonly dueAt: Date | null;
}

/** What would let people in with less proof, or for longer, each with the value before. */
export function loosenedRequirements(before: SignInRequirements, after: SignInRequirements, now: Date): string[] {
  const [was, is] = [before.factor, after.factor];
  if (was !== null && is === null) return ['second_factor: off, was on', ...loosenedLimits(before.sessions, after.sessions)];
  const isLater = was !== null && is !== null && is.from > was.from && is.from > now;
  const isLonger = was !== null && is !== null && is.graceDays > was.graceDays;
  return [
    ...(isLater ? [`second_factor.from: ${is.from.toISOString()}, was ${was.from.toISOString()}`] : []),
    ...(isLonger ? [`second_factor.grace_days: ${is.graceDays}, was ${was.graceDays}`] : []),
    ...loosenedLimits(before.sessions, after.sessions),
  ];
}

function loosenedLimits(before: SessionLimits, after: SessionLimits): string[] {
  return [
    ...loosenedLimit('sessions.max_hours', before.maxHours, after.maxHours),
    ...loosenedLimit('sessions.idle_minutes', before.idleMinutes, after.idleMinutes),
  ];
}

function loosenedLimit(name: string, before: number | null, after: number | null): string[] {
  return before !== null && (after === null || after > before) ? [`${name}: ${after ?? 'no limit'}, was ${before}`] : [];
}

export function startProblems(from: Date, now: Date): FieldError[] {
  if (from.getTime() <= now.getTime() + LONGEST_AHEAD_DAYS * DAY_MS) return [];
  const message = say('Send a time within the next {days} days.', { days: LONGEST_AHEAD_DAYS });
  return [{ field: 'second_factor.from', message, code: 'invalid' }];
}

/** Goes to every owner: what counts now. */
export function requirementChangedMail(
  organization: string,
  by: string,
  { factor, sessions }: Pick<SignInRequirements, 'factor' | 'sessions'>,
): MailText {
  const words = { person: inMail(by), organization: inMail(organization) };
  const { maxHours: hours, idleMinutes: minutes } = sessions;
  return {
    subject: say('The sign-in requirements of {organization} have changed', { organization: words.organization }),
    body: [
      say('{person} has changed what {organization} requires of sessions. Now this counts:', words),
      [
        factor === null
          ? '- No second factor is required.'
          : say('- A second factor is required from {from}.', { from: factor.from.toISOString() }),
        ...(hours === null ? [] : [say('- Longest time from the sign-in to the end of a session, in hours: {hours}.', { hours })]),
        ...(minutes === null ? [] : [say('- Longest time that a session may rest, in minutes: {minutes}.', { minutes })]),
      ],
      'If you did not expect this, ask that person, and look at the audit trail.',
    ],
  };
}

export interface RemindedPerson extends Contact {
  readonly userId: number;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly dueAt: Date;
}

export function factorReminderMail(person: RemindedPerson, pagesUrl: string): Mail {
  const organization = inMail(person.organizationName);
  const body = [
    say('from {due}, {organization} requires a second factor. Your account has none yet, so you will not get in then.', {
      due: person.dueAt.toISOString(),
      organization,
    }),
    say('Add a passkey or an authenticator app to your account before that: {link}', { link: `${pagesUrl}/account` }),
  ];
  return mailTo(person, say('Add a second factor for {organization}', { organization }), body);
}
