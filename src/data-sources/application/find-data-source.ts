import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { isOtherDatabase } from '../domain/connection.js';
import type { DataSource } from '../domain/data-source.js';
import { SourceMoved } from '../domain/data-source.errors.js';
import { DataSources } from './ports/data-sources.js';

export { SourceMoved } from '../domain/data-source.errors.js';

/** Finds a data source by its id, for work that acts for no person or for one who has already entered it. */
@Injectable()
export class FindDataSource {
  constructor(private readonly sources: DataSources) {}

  /** @returns `null` for one that has been deleted */
  execute(dataSourceId: number): Promise<DataSource | null> {
    return this.sources.find(dataSourceId);
  }

  /** As it is now. @throws NotFound when it has been deleted, SourceMoved when it leads elsewhere than before */
  async again(before: DataSource): Promise<DataSource> {
    const source = await this.sources.find(before.id);
    if (source === null) throw new NotFound('Data source');
    if (isOtherDatabase(before.connection, source.connection)) throw new SourceMoved();
    return source;
  }

  /** Until the unit of work ends. @throws NotFound when it has been deleted */
  async lock(dataSourceId: number): Promise<DataSource> {
    const source = await this.sources.lock(dataSourceId);
    if (source === null) throw new NotFound('Data source');
    return source;
  }
}
