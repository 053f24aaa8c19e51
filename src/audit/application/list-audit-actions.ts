import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { AuditScope } from '../domain/audit-filter.js';
import { AuditDoor } from './audit-door.js';
import { AuditEvents } from './ports/audit-events.js';

/** Lists the actions that a trail can be filtered by. */
@Injectable()
export class ListAuditActions {
  constructor(
    private readonly door: AuditDoor,
    private readonly events: AuditEvents,
    private readonly staleReads: StaleReads,
  ) {}

  /** In alphabetical order. @throws Forbidden */
  async execute(caller: Caller, scope: AuditScope): Promise<readonly string[]> {
    await this.door.admit(caller, scope);
    return this.staleReads.run(() => this.events.actionsOf(scope));
  }
}
