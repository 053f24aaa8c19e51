/** Weight is about what a view's body adds, in columns. */
export type ListedRow = [
  schema: string,
  oid: string,
  name: string,
  kind: string,
  columns: string,
  rows: string | null,
  readable: string,
  weight: string,
  security: string,
  forcedSecurity: string,
  options: string | null,
  extension: string | null,
];
export type EstimateRow = [schema: string, oid: string, name: string, kind: string, rows: string | null];
export type ColumnRow = [
  relation: string,
  number: string,
  name: string,
  type: string,
  modifier: string,
  notNull: string,
  identity: string,
  generated: string,
  collation: string,
];
export type DefaultRow = [relation: string, number: string, expression: string | null];
export type OtherExpressionRow = [relation: string, number: string, expression: string | null];
export type CommentRow = [relation: string, number: string, text: string];
export type ConstraintRow = [
  relation: string,
  name: string,
  kind: string,
  columns: string | null,
  target: string,
  targetColumns: string | null,
  onUpdate: string,
  onDelete: string,
  expression: string | null,
  oid: string,
  deferrable: string,
  validated: string,
  comment: string | null,
  operators: string | null,
  index: string,
  /** Letters: `f` MATCH FULL, `i` NO INHERIT, `p` PERIOD or WITHOUT OVERLAPS, `n` NOT ENFORCED. */
  flags: string,
  /** What ON DELETE SET NULL or SET DEFAULT changes, where it is not all of the key. */
  emptied: string | null,
];
export type IndexRow = [
  relation: string,
  name: string,
  unique: string,
  columns: string,
  expressions: string | null,
  predicate: string | null,
  oid: string,
  comment: string | null,
  /** `null` for a B-tree. */
  method: string | null,
  /** For each key column: 1 DESC, 2 NULLS FIRST. */
  orders: string,
  included: string | null,
  options: string | null,
  /** Places of key columns, each with its collation or operator class that is not the usual one. */
  compared: string | null,
];
export type ViewRow = [relation: string, definition: string | null];
export type GrantRow = [relation: string, number: string];
export type PartitionRow = [root: string, count: string, rows: string | null, by: string | null, bounds: string | null];
export type TypeRow = [
  type: string,
  modifier: string,
  text: string,
  notNull: string,
  labels: string | null,
  collation: string,
  attributes: string | null,
];
export type TargetRow = [relation: string, schema: string, name: string, number: string, column: string];
export type UserTypeRow = [
  schema: string,
  kind: string,
  name: string,
  comment: string | null,
  labels: string | null,
  base: string | null,
  notNull: string,
  fallback: string | null,
  checks: string | null,
  attributes: string | null,
];
