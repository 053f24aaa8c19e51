import { inMail } from '../../shared/in-mail.js';
import { mailedList } from '../../shared/mail-to.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

/** Goes to the owners, because none of them could disable the policies. */
export function disabledMail(organization: string, policies: readonly string[]): MailText {
  return {
    subject: say('The access policies of {organization} are disabled', { organization: inMail(organization) }),
    body: [
      'The operator of the installation has disabled all active access policies of the organization, on the command line:',
      mailedList(policies.map(inMail)),
      'Now roles alone decide. Data policies still hide data. Correct the policies that locked you out, then activate them again. If you do not know the reason, ask the operator of the installation.',
    ],
  };
}
