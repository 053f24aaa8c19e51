import { inMail } from '../../shared/in-mail.js';
import type { Provisioner } from './provisioner.js';

/** Goes to the owners: only they can do what it asks for. */
export function approvalWantedMail(token: Pick<Provisioner, 'tokenId' | 'tokenName'>): {
  readonly subject: string;
  readonly lines: readonly string[];
} {
  const { tokenId } = token;
  const name = inMail(token.tokenName);
  return {
    subject: `The provisioning token "${name}" needs the approval of an owner`,
    lines: [
      `Your directory asked for something that the people behind its provisioning token "${name}" may not do, or no longer may.`,
      'We refuse such requests: the token cannot give more, or change more logins, than these people could by hand. It still',
      'suspends and removes people whom the directory created, as far as an owner approved.',
      '',
      `If you trust the directory with this, open the page Provisioning of your organization and approve token ${tokenId} up to`,
      '"administrator" or "owner". Everybody who knows the token can then do as much as you approve.',
      '',
      'If you do not know what the token is for, revoke it there.',
      '',
      'The provisioning log of the organization shows what was refused.',
    ],
  };
}
