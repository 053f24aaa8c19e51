import type { User } from './user.js';

/** What happens to a password that a directory sends; `null`: none was sent. */
export type DirectoryPassword = 'kept' | 'ignored' | 'domain_not_verified' | null;

/**
 * Whether an organization's directory may change the names and the password of an account. It may change only an
 * account that it created, that is not claimed yet, that serves no other organization, and whose addresses, before and
 * after, are in domains that the organization has verified. All other accounts belong to their owners: the token of an
 * employer takes over none of them. It may not change the account of an owner of the organization either: a person who
 * issues directory tokens could become an owner by setting an owner's password.
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

/**
 * Whether an organization may say what people call the owner of an account. A name opens nothing, so that it suffices that the account is
 * managed by this organization alone; a name that the owner chose stays.
 */
export function mayName(
  user: Pick<User, 'provisionedBy' | 'isNameOwn' | 'isSystemAdmin'>,
  organization: { readonly organizationId: number; readonly belongsElsewhere: boolean; readonly hasVerifiedDomains: boolean },
): boolean {
  const isManaged = user.provisionedBy === organization.organizationId || organization.hasVerifiedDomains;
  return isManaged && !user.isNameOwn && !user.isSystemAdmin && !organization.belongsElsewhere;
}

/** Whether the organization's directory created the account and it is still unclaimed. */
export function isUnclaimedOf(user: Pick<User, 'provisionedBy' | 'isUnclaimed'>, organizationId: number): boolean {
  return user.provisionedBy === organizationId && user.isUnclaimed;
}
