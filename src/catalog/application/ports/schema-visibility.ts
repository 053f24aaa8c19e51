import type { Caller } from '../../../shared/caller.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import type { VisibleColumns } from '../../domain/visible-part.js';

/** A context above this one implements it: which part of a schema policies let a person know. */
export abstract class SchemaVisibility {
  /**
   * @param when `ever`: includes relations that are gone or have another name now; those that policies name are not known
   * @returns the relations that are not known as a whole; `null` if all are @throws Forbidden, Unavailable
   */
  abstract visibleTo(caller: Caller, source: DataSource, when?: 'now' | 'ever'): Promise<VisibleColumns | null>;
}
