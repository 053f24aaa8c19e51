import { Injectable } from '@nestjs/common';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import { RelationNames } from './ports/relation-names.js';

export type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';

/** Returns the facts that the guard needs to read statements for a data source that the caller has entered already. */
@Injectable()
export class ReadSourceFacts {
  constructor(private readonly names: RelationNames) {}

  /** @returns `null` before the first discovery, and for engines that have nothing to tell */
  execute(dataSourceId: number): Promise<SourceFacts | null> {
    return this.names.facts(dataSourceId);
  }
}
