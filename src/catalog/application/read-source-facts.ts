import { Injectable } from '@nestjs/common';
import { RecentBySize } from '../../shared/recent-by-size.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import { RelationNames } from './ports/relation-names.js';

export type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';

/** Limit of what stays in memory, as JSON. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Returns the facts that the guard needs to read statements for a data source that the caller has entered already. */
@Injectable()
export class ReadSourceFacts {
  /** By the schema that they belong to. */
  private readonly kept = new RecentBySize<string, { readonly facts: SourceFacts | null; readonly bytes: number }>(
    MOST_BYTES,
    ({ bytes }) => bytes,
  );

  constructor(private readonly names: RelationNames) {}

  /** @returns those of now, or of when it was entered; `null` before the first discovery, and for engines that report none */
  async execute({ id, moment }: Pick<DataSource, 'id' | 'moment'>): Promise<SourceFacts | null> {
    if (moment === undefined) return this.names.facts(id, null);
    const { schema } = moment;
    if (schema === null) return null;
    const key = `${schema.id} ${schema.writing}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known.facts;
    const facts = await this.names.facts(id, schema.id);
    this.kept.hold([key, { facts, bytes: JSON.stringify(facts).length }]);
    return facts;
  }
}
