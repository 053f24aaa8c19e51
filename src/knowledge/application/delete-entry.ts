import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Kind } from '../domain/entry.js';
import { EnterEntry } from './enter-entry.js';
import { Entries } from './ports/entries.js';

@Injectable()
export class DeleteEntry {
  constructor(
    private readonly enterEntry: EnterEntry,
    private readonly entries: Entries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, EditedMeanwhile */
  async execute(caller: Caller, kind: Kind, id: number, version: number): Promise<void> {
    const { organizationId } = await this.enterEntry.execute(caller, 'query.verify', kind, id);
    const target = { type: kind, id };
    const event = { action: `${kind}.deleted`, actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (!(await this.entries.remove(id, version))) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success' });
      }),
    );
  }
}
