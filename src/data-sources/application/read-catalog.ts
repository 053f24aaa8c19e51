import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DiscoveryInterrupted, SourceFailed } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import type { Discovery } from '../domain/discovery.js';
import { CatalogIntake } from './catalog-intake.js';
import { DataSources } from './ports/data-sources.js';
import { Discoveries, type Progress } from './ports/discoveries.js';
import { Introspection, type ReadingLimits } from './ports/introspection.js';
import { SchemaCache } from './ports/schema-cache.js';
import { Targets } from './ports/targets.js';

/** Reads the source and replaces what is known of it, with the end of the discovery, all at once; when it fails, what was known stays. */
@Injectable()
export class ReadCatalog {
  constructor(
    private readonly sources: DataSources,
    private readonly targets: Targets,
    private readonly introspection: Introspection,
    private readonly cache: SchemaCache,
    private readonly discoveries: Discoveries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param watch is told how far it is
   * @throws NotFound when the source was deleted meanwhile, SourceFailed, SchemaNotFound, HostNotAllowed, DiscoveryTimeout,
   *   DiscoveryCancelled, DiscoveryInterrupted, EngineUnavailable
   */
  async execute(discovery: Discovery, limits: ReadingLimits, watch: (progress: () => Progress) => void): Promise<void> {
    const { dataSourceId, schemaName } = discovery;
    // As it is when its turn has come, not as it was when somebody asked.
    const source = await this.sources.find(dataSourceId);
    if (source === null) throw new NotFound('Data source');
    const target = await this.targets.locate(source);
    const intake = new CatalogIntake(source, schemaName, await this.cache.current(source.id), this.cache, this.clock);
    watch(() => intake.progress);
    try {
      await this.introspection.read(target, schemaName, `organization ${source.organizationId}`, intake, limits);
      const snapshot = intake.snapshot();
      await this.unitOfWork.run(async () => {
        const now = await this.sources.lock(source.id);
        if (now === null) throw new NotFound('Data source');
        if (!isSameDatabase(now, source)) throw new SourceFailed('LOST');
        await this.cache.replaceCurrent(snapshot);
        const done = { state: 'completed', errorCode: null, errorMessage: null, finishedAt: this.clock.now() } as const;
        // Its end is written already when this process was taken for dead: another result must not follow it.
        if (!(await this.discoveries.finish(discovery.id, { ...done, progress: intake.progress })))
          throw new DiscoveryInterrupted();
        const skipped = snapshot.parts
          .filter((part) => schemaName === null || part.schemaName === schemaName)
          .reduce((sum, { locked }) => sum + locked.length, 0);
        await this.audit(discovery, source.organizationId, intake.progress, skipped);
      });
    } catch (error) {
      await intake.clear();
      throw error;
    }
  }

  private audit(discovery: Discovery, organizationId: number, progress: Progress, skipped: number): Promise<void> {
    const { id, dataSourceId, schemaName, requestedBy } = discovery;
    return this.auditTrail.record({
      action: 'data_source.schema_discovered',
      outcome: 'success',
      actorUserId: requestedBy,
      organizationId,
      target: { type: 'data_source', id: dataSourceId },
      // What was known already was not read again.
      detail: {
        discovery_id: id,
        schema_name: schemaName,
        schemas: progress.schemasDone,
        relations_read: progress.tablesSeen,
        relations_skipped: skipped,
      },
    });
  }
}

/** Somebody may have pointed the data source elsewhere while the old one was read. */
function isSameDatabase(one: DataSource, other: DataSource): boolean {
  return JSON.stringify(one.connection) === JSON.stringify(other.connection);
}
