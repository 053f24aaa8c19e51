/** An account with the address of a user. */
export interface AccountFacts {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly emailKey: string;
  readonly isActive: boolean;
  readonly isSystemAdmin: boolean;
  /** The organization that made it by provisioning. */
  readonly provisionedBy: number | null;
}

/** What an account is to the organization. */
export interface Standing {
  readonly isMember: boolean;
  readonly isSuspended: boolean;
  readonly belongsElsewhere: boolean;
  /** Another organization lets them in. */
  readonly isKeptElsewhere: boolean;
}

/**
 * What becomes of a user without an account:
 * - `register`: no account has the address, so the organization creates one;
 * - `link`: the person who has it is a member already;
 * - `readmit`: the organization created that account, and it serves no other organization: a person who was let go
 * comes back;
 * - `invite`: it belongs to another person or organization. They are asked, and the client is told nothing: an
 * employer's token can neither
 * take an account over nor find out that there is one.
 * - `none`: no address.
 */
export type Placement = 'register' | 'link' | 'readmit' | 'invite' | 'none';

/** Where a user belongs, once the address was looked up. */
export interface PersonPlace {
  readonly placement: Placement;
  /** The person who has the address. */
  readonly account: (AccountFacts & Standing) | null;
}

export function placementOf(hasAddress: boolean, account: (AccountFacts & Standing) | null, organizationId: number): Placement {
  if (!hasAddress) return 'none';
  if (account === null) return 'register';
  if (account.isMember) return 'link';
  const isOurs = account.provisionedBy === organizationId && !account.belongsElsewhere;
  return isOurs && account.isActive && !account.isSystemAdmin ? 'readmit' : 'invite';
}
