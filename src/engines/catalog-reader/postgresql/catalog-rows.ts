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
];
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
  method: string | null,
];
export type ViewRow = [relation: string, definition: string | null];
export type GrantRow = [relation: string, number: string];
export type PartitionRow = [root: string, count: string, rows: string | null, by: string | null, bounds: string | null];
export type TypeRow = [type: string, modifier: string, text: string, notNull: string, labels: string | null, collation: string];
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
