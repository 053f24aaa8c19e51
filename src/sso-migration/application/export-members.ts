import { Injectable } from '@nestjs/common';
import { RequireSession } from '../../sessions/application/require-session.js';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { whileAdmitted } from '../../shared/while-admitted.js';
import type { MemberReport } from '../domain/member.js';
import { Classification, type MemberFilter, type MemberStretch } from './ports/classification.js';

const STRETCH = 1_000;

@Injectable()
export class ExportMembers {
  constructor(
    private readonly access: AccessControl,
    private readonly classification: Classification,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
    private readonly staleReads: StaleReads,
    private readonly requireSession: RequireSession,
  ) {}

  /**
   * Exports all members whom the filter takes, by user id, in batches that are read on demand, each as of that moment.
   * The first is read at once, so that an immediate failure comes before the answer begins.
   * @throws Forbidden
   */
  async execute(input: { caller: Caller; organizationId: number; filter: MemberFilter }): Promise<AsyncIterable<readonly MemberReport[]>> {
    const { caller, organizationId, filter } = input;
    await this.access.require(caller, 'sso.read', { organizationId });
    const first = await this.stretch(organizationId, filter, 0);
    await this.auditTrail.record({
      action: 'sso.migration.exported',
      outcome: 'success',
      actorUserId: caller.userId,
      organizationId,
      detail: { group: filter.group ?? null, reason: filter.reason ?? null, stuck: filter.isStuck ?? false },
    });
    const admit = async (): Promise<void> => {
      await this.requireSession.execute(caller);
      await this.access.require(caller, 'sso.read', { organizationId });
    };
    return whileAdmitted(this.batches(organizationId, filter, first), admit, this.clock);
  }

  private async *batches(organizationId: number, filter: MemberFilter, first: MemberStretch): AsyncGenerator<readonly MemberReport[]> {
    for (let batch = first; ; batch = await this.stretch(organizationId, filter, batch.next)) {
      yield batch.reports;
      if (batch.next === null) return;
    }
  }

  private stretch(organizationId: number, filter: MemberFilter, after: number): Promise<MemberStretch> {
    return this.staleReads.run(() =>
      this.classification.stretch(organizationId, { now: this.clock.now(), filter, after, members: STRETCH }),
    );
  }
}
