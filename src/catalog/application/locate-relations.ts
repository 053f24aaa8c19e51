import { Injectable } from '@nestjs/common';
import { RecentBySize } from '../../shared/recent-by-size.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { SchemaNotDiscovered } from '../domain/catalog.errors.js';
import { foldsNames, isFileEngine } from '../../engines/catalog-reader/engine.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';
import { type LocatedRelation, type NamedRelation, RelationNames } from './ports/relation-names.js';

/** Enough to offer as a choice. */
const MOST_OF_EACH = 10;
/** Limit of what stays in memory, as JSON. */
const MOST_BYTES = 4 * 1024 * 1024;
/** The schema of names without one, in file-based engines. */
const PATH_OF_FILES: readonly string[] = ['main'];

type Located = readonly (readonly LocatedRelation[])[];

/** Says which relations of a data source the names in a statement mean. The caller has entered the data source already. */
@Injectable()
export class LocateRelations {
  /** By schema and names: the same relations are asked for again and again, and a schema that was read does not change. */
  private readonly kept = new RecentBySize<string, { readonly located: Located; readonly bytes: number }>(MOST_BYTES, ({ bytes }) => bytes);

  constructor(private readonly names: RelationNames) {}

  /**
   * Uses the schema of the moment in which the source was entered. Names are compared as the engine does: exactly by PostgreSQL, in any
   * case by SQLite and DuckDB, and by MySQL and MariaDB as `lower_case_table_names` says. An unreadable relation never competes with a
   * readable one; of the readable ones, the first on the path of the source is meant.
   * @param facts of the source, as far as they are known
   * @returns for each name, in their order, the first ten relations that it may mean: none, one or several
   * @throws SchemaNotDiscovered
   */
  async execute(
    source: Pick<DataSource, 'id' | 'engine' | 'moment'>,
    names: readonly NamedRelation[],
    facts: SourceFacts | null,
  ): Promise<Located> {
    const path = isFileEngine(source.engine) ? PATH_OF_FILES : (facts?.searchPath ?? []);
    const schema = source.moment?.schema ?? null;
    const nameCase = facts?.nameCase ?? null;
    const wanted = nameCase === 'lower' ? names.map(inSmallLetters) : names;
    const folds = nameCase !== null || foldsNames(source.engine);
    const key = JSON.stringify([schema?.id, path, folds, wanted.map(({ schema: of, name }) => [of, name])]);
    const known = schema === null ? undefined : this.kept.get(key);
    if (known !== undefined) return known.located;
    const found = await this.names.locate(source.id, schema?.id ?? null, wanted, folds, path, MOST_OF_EACH);
    if (found === null) throw new SchemaNotDiscovered();
    const located = found.map((choices) => meant(choices, path));
    if (schema !== null) this.kept.hold([key, { located, bytes: key.length + JSON.stringify(located).length }]);
    return located;
  }
}

/** @param choices readable ones first, and of these the ones on the path first */
function meant(choices: readonly LocatedRelation[], path: readonly string[]): readonly LocatedRelation[] {
  const [first] = choices;
  if (first === undefined) return [];
  if (!first.isReadable || path.includes(first.schema)) return [first];
  return choices.filter(({ isReadable }) => isReadable);
}

/** The server does so with all letters, and not only those of ASCII. */
function inSmallLetters({ schema, name }: NamedRelation): NamedRelation {
  return { schema: schema?.toLowerCase() ?? null, name: name.toLowerCase() };
}
