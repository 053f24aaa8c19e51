import type { Permission } from '../../../shared/permission.js';

export abstract class Affiliations {
  /** The organizations in which a user holds the permission. */
  abstract where(userId: number, permission: Permission): Promise<readonly number[]>;
}
