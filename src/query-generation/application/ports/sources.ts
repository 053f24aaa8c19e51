import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';
import type { Dialect } from '../../domain/judgement.js';

export interface Source {
  readonly id: number;
  readonly organizationId: number;
  readonly dialect: Dialect;
}

export abstract class Sources {
  /** @throws Forbidden, NotFound */
  abstract enter(caller: Caller, permission: Permission, dataSourceId: number): Promise<Source>;
  /** Those of the ids that are data sources of the organization. */
  abstract existing(organizationId: number, ids: readonly number[]): Promise<readonly number[]>;
  /**
   * The only one that the caller sees in the organization, or in all of his.
   * @returns how many there are where it is not one
   * @throws Forbidden
   */
  abstract only(
    caller: Caller,
    organizationId: number | null,
  ): Promise<{ readonly id: number } | { readonly count: number }>;
}
