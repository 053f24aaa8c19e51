import type { Movement, QualifiedName } from './schema-followers.js';

export abstract class MovedRelations {
  /** What became of these names with the current snapshot; looked for in all that are kept. */
  abstract since(dataSourceId: number, names: readonly QualifiedName[]): Promise<Movement>;
}
