import type { User } from './user.js';

/** What happens to a password that a directory sends; `null`: none was sent. */
export type DirectoryPassword = 'kept' | 'ignored' | 'domain_not_verified' | null;

/** What an account is to the organization that would write into it. */
interface StandingOfAccount {
  readonly organizationId: number;
  readonly belongsElsewhere: boolean;
  readonly isOwner: boolean;
  readonly hasVerifiedDomains: boolean;
}

/**
 * Whether an organization's directory may change the names and the password of an account. It may change only an
 * account that it created, that is not claimed yet, that serves no other organization, and whose addresses, before and
 * after, are in domains that the organization has verified. All other accounts belong to their owners: the token of an
 * employer takes over none of them. It may not change the account of an owner of the organization either: a person who
 * issues directory tokens could become an owner by setting an owner's password.
 */
export function maySteer(user: Pick<User, 'provisionedBy' | 'isUnclaimed' | 'isSystemAdmin'>, organization: StandingOfAccount): boolean {
  return (
    isUnclaimedOf(user, organization.organizationId) &&
    !user.isSystemAdmin &&
    !organization.belongsElsewhere &&
    !organization.isOwner &&
    organization.hasVerifiedDomains
  );
}

/**
 * Whether an organization may say what people call the person of an account. A name opens nothing, so it suffices that this organization
 * alone manages the account. The organization's owners are not named by whoever holds a directory token: others ask them for approvals.
 */
export function mayName(user: Pick<User, 'provisionedBy'>, organization: StandingOfAccount): boolean {
  const isManaged = user.provisionedBy === organization.organizationId || organization.hasVerifiedDomains;
  return isManaged && !organization.belongsElsewhere && !organization.isOwner;
}

/** Whether the organization's directory created the account and it is still unclaimed. */
export function isUnclaimedOf(user: Pick<User, 'provisionedBy' | 'isUnclaimed'>, organizationId: number): boolean {
  return user.provisionedBy === organizationId && user.isUnclaimed;
}
