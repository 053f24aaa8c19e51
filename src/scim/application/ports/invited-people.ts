import type { Provisioner } from '../../domain/provisioner.js';

/** Invitations on the word of a directory; the invitations context answers. Both join the caller's unit of work. */
export abstract class InvitedPeople {
  abstract invite(provisioner: Provisioner, email: { readonly text: string; readonly key: string }): Promise<void>;
  /** Every open one of the organization to the address. */
  abstract revoke(provisioner: Provisioner, emailKey: string): Promise<void>;
}
