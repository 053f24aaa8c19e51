import type { Mail } from '../../shared/ports/mailer.js';
import { inMail } from '../../shared/in-mail.js';

/** The same mail with and without an existing account: the sender must not learn which it is. */
export function invitationMail(invitation: {
  readonly id: number;
  /** Whose trail tells that it was not delivered; `null` for one of its directory, which must not learn who has an account. */
  readonly organizationId: number | null;
  readonly to: string;
  readonly inviter: string;
  readonly organization: string;
  readonly workspace: string;
  readonly role: string;
  readonly token: string;
  readonly link: string;
  readonly expiresAt: Date;
}): Mail {
  const { to, token, link, expiresAt } = invitation;
  // A line that people chose must not look like one of ours.
  const [inviter, organization, workspace, role] = [
    inMail(invitation.inviter),
    inMail(invitation.organization),
    inMail(invitation.workspace),
    inMail(invitation.role),
  ];
  const text = [
    'Hello,',
    '',
    `${inviter} invites you to join "${organization}" on Headgate: workspace "${workspace}", role "${role}".`,
    '',
    `Accept the invitation here: ${link}`,
    '',
    // On a line of its own, so that no mail program breaks it.
    'If a program asks for the invitation token, enter this:',
    token,
    '',
    `It works once, until ${expiresAt.toISOString()}, for this e-mail address. A newer invitation replaces it.`,
    'If you did not expect this, ignore this mail and nothing will happen.',
    '',
  ];
  return {
    to,
    subject: `Invitation to ${organization} on Headgate`,
    text: text.join('\n'),
    about: `invitation:${invitation.id}`,
    ...(invitation.organizationId !== null && { organizationId: invitation.organizationId }),
  };
}
