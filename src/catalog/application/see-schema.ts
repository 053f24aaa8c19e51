import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { VisibleColumns } from '../domain/visible-part.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { SchemaVisibility } from './ports/schema-visibility.js';

export { type VisibleColumns, countHidden, visiblePart } from '../domain/visible-part.js';

/** What policies let a person know of the schema of a data source that they have entered. */
@Injectable()
export class SeeSchema {
  constructor(private readonly visibility: SchemaVisibility) {}

  /** @returns the relations that are not known as a whole; `null` if all are @throws Forbidden, Unavailable */
  execute(caller: Caller, source: DataSource): Promise<VisibleColumns | null> {
    return this.visibility.visibleTo(caller, source);
  }
}
