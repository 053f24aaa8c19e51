import { Injectable } from '@nestjs/common';
import { RequireSession } from '../../sessions/application/require-session.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { whileAdmitted } from '../../shared/while-admitted.js';
import type { AuditFilter, AuditQuery, AuditScope, RecordedEvent } from '../domain/audit-filter.js';
import { beginningAt } from './beginning-at.js';
import { AuditDoor } from './audit-door.js';
import { AuditEvents } from './ports/audit-events.js';

const BATCH = 500;

@Injectable()
export class ExportAuditEvents {
  constructor(
    private readonly door: AuditDoor,
    private readonly events: AuditEvents,
    private readonly auditTrail: AuditTrail,
    private readonly staleReads: StaleReads,
    private readonly requireSession: RequireSession,
    private readonly clock: Clock,
  ) {}

  /**
   * Exports everything that matches, newest first, in batches that are read on demand. The first is read at once, so
   * that an immediate failure comes before the answer begins.
   * @throws Forbidden, ValidationFailed
   */
  async execute(input: {
    caller: Caller;
    scope: AuditScope;
    filter: AuditFilter;
    beforeId: number | null;
  }): Promise<AsyncIterable<readonly RecordedEvent[]>> {
    const { caller, scope, filter, beforeId } = input;
    await this.door.admit(caller, scope);
    const query = { scope, filter, before: await this.beginning(scope, beforeId) };
    const first = await this.batch(query);
    const { action, actorId, memberId, outcome, from, to } = filter;
    await this.auditTrail.record({
      action: 'audit.exported',
      outcome: 'success',
      actorUserId: caller.userId,
      organizationId: scope?.organizationId ?? null,
      detail: {
        ...(action !== undefined && { action }),
        ...(actorId !== undefined && { actor_id: actorId }),
        ...(memberId !== undefined && { member_id: memberId }),
        ...(outcome !== undefined && { outcome }),
        ...(from !== undefined && { from: from.toISOString() }),
        ...(to !== undefined && { to: to.toISOString() }),
        ...(beforeId !== null && { before: beforeId }),
      },
    });
    const admit = async (): Promise<void> => {
      await this.requireSession.execute(caller);
      await this.door.admit(caller, scope);
    };
    return whileAdmitted(this.batchesFrom(query, first), admit, this.clock);
  }

  private async *batchesFrom(query: AuditQuery, first: RecordedEvent[]): AsyncGenerator<readonly RecordedEvent[]> {
    for (let batch = first; batch.length > 0;) {
      yield batch;
      const last = batch.at(-1);
      if (batch.length < BATCH || last === undefined) return;
      batch = await this.batch({ ...query, before: last.cursor });
    }
  }

  private beginning(scope: AuditScope, beforeId: number | null): Promise<AuditQuery['before']> {
    return this.staleReads.run(() => beginningAt(this.events, scope, beforeId));
  }

  private batch(query: AuditQuery): Promise<RecordedEvent[]> {
    return this.staleReads.run(() => this.events.read(query, { limit: BATCH, offset: 0 }));
  }
}
