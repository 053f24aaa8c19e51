import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Discovery } from '../domain/discovery.js';
import { CatalogIntake } from './catalog-intake.js';
import { Discoveries, type Progress } from './ports/discoveries.js';
import type { ReadingLimits } from '../../engines/catalog-reader/reading.js';
import { SchemaCache } from './ports/schema-cache.js';
import { SchemaPreparations } from './ports/schema-preparations.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import { DiscoveryInterrupted, ReadSource } from '../../data-sources/application/read-source.js';
import { ReplaceSchema } from './replace-schema.js';

/** Reads the source, and replaces its known schema together with the end of the discovery. If it fails, the known schema stays. */
@Injectable()
export class ReadCatalog {
  constructor(
    private readonly findDataSource: FindDataSource,
    private readonly readSource: ReadSource,
    private readonly cache: SchemaCache,
    private readonly discoveries: Discoveries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
    private readonly preparations: SchemaPreparations,
    private readonly replaceSchema: ReplaceSchema,
  ) {}

  /**
   * @param watch is told how far it is
   * @throws NotFound when the source has been deleted, DataSourceClosed, SourceFailed, SchemaNotFound, HostNotAllowed, DiscoveryTimeout,
   *   DiscoveryCancelled, DiscoveryInterrupted, EngineUnavailable
   */
  async execute(discovery: Discovery, limits: ReadingLimits, watch: (progress: () => Progress) => void): Promise<void> {
    const { dataSourceId, schemaName } = discovery;
    // Read when its turn has come, because it may have changed since the request.
    const source = await this.findDataSource.execute(dataSourceId);
    if (source === null) throw new NotFound('Data source');
    const intake = new CatalogIntake(source, schemaName, await this.cache.current(source.id), this.cache, this.clock);
    watch(() => intake.progress);
    try {
      const keys = await this.readSource.execute(source, schemaName, intake, limits);
      const snapshot = intake.snapshot();
      const samples = await this.preparations.sample(source, snapshot, discovery.requestedBy, limits);
      await this.unitOfWork.run(async () => {
        await this.replaceSchema.execute({ source, keys }, snapshot, samples, discovery.requestedBy);
        const done = { state: 'completed', errorCode: null, errorMessage: null, finishedAt: this.clock.now() } as const;
        // If this process was taken for dead, its end is already recorded, and no other result may follow.
        if (!(await this.discoveries.finish(discovery.id, { ...done, progress: intake.progress }))) throw new DiscoveryInterrupted();
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
