import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { say, verbatim } from '../../shared/sentence.js';
import type { Subject } from './export.js';

/** Leads to the page where the person fetches the file, signed in: the mail opens nothing. */
export function exportReadyMail(to: Contact, subject: Subject, expiresAt: Date, { pagesUrl }: ServiceOrigin): Mail {
  const until = expiresAt.toISOString();
  const ignored = 'If you did not ask for it, change your password and tell your administrator at once.';
  if ('userId' in subject)
    return mailTo(to, 'Your data is ready to download', [
      say('the file with everything that Headgate keeps about you is ready. Sign in and download it by {until}:', { until }),
      verbatim(`${pagesUrl}/account`),
      'After that it is deleted.',
      ignored,
    ]);
  return mailTo(to, 'The export of your organization is ready to download', [
    say('the file with everything that Headgate keeps about your organization is ready. Sign in and download it by {until}:', { until }),
    verbatim(`${pagesUrl}/organizations/${subject.organizationId}/audit`),
    'After that it is deleted.',
    ignored,
  ]);
}
