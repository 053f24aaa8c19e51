import type { Caller } from '../../../shared/caller.js';
import { covers } from '../../../shared/permission.js';
import type { Held } from '../../../shared/ports/access-control.js';

/** A session has everything that its person holds; a key only the part that it was made for. */
export function lentTo({ key }: Caller, held: Held['permissions']): Held['permissions'] {
  return key === undefined ? held : key.permissions.filter((permission) => covers(held, [permission]));
}
