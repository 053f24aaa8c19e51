import { randomBytes } from 'node:crypto';
import type { Literal } from './restriction.js';

/** Replaces a part of a statement; if the part is empty, it is inserted there. */
export interface Edit {
  readonly position: number;
  readonly end: number;
  readonly text: string;
  /** Whether it stands for a restricted relation. */
  readonly isDerived?: boolean;
}

/** The place of a derived table in what was written, in UTF-16 units. */
export interface WrittenSpan {
  readonly start: number;
  readonly end: number;
}

/** @throws where two edits want one place */
export function written(sql: string, edits: readonly Edit[]): { readonly statement: string; readonly spans: readonly WrittenSpan[] } {
  let statement = '';
  let from = 0;
  const spans: WrittenSpan[] = [];
  for (const { position, end, text, isDerived } of [...edits].sort((a, b) => a.position - b.position)) {
    if (position < from) throw new RangeError('Two parts of the statement were to be written at one place.');
    statement += sql.slice(from, position);
    if (isDerived === true) spans.push({ start: statement.length, end: statement.length + text.length });
    statement += text;
    from = end;
  }
  return { statement: statement + sql.slice(from), spans };
}

/** Values that a statement names by their number instead of holding them: the keys of masks above all. */
export class OutsideValues {
  readonly values: Literal[] = [];

  /** @returns its number, from 0 */
  numberOf(value: Literal): number {
    const known = this.values.indexOf(value);
    return known === -1 ? this.values.push(value) - 1 : known;
  }
}

/** An alias that nobody can guess, for the relation within each derived table of one statement. */
export function hiddenAlias(): string {
  return `h${randomBytes(8).toString('hex')}`;
}
