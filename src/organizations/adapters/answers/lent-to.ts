import type { Caller } from '../../../shared/caller.js';
import { covers } from '../../../shared/permission.js';
import type { Held } from '../../../shared/ports/access-control.js';

/** For a session: all that its person holds. For a key: of that, what the key was made for. */
export function lentTo({ key }: Caller, held: Held['permissions']): Held['permissions'] {
  return key === undefined ? held : key.permissions.filter((permission) => covers(held, [permission]));
}
