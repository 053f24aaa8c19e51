import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { AuditScope } from '../domain/audit-filter.js';

/** Decides who may read which part of the trail. */
@Injectable()
export class AuditDoor {
  constructor(private readonly access: AccessControl) {}

  /** @throws Forbidden */
  async admit(caller: Caller, scope: AuditScope): Promise<void> {
    if (scope === null) await this.access.requireSystemAdmin(caller, 'audit.read');
    else await this.access.require(caller, 'audit.read', { organizationId: scope.organizationId });
  }
}
