import type { User } from './user.js';

/** What becomes of a password that a directory sends; `null`: none was sent. */
export type DirectoryPassword = 'kept' | 'ignored' | 'domain_not_verified' | null;

/**
 * Whether an organization's directory may change names and password of an account: only of one that it made, that nobody has
 * claimed yet, that serves nobody else, and whose addresses, before and after, are in domains that the organization has verified.
 * All others belong to their owners; an employer's token takes over none. Nor that of an owner of the organization: whoever may
 * issue tokens would make themselves one by setting the owner's password.
 */
export function maySteer(
  user: Pick<User, 'provisionedBy' | 'isUnclaimed' | 'isSystemAdmin'>,
  organization: {
    readonly organizationId: number;
    readonly belongsElsewhere: boolean;
    readonly isOwner: boolean;
    readonly hasVerifiedDomains: boolean;
  },
): boolean {
  return (
    isUnclaimedOf(user, organization.organizationId) &&
    !user.isSystemAdmin &&
    !organization.belongsElsewhere &&
    !organization.isOwner &&
    organization.hasVerifiedDomains
  );
}

/** Whether the organization's directory made the account, and nobody has claimed it since. */
export function isUnclaimedOf(user: Pick<User, 'provisionedBy' | 'isUnclaimed'>, organizationId: number): boolean {
  return user.provisionedBy === organizationId && user.isUnclaimed;
}
