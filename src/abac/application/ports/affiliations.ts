import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';

export abstract class Affiliations {
  /** The organizations in which the caller holds the permission, and for which the session is good. */
  abstract where(caller: Caller, permission: Permission): Promise<readonly number[]>;
}
