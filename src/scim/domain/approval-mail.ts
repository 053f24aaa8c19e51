import { singleLine } from '../../shared/single-line.js';
import type { Provisioner } from './provisioner.js';

/** Goes to the owners: only they can do what it asks for. */
export function approvalWantedMail(token: Pick<Provisioner, 'tokenId' | 'tokenName'>): {
  readonly subject: string;
  readonly lines: readonly string[];
} {
  const { tokenId } = token;
  const name = singleLine(token.tokenName);
  return {
    subject: `The provisioning token "${name}" needs the approval of an owner`,
    lines: [
      `Your directory asked for something that the people behind its provisioning token "${name}" may not do, or no longer may.`,
      'Headgate refuses such requests: the token gives no role and changes no password or address beyond what these people',
      'hold now. It still suspends and removes people whom the directory made, as far as an owner approved.',
      '',
      `If you trust the directory with it, open the page Provisioning of your organization and approve token ${tokenId} up to`,
      '"administrator" or "owner". Everybody who knows the token can then do as much as you approve.',
      '',
      'If you do not know what the token is for, revoke it on the same page.',
      '',
      'The provisioning log of the organization shows what was refused.',
    ],
  };
}
