import { placeOf } from '../../shared/qualified-name.js';
import type { Relation } from './relation.js';

/** What the role cannot see of the target of a foreign key: `null` for all of it, otherwise the hidden columns. */
export type HiddenColumns = ReadonlyMap<string, readonly string[] | null>;

/**
 * A relation without the columns that the connected role may not read, and without keys that name such columns.
 * @param hidden what is hidden of the targets of its foreign keys; a target that is missing here counts as hidden
 */
export function readablePart(relation: Relation, hidden: HiddenColumns): Relation {
  const columns = relation.columns.filter(({ readable }) => readable);
  const names = new Set(columns.map(({ name }) => name));
  const seen = (key: { readonly columns: readonly string[] }): boolean => key.columns.every((name) => names.has(name));
  const { primaryKey } = relation;
  return {
    ...relation,
    columns,
    primaryKey: primaryKey !== null && seen(primaryKey) ? primaryKey : null,
    foreignKeys: relation.foreignKeys.filter((key) => {
      const { schema, relation: name, columns: target } = key.target;
      const unseen = hidden.get(placeOf(schema, name));
      return seen(key) && Array.isArray(unseen) && !target.some((column) => unseen.includes(column));
    }),
  };
}

/**
 * The part of a wide relation that a question is likely to need: the columns that it names, then keys, then the first columns.
 * @param relevance how much of the question the name of a column matches
 */
export function abridged(relation: Relation, relevance: (columnName: string) => number, most: number): Relation {
  const keys = new Set([relation.primaryKey, ...relation.foreignKeys].flatMap((key) => key?.columns ?? []));
  const worth = relation.columns.map(({ name }) => ({ name, value: 2 * relevance(name) + (keys.has(name) ? 1 : 0) }));
  const kept = new Set(
    worth
      .sort((a, b) => b.value - a.value)
      .slice(0, most)
      .map(({ name }) => name),
  );
  const whole = (key: { readonly columns: readonly string[] }): boolean => key.columns.every((name) => kept.has(name));
  const { primaryKey } = relation;
  return {
    ...relation,
    columns: relation.columns.filter(({ name }) => kept.has(name)),
    primaryKey: primaryKey !== null && whole(primaryKey) ? primaryKey : null,
    foreignKeys: relation.foreignKeys.filter(whole),
  };
}
