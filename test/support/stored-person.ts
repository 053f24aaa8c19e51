import { usernameOf } from '../../src/accounts/domain/login-name.js';
import { User } from '../../src/accounts/domain/user.js';
import type { Users } from '../../src/accounts/application/ports/users.js';
import type { PermissionGrant } from '../../src/shared/permission.js';
import { emailOf } from '../../src/shared/email-key.js';

/** Adds an account. `claimed` unless it says which organization's directory has created it. */
export async function storedPerson(
  { users, clock }: { users: Users; clock: { now(): Date } },
  username: string,
  more: {
    readonly passwordHash?: string | null;
    readonly isSystemAdmin?: boolean;
    readonly provisionedBy?: number;
    readonly passwordReach?: readonly PermissionGrant[];
  } = {},
): Promise<User> {
  const { passwordHash = null, isSystemAdmin = false, provisionedBy, passwordReach = null } = more;
  const email = emailOf(`${username}@people.example`);
  const user = User.register({
    id: await users.nextId(),
    username: usernameOf(username, email),
    email,
    isSystemAdmin,
    passwordHash,
    passwordReach,
    at: clock.now(),
    ...(provisionedBy === undefined ? { isClaimed: true } : { provisionedBy }),
  });
  await users.add(user);
  return user;
}
