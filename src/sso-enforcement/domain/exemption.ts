import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { FieldError } from '../../shared/domain-error.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

const DAY_MS = 86_400_000;
const LONGEST_EXEMPTION_DAYS = 90;
export const MOST_EXEMPTIONS = 100;
export const LONGEST_REASON = 500;

/** A member who may log in by password until a moment, although their organization requires single sign-on. */
export interface Exemption {
  readonly organizationId: number;
  readonly userId: number;
  readonly reason: string;
  readonly grantedAt: Date;
  readonly grantedBy: number | null;
  readonly expiresAt: Date;
}

export function endProblems(expiresAt: Date, now: Date): FieldError[] {
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead > 0 && ahead <= LONGEST_EXEMPTION_DAYS * DAY_MS) return [];
  const message = say('Send a time within the next {days} days.', { days: LONGEST_EXEMPTION_DAYS });
  return [{ field: 'expires_at', message, code: 'invalid' }];
}

/** Whom an exemption concerns, and in which organization. */
export interface ExemptContact extends Contact {
  readonly organizationName: string;
}

/** @param pagesUrl where a login by password begins; elsewhere the address of the person leads to the provider */
export function exemptedMail(
  person: ExemptContact,
  { reason, expiresAt, pagesUrl }: Pick<Exemption, 'reason' | 'expiresAt'> & { readonly pagesUrl: string },
): Mail {
  return mailTo(person, say('You are exempt from single sign-on: {organization}', { organization: inMail(person.organizationName) }), [
    say('you may log in to Headgate with your password until {until}, although {organization} may require single sign-on.', {
      until: expiresAt.toISOString(),
      organization: inMail(person.organizationName),
    }),
    say('Reason given: {reason}', { reason: inMail(reason) }),
    say('Log in with your password here: {link}', { link: `${pagesUrl}/signin?by=password` }),
    'When the exemption ends, log in through the identity provider. If you still cannot by then, tell your administrator in time.',
  ]);
}

export function exemptionEndedMail(person: ExemptContact): Mail {
  return mailTo(
    person,
    say('Your exemption from single sign-on has ended: {organization}', { organization: inMail(person.organizationName) }),
    [
      say('if {organization} requires single sign-on, your password no longer lets you in. Log in through the identity provider.', {
        organization: inMail(person.organizationName),
      }),
      'If you cannot log in, tell your administrator.',
    ],
  );
}
