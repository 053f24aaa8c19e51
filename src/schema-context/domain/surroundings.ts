import type { SchemaIndex } from './schema-index.js';
import type { IndexedRelation } from './word-index.js';

/** The limit of relations that point to a hit. */
const MOST_POINTING = 30;

interface Key {
  readonly contentId: number;
  readonly ordinal: number;
}

/** A hit or a neighbour of one. */
export interface Near extends Key {
  readonly schema: string;
  readonly name: string;
  readonly columns: number;
  /** How many relations of these schemas point to it, readable or not. */
  readonly pointed: number;
  /** To which of the others it points, as `content:ordinal`. */
  readonly targets: readonly string[];
}

/** @param from absent where it cannot be read */
type LinkVisitor = (
  schema: SchemaIndex,
  ordinal: number,
  from: IndexedRelation | undefined,
  target: SchemaIndex,
  to: IndexedRelation,
) => void;

/**
 * Hits, and what foreign keys connect with the first of them, in the order of their keys.
 * @param first the number of hits whose neighbours are wanted
 */
export function surroundings(schemas: readonly SchemaIndex[], hits: readonly Key[], first: number): readonly Near[] {
  const inOrder = [...schemas].sort((one, other) => one.contentId - other.contentId);
  const keys = keysOf(inOrder, hits, first);
  const pointing = new Map<IndexedRelation, Set<string>>();
  const targets = new Map<IndexedRelation, Set<string>>();
  visitLinks(inOrder, (schema, ordinal, from, _target, to) => {
    const target = keys.get(to);
    if (target === undefined) return;
    entryOf(pointing, to).add(keyOf({ contentId: schema.contentId, ordinal }));
    if (from !== undefined && from !== to && keys.has(from)) entryOf(targets, from).add(target.id);
  });
  const near = [...keys].map(
    ([
      relation,
      {
        schema: { contentId, schema },
      },
    ]): Near => {
      const { ordinal, name, columns } = relation;
      const pointed = pointing.get(relation)?.size ?? 0;
      return { contentId, ordinal, schema, name, columns, pointed, targets: [...(targets.get(relation) ?? [])].sort() };
    },
  );
  return near.sort((one, other) => one.contentId - other.contentId || one.ordinal - other.ordinal);
}

export function keyOf({ contentId, ordinal }: Key): string {
  return `${contentId}:${ordinal}`;
}

function keysOf(schemas: readonly SchemaIndex[], hits: readonly Key[], first: number) {
  const byContent = new Map(schemas.map((schema) => [schema.contentId, schema]));
  const keys = new Map<IndexedRelation, { readonly schema: SchemaIndex; readonly id: string }>();
  const add = (schema: SchemaIndex, relation: IndexedRelation): void => {
    keys.set(relation, { schema, id: keyOf({ contentId: schema.contentId, ordinal: relation.ordinal }) });
  };
  const best = new Set<IndexedRelation>();
  for (const [place, { contentId, ordinal }] of hits.entries()) {
    const schema = byContent.get(contentId);
    const relation = schema?.at(ordinal);
    if (schema === undefined || relation === undefined) continue;
    add(schema, relation);
    if (place < first) best.add(relation);
  }
  const pointing = new Map<IndexedRelation, number>();
  visitLinks(schemas, (schema, _ordinal, from, target, to) => {
    if (from !== undefined && best.has(from)) add(target, to);
    if (!best.has(to)) return;
    const count = (pointing.get(to) ?? 0) + 1;
    pointing.set(to, count);
    if (from !== undefined && count <= MOST_POINTING) add(schema, from);
  });
  return keys;
}

/** Visits the links whose target can be read. */
function visitLinks(schemas: readonly SchemaIndex[], visit: LinkVisitor): void {
  const bySchema = new Map(schemas.map((schema) => [schema.schema, schema]));
  for (const schema of schemas)
    for (const { ordinal, from, to: own, targetSchema, targetName } of schema.links) {
      const target = own === undefined ? bySchema.get(targetSchema) : schema;
      const to = own ?? target?.named(targetName);
      if (target !== undefined && to !== undefined) visit(schema, ordinal, from, target, to);
    }
}

function entryOf<K, V>(sets: Map<K, Set<V>>, key: K): Set<V> {
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = new Set<V>();
  sets.set(key, made);
  return made;
}
