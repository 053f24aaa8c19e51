import { say } from '../../shared/sentence.js';
import type { Violation } from './judgement.js';
import { restricted } from './relation-violations.js';
import type { ExactNumber, Literal, RestrictedUse, RowPredicate } from './restriction.js';

/**
 * These engines get values in the statement. SQLite works out each in six steps, of which it may have fifty thousand, and takes a million
 * characters; DuckDB has as much memory to read it.
 */
const LIMITS = {
  sqlite: { name: 'SQLite', values: 7_500, characters: 900_000 },
  duckdb: { name: 'DuckDB', values: 50_000, characters: 900_000 },
} as const;
/** Quotes, a comma and a blank. */
const BESIDES = 4;

/** @returns why the values of the policies do not fit into a statement; `null` if they do */
export function tooManyCompared(engine: keyof typeof LIMITS, uses: readonly RestrictedUse[]): Violation | null {
  const seen = { values: 0, characters: 0 };
  for (const { restriction } of uses) if (restriction?.rows) count(restriction.rows, seen);
  const most = LIMITS[engine];
  if (seen.values <= most.values && seen.characters <= most.characters) return null;
  return restricted(
    null,
    say(
      'Policies compare rows of these relations with {values} values of {characters} characters, but a statement for {engine} has room for {most_values} values of {most_characters} characters. Name a relation less often, or ask an administrator for shorter lists.',
      { ...seen, engine: most.name, most_values: most.values, most_characters: most.characters },
    ),
  );
}

function count(rows: RowPredicate, seen: { values: number; characters: number }): void {
  if (rows.kind === 'and' || rows.kind === 'or') for (const term of rows.terms) count(term, seen);
  else if (rows.kind === 'not') count(rows.term, seen);
  else if (rows.kind === 'in') for (const value of rows.values) add(value, seen);
  else if (rows.kind === 'compare') add(rows.value, seen);
}

function add(value: Literal | ExactNumber, seen: { values: number; characters: number }): void {
  seen.values += 1;
  seen.characters += (typeof value === 'object' ? value.exact : String(value)).length + BESIDES;
}
