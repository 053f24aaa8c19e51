import { byCodeUnits } from '../../shared/by-code-units.js';
import type { SchemaIndex } from './schema-index.js';
import type { IndexedRelation } from './word-index.js';

export interface Weighed {
  readonly contentId: number;
  readonly ordinal: number;
  readonly schema: string;
  readonly name: string;
}

/** Less than any weight. */
const OF_EXTENSION = -1_000;

/**
 * First what no extension brought, then by how many foreign keys go out and come in, then by rows, then by name.
 * @param rows the estimates that are known, by content and ordinal
 */
export function weightOrder(
  schemas: readonly SchemaIndex[],
  rows: ReadonlyMap<number, ReadonlyMap<number, number>>,
  most: number,
): Weighed[] {
  const links = linksOf(schemas);
  const weights = schemas.map(({ contentId, words }) => {
    const estimates = rows.get(contentId);
    return Float64Array.from(words.relations, (relation) => {
      const estimate = Math.max(estimates?.get(relation.ordinal) ?? 0, 0);
      const base = relation.isOfExtension === true ? OF_EXTENSION : 0;
      return base + Math.log1p(links.get(relation) ?? 0) + Math.log1p(estimate) / 10;
    });
  });
  // Only what may be among the first is put in order: texts take long to compare, and most relations weigh the same.
  const least =
    Float64Array.from(weights.flatMap((some) => [...some]))
      .sort()
      .at(-most) ?? 0;
  return schemas
    .flatMap(({ contentId, schema, words }, number) =>
      words.relations.flatMap(({ ordinal, name }, at) => {
        const weight = weights[number]?.[at] ?? 0;
        return weight < least ? [] : [{ contentId, ordinal, schema, name, weight }];
      }),
    )
    .sort((one, other) => other.weight - one.weight || byCodeUnits(one.schema, other.schema) || byCodeUnits(one.name, other.name))
    .slice(0, most)
    .map(({ weight: _weight, ...relation }) => relation);
}

function linksOf(schemas: readonly SchemaIndex[]): ReadonlyMap<IndexedRelation, number> {
  const bySchema = new Map(schemas.map((schema) => [schema.schema, schema]));
  const counts = new Map<IndexedRelation, number>();
  const count = (relation: IndexedRelation | undefined): void => {
    if (relation !== undefined) counts.set(relation, (counts.get(relation) ?? 0) + 1);
  };
  for (const { links } of schemas)
    for (const { from, to, targetSchema, targetName } of links) {
      count(from);
      count(to ?? bySchema.get(targetSchema)?.named(targetName));
    }
  return counts;
}
