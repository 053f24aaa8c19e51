import type { Column } from '../../engines/catalog-reader/relation.js';

export interface ComputedColumn {
  /** The columns of the same relation whose values it may show, through other computed columns too; empty for others. */
  readonly computedFrom: readonly string[];
}

/** @returns the columns that the connected role may read */
export function readableColumns({ columns }: { readonly columns: readonly Column[] }): readonly (Column & ComputedColumn)[] {
  const computed = columns.filter(isComputed);
  const reads = new Map(computed.map((column) => [column.name, columnsRead(column, columns)]));
  return columns
    .filter(({ readable }) => readable)
    .map((column) => ({ ...column, computedFrom: reads.has(column.name) ? through(column.name, reads) : [] }));
}

function isComputed({ generated, otherExpressions = [] }: Column): boolean {
  return generated !== null || otherExpressions.length > 0;
}

/** Through computed columns over computed columns. */
function through(name: string, reads: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const left = [name];
  for (let one = left.pop(); one !== undefined; one = left.pop())
    for (const other of reads.get(one) ?? [])
      if (!found.has(other)) {
        found.add(other);
        left.push(other);
      }
  found.delete(name);
  return [...found];
}

/**
 * Judged by the texts of its expressions. Every word counts, even in a literal: that may give a column too many, never one too few. If the
 * texts do not tell, all columns count.
 */
function columnsRead(column: Column, columns: readonly Column[]): readonly string[] {
  const { default: expression, generated, otherExpressions = [] } = column;
  const texts = [...(generated === null ? [] : [expression ?? '']), ...otherExpressions];
  const others = columns.filter(({ name }) => name !== column.name).map(({ name }) => name);
  return texts.some((text) => isUntold(text, others)) ? others : others.filter((name) => texts.some((text) => mayName(text, name)));
}

/** A function that a user has made, or an operator, is written with its schema: nothing says what it reads. */
const OF_USER = /\.\s*(?:"(?:[^"]|"")*"|[\p{L}\p{N}\p{M}_$]+)\s*\(|\bOPERATOR\s*\(/iu;
/** DuckDB: a column by its place. */
const BY_PLACE = /#\s*\d/;
const IN_BACKTICKS = /`((?:[^`]|``)*)`/g;

function isUntold(text: string, names: readonly string[]): boolean {
  // Only the beginning of longer texts is kept.
  if (text === '' || text.endsWith('...') || OF_USER.test(text) || BY_PLACE.test(text)) return true;
  // A column that the role does not see may be computed from any other.
  return [...text.matchAll(IN_BACKTICKS)].some(
    ([, quoted = '']) => !names.some((name) => folded(name) === folded(quoted.replaceAll('``', '`'))),
  );
}

const PLAIN = /^[\p{L}\p{N}\p{M}_$]+$/u;
const WITH_SPACES = /^[\p{L}\p{N}\p{M}_$ .,:;/()%&+-]+$/u;

function mayName(text: string, name: string): boolean {
  if (PLAIN.test(name)) return wordsOf(text).has(folded(name));
  // Engines write quotes and signs in a name in ways of their own.
  return WITH_SPACES.test(name) ? folded(text).includes(folded(name)) : true;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)].map(([word]) => folded(word)));
}

function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}
