import { Injectable } from '@nestjs/common';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { SnapshotPart } from '../domain/snapshot.js';
import { DescribedRelations } from './ports/described-relations.js';

export { readableColumns } from '../domain/computed-columns.js';
export { SchemaNotDiscovered } from '../domain/catalog.errors.js';
export type { Snapshot } from '../domain/snapshot.js';

/** Tells what was discovered of some relations of a data source that the caller has entered already. */
@Injectable()
export class DescribeRelations {
  constructor(private readonly described: DescribedRelations) {}

  /**
   * @param names in any case of ASCII letters; most of them may name no relation
   * @returns those that may be read; `null` before the first discovery
   */
  async execute(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    const found = await this.all(dataSourceId, names);
    return found === null ? null : found.filter(({ readable }) => readable);
  }

  /** Includes those that the connected role may not read but readable views do. */
  all(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    return this.described.named(dataSourceId, names);
  }

  /**
   * @param names in any case of ASCII letters
   * @returns some of those that may be read and have one of these names or columns, the ones with most of them first; `null` before the
   * first discovery
   */
  withColumns(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null> {
    return this.described.withColumns(dataSourceId, names);
  }

  /** Tells of relations that a discovery has just read. @param names in any case of ASCII letters */
  inParts(parts: readonly SnapshotPart[], names: readonly string[]): Promise<readonly Relation[]> {
    return this.described.inParts(parts, names);
  }
}
