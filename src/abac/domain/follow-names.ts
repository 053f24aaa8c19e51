import type { ColumnTag, ReviewedRelation } from './column-tags.js';
import { type DataRule, type RowCondition, isOfRelation } from './data-policy.js';
import { type FormerName, presumedToBeAny } from './former-names.js';
import { type QualifiedName, isSame, keyOf } from '../../shared/qualified-name.js';

/** A relation before a discovery and after it, told from others by the engine's own number. */
interface Followed {
  readonly before: QualifiedName;
  readonly after: QualifiedName;
  readonly columns: readonly string[];
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Movement {
  readonly followed: readonly Followed[];
  readonly present: readonly QualifiedName[];
  readonly appeared: readonly QualifiedName[];
}

/**
 * What a name has become: the relation under its present names, and the name itself if another relation has it, or nothing is known of it.
 * An additional name never shows more.
 */
function nowOf(place: QualifiedName, { followed, present }: Movement): { moves: readonly Followed[]; stays: boolean } {
  const moves = followed.filter(({ before }) => isSame(before, place));
  const isHere = moves.some(({ after }) => isSame(after, place));
  return { moves, stays: !isHere && (moves.length === 0 || present.some((one) => isSame(one, place))) };
}

export function followRule(rule: DataRule, movement: Movement): readonly DataRule[] {
  if (!isOfRelation(rule)) return [rule];
  const { moves, stays } = nowOf({ schema: rule.schema, name: rule.relation }, movement);
  const moved = moves.flatMap((move): DataRule[] => {
    const at = { schema: move.after.schema, relation: move.after.name };
    if (rule.kind === 'column') return columnsNow(rule.column, move).map((column): DataRule => ({ ...rule, ...at, column }));
    if (rule.kind === 'rows') return [{ ...rule, ...at, where: followCondition(rule.where, move) }];
    return [{ ...rule, ...at }];
  });
  return [...moved, ...(stays ? [rule] : [])];
}

export function followTag(tag: ColumnTag, movement: Movement): readonly ColumnTag[] {
  const { moves, stays } = nowOf({ schema: tag.schema, name: tag.relation }, movement);
  const moved = moves.flatMap((move) =>
    columnsNow(tag.column, move).map((column) => ({
      schema: move.after.schema,
      relation: move.after.name,
      column,
      tag: tag.tag,
    })),
  );
  const { schema, relation, column } = tag;
  return [...moved, ...(stays ? [{ schema, relation, column, tag: tag.tag }] : [])];
}

/** A column that has taken the name of a reviewed one is new. */
export function followReview(review: ReviewedRelation, movement: Movement): readonly ReviewedRelation[] {
  const { moves, stays } = nowOf({ schema: review.schema, name: review.relation }, movement);
  const moved = moves.map(({ after, renamed }) => ({
    schema: after.schema,
    relation: after.name,
    columns: review.columns.flatMap((column) => {
      const now = renamed.get(column);
      if (now !== undefined) return [now];
      return [...renamed.values()].includes(column) ? [] : [column];
    }),
  }));
  return [...moved, ...(stays ? [review] : [])];
}

/** Beyond this number, it is only noted that each new relation may be any of the missing ones. */
const MOST_PAIRS = 2_000;

/** @param names that policies or tags know */
export function formerNamesIn(movement: Movement, names: readonly QualifiedName[]): readonly FormerName[] {
  const certain = movement.followed.flatMap(({ before, after, renamed }): FormerName[] => {
    const at = { schema: after.schema, relation: after.name, wasSchema: before.schema, wasRelation: before.name };
    const columns = [...renamed].map(([wasColumn, column]) => ({ ...at, column, wasColumn, isCertain: true }));
    return isSame(before, after) ? columns : [{ ...at, column: null, wasColumn: null, isCertain: true }, ...columns];
  });
  const found = new Set([...movement.present, ...movement.followed.map(({ before }) => before)].map(keyOf));
  const orphans = names.filter((one) => !found.has(keyOf(one)));
  if (orphans.length * movement.appeared.length > MOST_PAIRS) return [...certain, ...movement.appeared.map(presumedToBeAny)];
  const presumed = orphans.flatMap((orphan) =>
    movement.appeared.map((one): FormerName => ({
      schema: one.schema,
      relation: one.name,
      column: null,
      wasSchema: orphan.schema,
      wasRelation: orphan.name,
      wasColumn: null,
      isCertain: false,
    })),
  );
  return [...certain, ...presumed];
}

/** Its present name, and its old one if another column has that. */
function columnsNow(column: string, { columns, renamed }: Followed): readonly string[] {
  const now = renamed.get(column);
  if (now === undefined) return [column];
  return columns.includes(column) ? [now, column] : [now];
}

function followCondition(condition: RowCondition, move: Followed): RowCondition {
  const of = (one: RowCondition): RowCondition => followCondition(one, move);
  if ('and' in condition) return { and: condition.and.map(of) };
  if ('or' in condition) return { or: condition.or.map(of) };
  if ('not' in condition) return { not: of(condition.not) };
  return { ...condition, column: move.renamed.get(condition.column) ?? condition.column };
}
