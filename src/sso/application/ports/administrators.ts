import type { Contact } from '../../../shared/mail-to.js';
import type { Held } from '../../../shared/ports/access-control.js';

export interface Administrator extends Contact {
  readonly id: number;
  /** As addresses are compared. */
  readonly emailKey: string;
}

/** Those who set up single sign-on; the accounts and organizations contexts answer. */
export abstract class Administrators {
  /** @returns `null` for an unknown and for a disabled account */
  abstract find(userId: number): Promise<Administrator | null>;
  /** Whether somebody may manage single sign-on of the organization at this moment. */
  abstract isManager(organizationId: number, userId: number): Promise<boolean>;
  /** Everybody who may; the longest members first, 50 at most. */
  abstract contactsOf(organizationId: number): Promise<readonly Contact[]>;
  /**
   * Whether somebody may have the role given to people later. Joins the unit of work: it stays as it is until that ends.
   * @throws UnknownReference, GrantRefused; ValidationFailed for the role of the owners
   */
  abstract assertGrantable(held: Held, organizationId: number, roleId: number): Promise<void>;
}
