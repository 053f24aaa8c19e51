import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { SkippedRelation } from '../domain/snapshot.js';
import { placeOf } from '../../shared/qualified-name.js';
import { SchemaVisibility } from './ports/schema-visibility.js';

/** Tells a person which relations were locked at the source, without those that policies hide from them. */
@Injectable()
export class TellSkipped {
  constructor(private readonly visibility: SchemaVisibility) {}

  /** For a data source that the caller has entered. @throws Forbidden, Unavailable */
  async execute(caller: Caller, source: DataSource, skipped: readonly SkippedRelation[]): Promise<readonly SkippedRelation[]> {
    if (skipped.length === 0) return [];
    // It may never have been read, so that policies know it by its name alone.
    const visible = await this.visibility.visibleTo(caller, source, 'ever');
    return visible === null ? skipped : skipped.filter(({ schema, name }) => visible.get(placeOf(schema, name)) !== null);
  }
}
