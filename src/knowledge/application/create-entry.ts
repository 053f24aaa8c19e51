import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Content, Entry, Kind } from '../domain/entry.js';
import { JudgeContent } from './judge-content.js';
import { Entries } from './ports/entries.js';

@Injectable()
export class CreateEntry {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly judgeContent: JudgeContent,
    private readonly entries: Entries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, QueryRejected, SchemaNotDiscovered, EntryExists */
  async execute(input: { caller: Caller; dataSourceId: number; kind: Kind; content: Content }): Promise<Entry> {
    const { caller, dataSourceId, kind, content } = input;
    const source = await this.enterDataSource.execute(caller, 'query.verify', dataSourceId);
    const { organizationId } = source;
    const event = { action: `${kind}.created`, actorUserId: caller.userId, organizationId };
    const target = { type: 'data_source', id: dataSourceId };
    return recordRefusal(this.auditTrail, { ...event, target }, async () => {
      const judged = await this.judgeContent.execute(caller, source, kind, content);
      const by = { changedBy: caller.userId, changedAt: this.clock.now() };
      return this.unitOfWork.run(async () => {
        // Again: the source may have taken seconds to prepare it.
        await this.enterDataSource.execute(caller, 'query.verify', dataSourceId);
        const entry = await this.entries.add({
          ...content,
          organizationId,
          dataSourceId,
          kind,
          ...judged,
          ...by,
        });
        const detail = { data_source_id: dataSourceId };
        await this.auditTrail.record({ ...event, outcome: 'success', target: { type: kind, id: entry.id }, detail });
        return entry;
      });
    });
  }
}
