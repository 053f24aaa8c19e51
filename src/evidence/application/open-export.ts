import { Injectable } from '@nestjs/common';
import { RequireSession } from '../../sessions/application/require-session.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { whileAdmitted } from '../../shared/while-admitted.js';
import { type ReadyExport, type Subject, eventOf, isReady } from '../domain/export.js';
import { ExportGone, ExportNotReady } from '../domain/export.errors.js';
import { ExportDoor } from './export-door.js';
import { Exports } from './ports/exports.js';

@Injectable()
export class OpenExport {
  constructor(
    private readonly door: ExportDoor,
    private readonly exports: Exports,
    private readonly requireSession: RequireSession,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** The file, part by part, as long as the caller may have it. @throws Forbidden, PolicyRefused, ExportNotReady, ExportGone */
  async execute(caller: Caller, subject: Subject): Promise<{ file: ReadyExport; parts: AsyncIterable<Uint8Array> }> {
    const event = eventOf(subject, 'export_downloaded', caller.userId);
    const file = await this.door.noting(event, () => this.door.newest(caller, subject));
    if (file?.state === 'waiting') throw new ExportNotReady();
    if (file === null || !isReady(file, this.clock.now())) throw new ExportGone();
    await this.auditTrail.record({ ...event, outcome: 'success' });
    const admit = async (): Promise<void> => {
      await this.requireSession.execute(caller);
      if ((await this.door.newest(caller, subject))?.id !== file.id) throw new ExportGone();
    };
    return { file, parts: whileAdmitted(this.partsOf(file), admit, this.clock) };
  }

  private async *partsOf({ id, size }: ReadyExport): AsyncGenerator<Uint8Array> {
    let left = size;
    for (let position = 0; left > 0; position += 1) {
      const part = await this.exports.part(id, position);
      // The download breaks off: whoever reads the length sees that the file is not whole.
      if (part === null) throw new ExportGone();
      left -= part.byteLength;
      yield part;
    }
  }
}
