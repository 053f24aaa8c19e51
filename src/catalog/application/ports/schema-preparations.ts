import type { ReadingLimits } from '../../../engines/catalog-reader/reading.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import type { Snapshot } from '../../domain/snapshot.js';

/** Values that were read of a column. */
export interface ReadValues {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** A context above this one implements it: what is made of a schema that was read, so that questions can be asked about it. */
export abstract class SchemaPreparations {
  /** Reads the values that may be shown, as far as they can be read now. @param userId who asked for the discovery */
  abstract sample(
    source: DataSource,
    snapshot: Pick<Snapshot, 'parts' | 'facts'>,
    userId: number | null,
    limits: ReadingLimits,
  ): Promise<readonly ReadValues[]>;
  /** Within the unit of work that makes the schema the current one. */
  abstract keep(dataSourceId: number, samples: readonly ReadValues[]): Promise<void>;
  /** For questions to come. Never throws. @param isOver is asked when its turn has come */
  abstract prepare(dataSourceId: number, isOver: () => boolean): Promise<void>;
}
