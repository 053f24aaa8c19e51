import type { Mail } from '../../shared/ports/mailer.js';
import { inMail } from '../../shared/in-mail.js';
import { say, verbatim } from '../../shared/sentence.js';

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
  const { id, organizationId, to, token, link, expiresAt } = invitation;
  // A line that people chose must not look like one of ours.
  const [inviter, organization, workspace, role] = [
    inMail(invitation.inviter),
    inMail(invitation.organization),
    inMail(invitation.workspace),
    inMail(invitation.role),
  ];
  return {
    to,
    subject: say('Invitation to {organization} on Headgate', { organization }),
    body: [
      'Hello,',
      say('{inviter} invites you to join "{organization}" on Headgate: workspace "{workspace}", role "{role}".', {
        inviter,
        organization,
        workspace,
        role,
      }),
      say('Accept the invitation here: {link}', { link }),
      // On a line of its own, so that no mail program breaks it.
      ['If a program asks for the invitation token, enter this:', verbatim(token)],
      say(
        'The invitation works once, until {until}, and only for this e-mail address. A newer invitation replaces it. If you did not expect this, ignore this mail and nothing will happen.',
        { until: expiresAt.toISOString() },
      ),
    ],
    about: `invitation:${id}`,
    ...(organizationId !== null && { organizationId }),
  };
}
