import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, Forbidden } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Content, Entry, Kind } from '../domain/entry.js';
import { EnterEntry } from './enter-entry.js';
import { JudgeContent } from './judge-content.js';
import { Entries } from './ports/entries.js';
import { WithholdContent } from './withhold-content.js';

@Injectable()
export class ChangeEntry {
  constructor(
    private readonly enterEntry: EnterEntry,
    private readonly enterDataSource: EnterDataSource,
    private readonly judgeContent: JudgeContent,
    private readonly withholdContent: WithholdContent,
    private readonly entries: Entries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** An entry that is saved unchanged is valid again. @throws Forbidden, NotFound, QueryRejected, SchemaNotDiscovered, EntryExists, EditedMeanwhile */
  async execute(input: { caller: Caller; kind: Kind; id: number; version: number; content: Content }): Promise<Entry> {
    const { caller, kind, id, version, content } = input;
    const entry = await this.enterEntry.execute(caller, 'query.verify', kind, id);
    const source = await this.enterDataSource.execute(caller, 'query.verify', entry.dataSourceId);
    const { organizationId } = entry;
    const target = { type: kind, id };
    const event = { action: `${kind}.changed`, actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, async () => {
      const [shown] = await this.withholdContent.execute(caller, kind, entry, [entry]);
      // They would replace what they have not seen.
      if (typeof shown?.withheld === 'string')
        throw new Forbidden('Data policies hide from you what the SQL of this entry names, so you cannot change it.');
      const judged = await this.judgeContent.execute(caller, source, kind, content);
      const by = { changedBy: caller.userId, changedAt: this.clock.now() };
      return this.unitOfWork.run(async () => {
        // Again: the source may have taken seconds to prepare it.
        await this.enterDataSource.execute(caller, 'query.verify', entry.dataSourceId);
        const changed = await this.entries.change(entry, version, { ...content, ...judged, ...by });
        if (changed === null) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { version: changed.version } });
        return changed;
      });
    });
  }
}
