import { Injectable } from '@nestjs/common';
import { SchemaNotDiscovered } from '../domain/data-source.errors.js';
import { type Engine, foldsNames } from '../domain/engine.js';
import { type LocatedRelation, type NamedRelation, RelationNames } from './ports/relation-names.js';

/** Enough to offer as a choice. */
const MOST_OF_EACH = 10;

/** Tells which relations of a data source, that the caller has entered already, the names in a statement mean. */
@Injectable()
export class LocateRelations {
  constructor(private readonly names: RelationNames) {}

  /**
   * Names are told apart as the engine does: by PostgreSQL and MySQL exactly, by SQLite and DuckDB in any case.
   * @returns for each name, in their order, the ten first that it may mean: none, one or several
   * @throws SchemaNotDiscovered
   */
  async execute(
    source: { readonly id: number; readonly engine: Engine },
    names: readonly NamedRelation[],
  ): Promise<readonly (readonly LocatedRelation[])[]> {
    const located = await this.names.locate(source.id, names, foldsNames(source.engine), MOST_OF_EACH);
    if (located === null) throw new SchemaNotDiscovered();
    return located;
  }
}
