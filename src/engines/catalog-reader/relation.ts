import type { Option } from './option.js';

/** The kinds of relations. All names in this file are as the engine stores them: any text, even a hostile one. */
export const RELATION_KINDS = ['table', 'partitioned_table', 'foreign_table', 'view', 'materialized_view'] as const;

export type RelationKind = (typeof RELATION_KINDS)[number];

/** A field of a composite type of PostgreSQL. */
export interface Field {
  readonly name: string;
  readonly type: string;
  /** Those of its own type, if that is one too. */
  readonly fields?: readonly Field[];
}

export interface Column {
  readonly name: string;
  /** The type in full, as the engine writes it: `numeric(10,2)`, `character varying(40)[]`, `enum('a','b')`. */
  readonly type: string;
  readonly nullable: boolean;
  /** The expression of the default, or of a generated column the expression that computes it. */
  readonly default: string | null;
  readonly generated: 'stored' | 'virtual' | null;
  /** PostgreSQL: what computes the column in partitions and in tables that inherit, where that is another expression. */
  readonly otherExpressions?: readonly string[] | undefined;
  readonly identity: 'always' | 'by_default' | null;
  readonly comment: string | null;
  /** Whether the role that connected may select the column. */
  readonly readable: boolean;
  /** The labels of an enumerated type, in its order. */
  readonly values: readonly string[] | null;
  /** Of a composite type or an array of it, a few hundred at most. A diff tells them as changes of the type. */
  readonly fields?: readonly Field[] | undefined;
  /** A few values that an administrator lets the model see; only in a context. */
  readonly samples?: readonly string[];
  /** What the organization says that it holds; only in a context. */
  readonly tags?: readonly string[];
  /** What a policy puts in the place of its values for a person; then the type is that of what they see. */
  readonly masked?: 'null' | 'hash' | 'last_four' | 'year';
  /** Whether it has more labels than these. */
  readonly valuesCut: boolean;
  /** `null` for the usual one of its type. */
  readonly collation: string | null;
  /** What else is unusual about it, in the words of the engine, such as `INVISIBLE`. */
  readonly options: readonly string[];
}

export const DEFERRALS = ['no', 'initially_immediate', 'initially_deferred'] as const;

/** What constraints of all kinds have. */
export interface Constraint {
  readonly name: string;
  /** Whether it may be checked at the end of a transaction, and whether it is unless told otherwise. */
  readonly deferrable: (typeof DEFERRALS)[number];
  /** Whether the rows that were there before it are known to satisfy it. */
  readonly validated: boolean;
  readonly comment: string | null;
  readonly options: readonly Option[];
}

export const PLAIN_CONSTRAINT: Omit<Constraint, 'name'> = { deferrable: 'no', validated: true, comment: null, options: [] };

export interface Key extends Constraint {
  readonly columns: readonly string[];
}

export interface ForeignKey extends Key {
  readonly target: { readonly schema: string; readonly relation: string; readonly columns: readonly string[] };
  readonly onUpdate: ReferentialAction;
  readonly onDelete: ReferentialAction;
}

export const REFERENTIAL_ACTIONS = ['no_action', 'restrict', 'cascade', 'set_null', 'set_default'] as const;

export type ReferentialAction = (typeof REFERENTIAL_ACTIONS)[number];

export interface Check extends Constraint {
  readonly expression: string;
}

export interface Index {
  readonly name: string;
  /** Names of columns, or the texts of expressions. */
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The condition of a partial index. */
  readonly predicate: string | null;
  readonly comment: string | null;
  readonly options: readonly Option[];
}

/** No two rows may have elements for which all the operators hold. */
export interface ExclusionConstraint extends Omit<Constraint, 'options'> {
  /** The kind of its index, such as `gist`. */
  readonly method: string;
  /** Names of columns, or texts of expressions. */
  readonly elements: readonly { readonly expression: string; readonly operator: string }[];
  readonly predicate: string | null;
}

export const TRIGGER_TIMINGS = ['before', 'after', 'instead_of'] as const;
export const TRIGGER_EVENTS = ['insert', 'update', 'delete', 'truncate'] as const;

export interface Trigger {
  readonly name: string;
  readonly timing: (typeof TRIGGER_TIMINGS)[number];
  readonly events: readonly (typeof TRIGGER_EVENTS)[number][];
  /** Of an update it fires for these only; for any where there are none. */
  readonly columns: readonly string[];
  readonly level: 'row' | 'statement';
  readonly condition: string | null;
  /** What it calls, with its schema; or what it runs, in engines where that stands in the trigger itself. */
  readonly function: string | null;
  readonly statement: string | null;
  readonly enabled: boolean;
}

export const POLICY_COMMANDS = ['all', 'select', 'insert', 'update', 'delete'] as const;

export interface Policy {
  readonly name: string;
  readonly command: (typeof POLICY_COMMANDS)[number];
  /** One of these has to let a row through, and each of the others. */
  readonly permissive: boolean;
  readonly roles: readonly string[];
  /** Which rows are there. */
  readonly using: string | null;
  /** Which rows may be written. */
  readonly check: string | null;
}

interface RowSecurity {
  readonly enabled: boolean;
  /** Whether it holds for the owner of the table too. */
  readonly forced: boolean;
  readonly policies: readonly Policy[];
}

/** Where a foreign table really is. */
export interface ForeignTable {
  readonly server: string;
  readonly wrapper: string;
  /** Without the value where that may be a secret. */
  readonly options: readonly { readonly name: string; readonly value: string | null }[];
}

/**
 * The engine's own numbers, which outlive renames: of the relation (with the number of its database, so that no other database has
 * the same), and of its parts in their order, which mean something in the same relation alone.
 */
export interface EngineIds {
  readonly self: string;
  readonly columns: readonly number[];
  readonly primaryKey: readonly number[];
  readonly foreignKeys: readonly number[];
  /** The table and the columns that each of them refers to. */
  readonly foreignKeyTargets: readonly string[];
  readonly parents: readonly number[];
  readonly uniqueKeys: readonly number[];
  readonly checks: readonly number[];
  readonly exclusionConstraints: readonly number[];
  readonly indexes: readonly number[];
  readonly triggers: readonly number[];
  readonly policies: readonly number[];
}

/** A partition does not count as a table: it is listed with its parent. */
export interface Partition {
  readonly name: string;
  readonly bound: string;
}

/** The partitions of a partitioned table. */
export interface Partitions {
  /** The number of partitions of all levels. */
  readonly count: number;
  /** The rule, such as `RANGE (day)`. */
  readonly by: string;
  /** The first partitions, at most a thousand. */
  readonly bounds: readonly Partition[];
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  readonly comment: string | null;
  /** From the engine's statistics; `null` when it has none. */
  readonly rowEstimate: number | null;
  /** Whether the role that connected may select at least one column. */
  readonly readable: boolean;
  readonly columns: readonly Column[];
  readonly primaryKey: Key | null;
  readonly foreignKeys: readonly ForeignKey[];
  readonly uniqueKeys: readonly Key[];
  readonly checks: readonly Check[];
  /** All indexes, with those that serve keys. */
  readonly indexes: readonly Index[];
  readonly partitions: Partitions | null;
  /** The query of a view. */
  readonly definition: string | null;
  readonly exclusionConstraints: readonly ExclusionConstraint[];
  readonly triggers: readonly Trigger[];
  /** `null` if row security is off and there are no policies. */
  readonly rowSecurity: RowSecurity | null;
  /** The tables that it inherits from, in their order. */
  readonly parents: readonly { readonly schema: string; readonly name: string }[];
  readonly foreign: ForeignTable | null;
  /** What else is unusual about it, in the words of the engine; `null`: an older version has read it, without options of anything. */
  readonly options: readonly string[] | null;
  /** The extension that brought it; only while it is read. */
  readonly extension?: string;
  /** False for what was read before all of this was: of constraints that are not plain, and the five above, nothing is known then. */
  readonly complete: boolean;
  /** `null` for engines without numbers that last. */
  readonly ids: EngineIds | null;
}

export const NOTHING_FURTHER = {
  exclusionConstraints: [],
  triggers: [],
  rowSecurity: null,
  parents: [],
  foreign: null,
  options: [],
} satisfies Partial<Relation>;

export function isView(kind: RelationKind): boolean {
  return kind === 'view' || kind === 'materialized_view';
}

/**
 * The counting rule: tables are ordinary tables, foreign tables and the parents of partitions, but not the partitions. Views are
 * plain and materialized views. Columns are the existing columns of these tables and views.
 */
export interface Counts {
  readonly tables: number;
  readonly views: number;
  readonly columns: number;
}
