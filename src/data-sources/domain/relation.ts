/** What is discovered of a database. Names are as the engine stores them: any text, hostile text included. */
export const RELATION_KINDS = ['table', 'partitioned_table', 'foreign_table', 'view', 'materialized_view'] as const;

export type RelationKind = (typeof RELATION_KINDS)[number];

export interface Column {
  readonly name: string;
  /** In full, as the engine writes it: `numeric(10,2)`, `character varying(40)[]`, `enum('a','b')`. */
  readonly type: string;
  readonly nullable: boolean;
  /** The expression; of a generated column the one that computes it. */
  readonly default: string | null;
  readonly generated: 'stored' | 'virtual' | null;
  readonly identity: 'always' | 'by_default' | null;
  readonly comment: string | null;
  /** Whether the role that connected may select it. */
  readonly readable: boolean;
  /** The labels of an enumerated type, in its order. */
  readonly values: readonly string[] | null;
}

export interface Key {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface ForeignKey extends Key {
  readonly target: { readonly schema: string; readonly relation: string; readonly columns: readonly string[] };
  readonly onUpdate: ReferentialAction;
  readonly onDelete: ReferentialAction;
}

export const REFERENTIAL_ACTIONS = ['no_action', 'restrict', 'cascade', 'set_null', 'set_default'] as const;

export type ReferentialAction = (typeof REFERENTIAL_ACTIONS)[number];

export interface Check {
  readonly name: string;
  readonly expression: string;
}

export interface Index {
  readonly name: string;
  /** Column names, or the text of an expression. */
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Condition of a partial index. */
  readonly predicate: string | null;
}

/** It is not a table of its own: it is listed under its parent. */
export interface Partition {
  readonly name: string;
  readonly bound: string;
}

/** The partitions of a partitioned table. */
export interface Partitions {
  /** All levels together. */
  readonly count: number;
  /** Such as `RANGE (day)`. */
  readonly by: string;
  /** At most a thousand of them. */
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
  /** All of them, those behind keys included. */
  readonly indexes: readonly Index[];
  readonly partitions: Partitions | null;
  /** Body of a view. */
  readonly definition: string | null;
}

/** Enumerated types and domains of a schema. */
export interface UserType {
  readonly kind: 'enum' | 'domain';
  readonly name: string;
  readonly comment: string | null;
  /** Labels of an enumerated type, in its order; empty for a domain. */
  readonly values: readonly string[];
  /** For a domain: the type that it is made of, and its checks. */
  readonly base: string | null;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly checks: readonly string[];
}

export function isView(kind: RelationKind): boolean {
  return kind === 'view' || kind === 'materialized_view';
}

/**
 * The counting rule: tables are ordinary and foreign ones and the parents of partitions, but no partition; views are plain and
 * materialized ones; columns are the live columns of exactly those.
 */
export interface Counts {
  readonly tables: number;
  readonly views: number;
  readonly columns: number;
}
