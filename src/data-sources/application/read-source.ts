import { Injectable } from '@nestjs/common';
import type { ReadingLimits, SchemaIntake } from '../../engines/catalog-reader/reading.js';
import type { DataSource } from '../domain/data-source.js';
import type { DataKeys } from '../domain/same-data.js';
import { Introspection } from './ports/introspection.js';
import { RestingConnections } from './ports/resting-connections.js';
import { ReachData } from './reach-data.js';

export { DiscoveryCancelled, DiscoveryInterrupted, SchemaNotFound, errorOfAborted, errorOfEnd } from '../domain/data-source.errors.js';

/** Reads the catalog of a source where it leads to now. */
@Injectable()
export class ReadSource {
  constructor(
    private readonly reachData: ReachData,
    private readonly introspection: Introspection,
    private readonly restingConnections: RestingConnections,
  ) {}

  /**
   * @param schemaName `null` for all schemas
   * @returns which data was read
   * @throws DataSourceClosed, DataNotCompared, HostNotAllowed, SourceFailed, SchemaNotFound, DiscoveryTimeout, DiscoveryCancelled,
   *   DiscoveryInterrupted, EngineUnavailable
   */
  async execute(source: DataSource, schemaName: string | null, intake: SchemaIntake, limits: ReadingLimits): Promise<DataKeys['keys']> {
    const { target, keys } = await this.reachData.execute(source);
    await this.restingConnections.closeAt(target);
    await this.introspection.read(target, schemaName, `organization ${source.organizationId}`, intake, limits);
    return keys;
  }
}
