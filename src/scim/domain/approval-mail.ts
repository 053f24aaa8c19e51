import { inMail } from '../../shared/in-mail.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';
import type { Provisioner } from './provisioner.js';

/** Goes to the owners: only they can do what it asks for. */
export function approvalWantedMail(token: Pick<Provisioner, 'tokenId' | 'tokenName'>): MailText {
  const name = inMail(token.tokenName);
  return {
    subject: say('The provisioning token "{name}" needs the approval of an owner', { name }),
    body: [
      say(
        'Your directory asked for something that the people behind its provisioning token "{name}" may not do, or no longer may. We refuse such requests: the token cannot give more, or change more logins, than these people could by hand. It still suspends and removes people whom the directory created, as far as an owner approved.',
        { name },
      ),
      say(
        'If you trust the directory with this, open the page Provisioning of your organization and approve token {id} up to "administrator" or "owner". Everybody who knows the token can then do as much as you approve.',
        { id: token.tokenId },
      ),
      'If you do not know what the token is for, revoke it there.',
      'The provisioning log of the organization shows what was refused.',
    ],
  };
}
