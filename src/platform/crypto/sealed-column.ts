/**
 * A column whose values are sealed under the context `<table>.<column>:<key>`; rotation of the master key walks them all.
 * `key` is a column that is unique and not null.
 */
export interface SealedColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
}
