import { Injectable } from '@nestjs/common';
import { SchemaNotDiscovered } from '../domain/catalog.errors.js';
import { type Engine, foldsNames, isFileEngine } from '../../engines/catalog-reader/engine.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import { type LocatedRelation, type NamedRelation, RelationNames } from './ports/relation-names.js';

/** Enough to offer as a choice. */
const MOST_OF_EACH = 10;
/** The schema of names without one, in file-based engines. */
const PATH_OF_FILES: readonly string[] = ['main'];

/** Says which relations of a data source the names in a statement mean. The caller has entered the data source already. */
@Injectable()
export class LocateRelations {
  constructor(private readonly names: RelationNames) {}

  /**
   * Names are told apart as the engine does: by PostgreSQL and MySQL exactly, by SQLite and DuckDB in any case. A relation that
   * may not be read competes with none that may; of those, the first on the path of the source is meant.
   * @param facts of the source, as far as they are known
   * @returns for each name, in their order, the ten first that it may mean: none, one or several
   * @throws SchemaNotDiscovered
   */
  async execute(
    source: { readonly id: number; readonly engine: Engine },
    names: readonly NamedRelation[],
    facts: SourceFacts | null,
  ): Promise<readonly (readonly LocatedRelation[])[]> {
    const path = isFileEngine(source.engine) ? PATH_OF_FILES : (facts?.searchPath ?? []);
    const located = await this.names.locate(source.id, names, foldsNames(source.engine), path, MOST_OF_EACH);
    if (located === null) throw new SchemaNotDiscovered();
    return located.map((choices) => meant(choices, path));
  }
}

/** @param choices those first that may be read, and of these those first that are on the path */
function meant(choices: readonly LocatedRelation[], path: readonly string[]): readonly LocatedRelation[] {
  const [first] = choices;
  if (first === undefined) return [];
  if (!first.isReadable || path.includes(first.schema)) return [first];
  return choices.filter(({ isReadable }) => isReadable);
}
