import type { FieldError } from '../../shared/domain-error.js';
import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail, MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

const DAY_MS = 86_400_000;
const LONGEST_AHEAD_DAYS = 366;
export const LONGEST_GRACE_DAYS = 90;
/** How long before the factor is due people without one are reminded. */
export const REMINDED_DAYS_BEFORE: readonly number[] = [14, 7, 1];

/** From when on an organization requires a second factor. Who joins later has some days for it. */
export interface FactorRequirement {
  readonly from: Date;
  readonly graceDays: number;
}

export interface SignInRequirements {
  readonly organizationId: number;
  /** 0 before the first change; what `If-Match` compares. */
  readonly version: number;
  /** `null`: none is required. */
  readonly factor: FactorRequirement | null;
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

export function startProblems(from: Date, now: Date): FieldError[] {
  if (from.getTime() <= now.getTime() + LONGEST_AHEAD_DAYS * DAY_MS) return [];
  const message = say('Send a time within the next {days} days.', { days: LONGEST_AHEAD_DAYS });
  return [{ field: 'second_factor.from', message, code: 'invalid' }];
}

/** Goes to every owner. */
export function requirementChangedMail(organization: string, by: string, factor: FactorRequirement | null): MailText {
  const words = { person: inMail(by), organization: inMail(organization) };
  return {
    subject: say('The sign-in requirements of {organization} have changed', { organization: words.organization }),
    body: [
      factor === null
        ? say('{person} has decided that {organization} requires no second factor any more.', words)
        : say('{person} has decided that {organization} requires a second factor of its people from {from}.', {
            ...words,
            from: factor.from.toISOString(),
          }),
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
