import { Injectable } from '@nestjs/common';
import { DomainError, InstanceStopping } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Heartbeat } from '../../shared/ports/heartbeat.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DiscoveryCancelled, DiscoveryInterrupted, errorOfAborted, errorOfEnd } from '../../data-sources/application/read-source.js';
import { NoteReading } from '../../data-sources/application/note-reading.js';
import type { Discovery } from '../domain/discovery.js';
import type { AnnouncedDiscovery } from './announce-discovery.js';
import { type CancelSigns, Discoveries, type Progress } from './ports/discoveries.js';
import { DiscoveryTurns } from './ports/discovery-turns.js';
import { Faults } from '../../shared/ports/faults.js';
import type { ReadingLimits } from '../../engines/catalog-reader/reading.js';
import { ReadCatalog } from './read-catalog.js';

const NOTHING_YET: Progress = { schemasDone: 0, schemasTotal: null, tablesSeen: 0 };

/** Runs an announced discovery, one at a time for each source over all instances, and records how it ended. */
@Injectable()
export class RunDiscovery {
  constructor(
    private readonly discoveries: Discoveries,
    private readonly turns: DiscoveryTurns,
    private readonly heartbeat: Heartbeat,
    private readonly readCatalog: ReadCatalog,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
    private readonly faults: Faults,
    private readonly noteReading: NoteReading,
  ) {}

  /**
   * @param heed is told each second what other instances were asked to cancel
   * @throws what `ReadCatalog` throws
   */
  async execute(announced: AnnouncedDiscovery, limits: ReadingLimits, heed: (signs: CancelSigns) => void): Promise<void> {
    const { discovery, organizationId } = announced;
    const party = `organization ${organizationId}`;
    let state: 'waiting' | 'running' = 'waiting';
    let progress = (): Progress => NOTHING_YET;
    const work = this.turns.take(discovery.dataSourceId, party, limits.signal, async () => {
      if (await this.isAnswered(announced)) return this.complete(discovery);
      state = 'running';
      await this.readCatalog.execute(discovery, limits, (read) => (progress = read));
    });
    const beat = async (): Promise<void> => {
      heed(await this.discoveries.beat(discovery.id, state, progress()));
    };
    try {
      await this.heartbeat.during(work, beat);
    } catch (error) {
      const isMeant = error instanceof DomainError || limits.signal.aborted;
      const refusal = error instanceof DomainError ? error : this.meaningOf(error, limits.signal);
      const isEnd = await this.fail(announced, refusal, progress(), isMeant);
      // Perhaps only the answer to the commit of its success was lost.
      if (!isEnd && (await this.discoveries.find(discovery.dataSourceId, discovery.id))?.state === 'completed') return;
      throw refusal;
    }
  }

  /** Others have read what it wants. */
  private async complete({ id }: Discovery): Promise<void> {
    const done = { state: 'completed', errorCode: null, errorMessage: null, finishedAt: this.clock.now() } as const;
    await this.discoveries.finish(id, { ...done, progress: NOTHING_YET });
  }

  /** An earlier discovery may have read what we want. One of a dead process is still open, although we have the turn. */
  private async isAnswered({ discovery, ahead }: AnnouncedDiscovery): Promise<boolean> {
    // Announced after ours and begun before it: turns are not taken in the order of asking.
    if (await this.discoveries.hasLaterCompleted(discovery)) return true;
    for (const { id } of ahead) {
      const ended = await this.discoveries.find(discovery.dataSourceId, id);
      if (ended?.state === 'completed') return true;
      if (ended?.state !== 'failed') continue;
      const error = errorOfEnd(ended);
      // Whatever ended the other instance, there is still something to read here.
      if (!(error instanceof InstanceStopping)) throw error;
    }
    return false;
  }

  /** A source may hold something unforeseen. That is written to the log; it is not the caller's fault. */
  private meaningOf(error: unknown, signal: AbortSignal): DomainError {
    if (signal.aborted) return errorOfAborted(signal);
    this.faults.report(error, 'a discovery failed');
    return new DiscoveryInterrupted();
  }

  /** @param isRefusal false for a breakdown, which only the discovery itself reports @returns whether this was its end */
  private fail(
    { discovery, organizationId }: AnnouncedDiscovery,
    error: DomainError,
    progress: Progress,
    isRefusal: boolean,
  ): Promise<boolean> {
    const { code, message } = error;
    const state = error instanceof DiscoveryCancelled ? 'cancelled' : 'failed';
    const end = { state, errorCode: code, errorMessage: message, finishedAt: this.clock.now(), progress } as const;
    return this.unitOfWork.run(async () => {
      if (!(await this.discoveries.finish(discovery.id, end))) return false;
      if (!isRefusal) return true;
      await this.noteReading.execute(discovery.dataSourceId, discovery.requestedAt, error);
      await this.auditTrail.record({
        action: 'data_source.schema_discovered',
        outcome: 'refused',
        actorUserId: discovery.requestedBy,
        organizationId,
        target: { type: 'data_source', id: discovery.dataSourceId },
        detail: { discovery_id: discovery.id, schema_name: discovery.schemaName, reason: code },
      });
      return true;
    });
  }
}
