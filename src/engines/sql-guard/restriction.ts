import type { Violation } from './judgement.js';
import type { QualifiedName } from '../../shared/qualified-name.js';
import type { WrittenColumn } from './written-column.js';

/** A value that a row policy compares with. Attributes of a person have been turned into such values. */
export type Literal = string | number | boolean;

/** A number with more digits than a number of JavaScript holds, written out: digits, and perhaps a sign and a point. */
export interface ExactNumber {
  readonly exact: string;
}

type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** Which rows of a relation a person may see. It uses only columns of that relation, and calls nothing. */
export type RowPredicate =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly RowPredicate[] }
  | { readonly kind: 'not'; readonly term: RowPredicate }
  | {
      readonly kind: 'compare';
      readonly column: string;
      readonly operator: Comparison;
      readonly value: Literal | ExactNumber;
      /** Whether the column holds texts. */
      readonly isText?: boolean;
    }
  /** An empty list shows no row. */
  | {
      readonly kind: 'in';
      readonly column: string;
      readonly values: readonly (Literal | ExactNumber)[];
      readonly isText?: boolean;
      /** Whether the column holds arrays. */
      readonly isArray?: boolean;
    }
  | { readonly kind: 'is_null'; readonly column: string };

/** The type that a column is seen with. @param text the type of texts */
export function shownType({ type, mask }: PermittedColumn, text: string): string {
  return mask?.kind === 'hash' || mask?.kind === 'last_four' ? text : type;
}

/** What replaces the values of a column. `hash` has the key in hexadecimal digits: with equal keys, equal texts have equal hashes. */
export type Mask =
  | { readonly kind: 'null' }
  | { readonly kind: 'hash'; readonly key: string }
  | { readonly kind: 'last_four' }
  | { readonly kind: 'year' };

export const MASK_KINDS = ['null', 'hash', 'last_four', 'year'] as const satisfies readonly Mask['kind'][];

export interface PermittedColumn {
  readonly name: string;
  /** As it was discovered. */
  readonly type: string;
  readonly mask: Mask | null;
}

/** What one person may see of one relation. A relation that no policy restricts for them has none. */
export interface Restriction extends QualifiedName {
  /** As if there were no such relation; then the rest says nothing. */
  readonly isDenied: boolean;
  /** These and no others, in the order of the relation; as if it had no others. */
  readonly columns: readonly PermittedColumn[];
  /** `null`: all rows. */
  readonly rows: RowPredicate | null;
  /** The names of the policies that restrict it. */
  readonly policies: readonly string[];
}

/** One relation that a statement names, as a person may read it. `restriction` is `null`: all of it. */
export interface RestrictedUse extends QualifiedName {
  readonly restriction: Restriction | null;
  /** All columns that it has, including hidden ones, as far as they are known. */
  readonly columns?: readonly string[];
}

/** How to tell what a product costs without asking how many rows are hidden, and of what values. */
export interface Pricing {
  /** Is planned and never run. Its parameters are the numbers of rows that `counting` answers, in one row. */
  readonly statement: string;
  readonly counting: string;
  /** For the parameters of `counting`. */
  readonly values: readonly Literal[];
}

/**
 * The statement to be sent, with the values of its parameters in their order, among them each key of a mask; or why it cannot be
 * restricted. It is fenced if its own conditions must not meet hidden rows.
 */
export type Restricting =
  | {
      readonly ok: true;
      readonly statement: string;
      readonly values: readonly Literal[];
      readonly isFenced: boolean;
      /** For a statement whose cost must be known before it runs. */
      readonly pricing?: Pricing | null;
      /** The parts that policies have written: what a source says about them is not for the person. */
      readonly spans?: readonly { readonly start: number; readonly end: number }[];
      /** Why the engine could not read the person's own statement in a database with only what they may see. */
      readonly refusal?: string | null;
      /** The columns of its result, by the original statement; `null` if the statement names them itself. */
      readonly columns: readonly WrittenColumn[] | null;
    }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/** What was hidden of a relation from the person who asked. Denied columns are not named. */
export interface AppliedRestriction extends QualifiedName {
  readonly filtersRows: boolean;
  readonly maskedColumns: readonly { readonly name: string; readonly mask: Mask['kind'] }[];
  readonly policies: readonly string[];
}

export function hidesRows(uses: readonly RestrictedUse[]): boolean {
  return uses.some(({ restriction }) => restriction !== null && restriction.rows !== null);
}

/** As if there were no such relation. */
export function isHidden({ isDenied, columns }: Restriction): boolean {
  return isDenied || columns.length === 0;
}

export function appliedOf({ schema, name, rows, columns, policies }: Restriction): AppliedRestriction {
  const maskedColumns = columns.flatMap((column) => (column.mask === null ? [] : [{ name: column.name, mask: column.mask.kind }]));
  return { schema, name, filtersRows: rows !== null, maskedColumns, policies };
}

/** Both hold: columns that both permit, rows that both show. */
export function narrowed(one: Restriction, other: Restriction): Restriction {
  const others = new Map(other.columns.map((column) => [column.name, column]));
  const columns = one.columns.flatMap(({ name, type, mask }): PermittedColumn[] => {
    const same = others.get(name);
    return same === undefined ? [] : [{ name, type, mask: stricter(mask, same.mask) }];
  });
  const terms = [one.rows, other.rows].filter((rows) => rows !== null);
  return {
    schema: one.schema,
    name: one.name,
    columns,
    isDenied: one.isDenied || other.isDenied,
    rows: terms.length === 2 ? { kind: 'and', terms } : (terms[0] ?? null),
    policies: [...new Set([...one.policies, ...other.policies])],
  };
}

/** Nobody can say what two different masks would leave together, so the column is null. */
function stricter(one: Mask | null, other: Mask | null): Mask | null {
  if (one === null || other === null) return one ?? other;
  const isSame = one.kind === other.kind && (one.kind !== 'hash' || other.kind !== 'hash' || one.key === other.key);
  return isSame ? one : { kind: 'null' };
}

const REASONS = {
  division_by_zero: 'It divides by zero.',
  out_of_range: 'A value is out of range.',
  cannot_convert: 'A value cannot be converted to the type that the statement asks for.',
  unknown_column:
    'It names a column or relation that does not exist or that you may not see. Look it up in the schema, or ask an administrator.',
  ambiguous_column: 'A column name is ambiguous. Write its relation in front of it.',
  wrong_types: 'A function or operator does not accept values of these types. Masked columns may have another type.',
  not_grouped: 'GROUP BY must list every column that is selected outside an aggregate.',
  many_rows: 'A subquery that must return one row returns several.',
  too_costly: 'Some relations of FROM are not connected, and that would cost too much. Join them on a condition.',
  too_large: 'Part of the result is too large to read. Select less.',
  unnamed_column: 'A column of the result has no name. Name each expression with a subquery with AS.',
  other: 'It cannot run. Headgate does not say why, because policies restrict what you see of this data source.',
} as const;

/** If rows are hidden from a person, so are messages of the source: they may quote these rows. */
export function reasonOfCause(cause: keyof typeof REASONS): (typeof REASONS)[keyof typeof REASONS] {
  return REASONS[cause];
}
