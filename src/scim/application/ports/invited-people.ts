import type { Provisioner } from '../../domain/provisioner.js';

/** Invitations on the word of a directory; the invitations context answers. Both join the caller's unit of work. */
export abstract class InvitedPeople {
  /** @param roleId `null` for the built-in viewer */
  abstract invite(
    provisioner: Provisioner,
    email: { readonly text: string; readonly key: string },
    roleId: number | null,
  ): Promise<void>;
  /** Every open one of the organization to the address. */
  abstract revoke(provisioner: Provisioner, emailKey: string): Promise<void>;
}
