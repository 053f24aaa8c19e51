import { Injectable } from '@nestjs/common';
import { SourceChanges } from './ports/source-changes.js';

/** Tells contexts above when a data source is changed, closed or deleted, on whichever instance. */
@Injectable()
export class WatchDataSources {
  constructor(private readonly changes: SourceChanges) {}

  /** For what only saves time: a change that is made while the database cannot be reached is not told. */
  execute(changed: (dataSourceId: number) => void): Promise<void> {
    return this.changes.watch(changed);
  }
}
