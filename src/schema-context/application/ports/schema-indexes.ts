import type { SchemaIndex } from '../../domain/schema-index.js';
import type { Scope } from '../../../catalog/application/open-schema.js';

/** What questions are ranked by. Readings never change, so their indexes need not be made for each question. */
export abstract class SchemaIndexes {
  /** The indexes of the readings that belong to the data source. */
  abstract of(scope: Scope): Promise<readonly SchemaIndex[]>;
}
