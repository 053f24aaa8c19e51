import type { User } from './user.js';

/**
 * Whether an organization's directory may change names and password of an account: only of one that it made, that nobody has
 * shown to be his yet, and that serves nobody else. All others belong to their owners; an employer's token takes over none. Nor that
 * of an owner of the organization: whoever may issue tokens would make himself one by setting his password.
 */
export function maySteer(
  user: Pick<User, 'provisionedBy' | 'emailVerifiedAt' | 'isSystemAdmin'>,
  organization: { readonly organizationId: number; readonly belongsElsewhere: boolean; readonly isOwner: boolean },
): boolean {
  return (
    user.provisionedBy === organization.organizationId &&
    user.emailVerifiedAt === null &&
    !user.isSystemAdmin &&
    !organization.belongsElsewhere &&
    !organization.isOwner
  );
}
