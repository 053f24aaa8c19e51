import { restricted } from './relation-violations.js';
import { type RestrictedUse, reasonOfCause } from './restriction.js';
import type { Violation } from './judgement.js';
import { StatementBlocks, type Block, type Piece } from './statement-blocks.js';

/** A relation at its place, in UTF-16 units. */
export interface PlacedUse {
  readonly use: RestrictedUse;
  readonly position: number;
}

/** What may name a column. */
export interface ColumnName {
  readonly name: string;
  /** The name of the relation, if it is written. */
  readonly qualifier: string | null;
  readonly position: number;
}

interface NamedRelation {
  readonly block: Block;
  readonly names: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/**
 * In a query within another one an engine looks for a column that the relations there do not have in the query around:
 * `email IN (SELECT email FROM vip)` compares each address with itself where that of `vip` is hidden. So a name that a restriction has
 * taken away from its relation is refused, as one that exists nowhere. If nothing is around the query, the engine says so itself.
 *
 * @param pieces of the statement, in their order
 */
export function removedNameIn(pieces: readonly Piece[], uses: readonly PlacedUse[], columns: readonly ColumnName[]): Violation | null {
  const removed = new Set(uses.flatMap(({ use }) => [...removedFrom(use)]));
  const suspects = columns.filter(({ name }) => removed.has(name.toLowerCase()));
  if (suspects.length === 0) return null;
  const blocks = new StatementBlocks(pieces);
  const relations = uses.map(({ use, position }): NamedRelation => {
    const shown = use.restriction === null ? (use.columns ?? []) : use.restriction.columns.map(({ name }) => name);
    const names = new Set([use.name, blocks.aliasBehind(position)].map((name) => name.toLowerCase()));
    const block = blocks.at(position);
    return { block, names, shown: new Set(shown.map((name) => name.toLowerCase())), removed: removedFrom(use) };
  });
  const found = suspects.find((column) => isTakenFromAround(column, relations, blocks));
  return found === undefined ? null : restricted(found.position, reasonOfCause('unknown_column'));
}

/** Whether any name may be refused at all. */
export function hidesColumns(uses: readonly RestrictedUse[]): boolean {
  return uses.some((use) => removedFrom(use).size > 0);
}

function removedFrom({ restriction, columns = [] }: RestrictedUse): ReadonlySet<string> {
  if (restriction === null) return new Set();
  const shown = new Set(restriction.columns.map(({ name }) => name));
  return new Set(columns.filter((name) => !shown.has(name)).map((name) => name.toLowerCase()));
}

/** Goes outwards from the query in which the name stands, to the first that has, or had, a column of that name. */
function isTakenFromAround(
  { name, qualifier, position }: ColumnName,
  relations: readonly NamedRelation[],
  blocks: StatementBlocks,
): boolean {
  const [column, relation] = [name.toLowerCase(), qualifier?.toLowerCase()];
  for (let block: Block | null = blocks.at(position); block !== null; block = blocks.around(block)) {
    const here = relations.filter((one) => blocks.isSame(one.block, block) && (relation === undefined || one.names.has(relation)));
    if (here.some(({ shown }) => shown.has(column))) return false;
    if (!here.some(({ removed }) => removed.has(column))) continue;
    if (blocks.around(block) === null) return false;
    if (relation !== undefined) return blocks.isNamedOutside(relation, block);
    return !blocks.sortsByAlias(column, position, block);
  }
  return false;
}

/**
 * The names that may be column names, if there is no tree.
 * @param names of all kinds
 */
export function columnsAmong(
  names: readonly { readonly name: string; readonly position: number }[],
  pieces: readonly Piece[],
  uses: readonly PlacedUse[],
): ColumnName[] {
  const indexes = new Map(pieces.map(({ start }, index) => [start, index]));
  const nameAt = new Map(names.map(({ name, position }) => [position, name]));
  const relations = new Set(uses.map(({ position }) => position));
  return names.flatMap(({ name, position }): ColumnName[] => {
    const index = indexes.get(position) ?? -1;
    const [next, before, qualifier] = [pieces[index + 1], pieces[index - 1], pieces[index - 2]];
    const isOther = next?.text === '.' || next?.text === '(' || before?.text.toUpperCase() === 'AS';
    if (isOther || relations.has(position)) return [];
    const isQualified = before?.text === '.' && qualifier !== undefined;
    return [{ name, qualifier: isQualified ? (nameAt.get(qualifier.start) ?? '') : null, position }];
  });
}
