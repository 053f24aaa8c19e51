import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type Export, type Subject, eventOf, isFresh } from '../domain/export.js';
import { ExportDoor } from './export-door.js';
import { Exports } from './ports/exports.js';

export const MAKE_EXPORTS = 'evidence.make-requested';

/** Asks for an export. While one waits, and for an hour after it was asked for, everyone who asks for the same gets that one. */
@Injectable()
export class RequestExport {
  constructor(
    private readonly door: ExportDoor,
    private readonly exports: Exports,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, PolicyRefused */
  async execute(caller: Caller, subject: Subject): Promise<Export> {
    const event = eventOf(subject, 'export_requested', caller.userId);
    const admittedTo = await this.door.noting(event, () => this.door.admit(caller, subject));
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const known = await this.exports.newestOf(subject);
      if (known !== null && isFresh(known, admittedTo, now)) return known;
      const added = await this.exports.add(subject, { requestedBy: caller.userId, requestedAt: now, admittedTo });
      if (added === null) return this.waiting(subject);
      await this.jobs.enqueue(MAKE_EXPORTS, {}, { key: MAKE_EXPORTS });
      await this.auditTrail.record({ ...event, outcome: 'success' });
      return added;
    });
  }

  private async waiting(subject: Subject): Promise<Export> {
    const other = await this.exports.newestOf(subject);
    if (other === null) throw new Error('The export that kept another from being added is gone.');
    return other;
  }
}
