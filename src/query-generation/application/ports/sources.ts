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
}
