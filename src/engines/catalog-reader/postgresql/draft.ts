import type { Check, Column, EngineIds, ExclusionConstraint, ForeignKey, Index, Key, Policy, Trigger } from '../relation.js';
import type { ListedRow, PartitionRow } from './catalog-rows.js';
import type { ForeignRow } from './further-statements.js';

/** A relation while it is put together. */
export interface Draft {
  readonly listed: ListedRow;
  /** Comments by the number of the column; 0 is the relation's own. Most relations have none. */
  comments: Map<string, string> | undefined;
  defaults: Map<string, string | null> | undefined;
  otherExpressions: Map<string, readonly string[]> | undefined;
  granted: Set<string> | undefined;
  readonly columns: Column[];
  /** The numbers of the columns, in their order. */
  readonly numbers: string[];
  primaryKey: Key | null;
  readonly foreignKeys: ForeignKey[];
  readonly uniqueKeys: Key[];
  readonly checks: Check[];
  readonly indexes: Index[];
  partitions: PartitionRow | null;
  definition: string | null;
  readonly exclusionConstraints: ExclusionConstraint[];
  readonly triggers: Trigger[];
  readonly policies: Policy[];
  readonly parents: { readonly schema: string; readonly name: string }[];
  foreign: ForeignRow | null;
  readonly ids: Readonly<Record<Exclude<keyof EngineIds, 'self' | 'columns' | 'foreignKeyTargets'>, number[]>>;
  readonly targets: string[];
}

export function draftOf(listed: ListedRow): Draft {
  return {
    listed,
    comments: undefined,
    defaults: undefined,
    otherExpressions: undefined,
    granted: undefined,
    columns: [],
    numbers: [],
    primaryKey: null,
    foreignKeys: [],
    uniqueKeys: [],
    checks: [],
    indexes: [],
    partitions: null,
    definition: null,
    exclusionConstraints: [],
    triggers: [],
    policies: [],
    parents: [],
    foreign: null,
    ids: {
      primaryKey: [],
      foreignKeys: [],
      uniqueKeys: [],
      checks: [],
      exclusionConstraints: [],
      indexes: [],
      triggers: [],
      policies: [],
      parents: [],
    },
    targets: [],
  };
}
