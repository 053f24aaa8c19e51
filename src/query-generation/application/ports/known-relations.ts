import type { QualifiedName, RelationUse } from '../../domain/judgement.js';
import type { Source } from './sources.js';

/** What the cached schema has under a name, in whichever of the schemas; none, one, or several. */
export type Candidates = readonly (QualifiedName & { readonly isReadable: boolean })[];

export abstract class KnownRelations {
  /** In the order of the uses. @throws SchemaNotDiscovered */
  abstract candidates(source: Source, uses: readonly RelationUse[]): Promise<readonly Candidates[]>;
}
