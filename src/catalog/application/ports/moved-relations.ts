import type { Movement } from './schema-followers.js';
import type { QualifiedName } from '../../../shared/qualified-name.js';

export abstract class MovedRelations {
  /** What became of these names with the current snapshot. All kept snapshots are searched. */
  abstract since(dataSourceId: number, names: readonly QualifiedName[]): Promise<Movement>;
}
