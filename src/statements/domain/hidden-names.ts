import type { QualifiedName } from '../../shared/qualified-name.js';

/** What policies hide from a person of one relation, by the names that it has and had: these columns; `null`: all of it. */
export interface HiddenNames extends QualifiedName {
  readonly columns: readonly string[] | null;
  /** Columns that show other values. */
  readonly masked: readonly string[];
  readonly filtersRows: boolean;
}

/** An `expression` does not say which relation its columns belong to; `words` are a model's, about the schema and its values. */
export type TextForm = 'statement' | 'expression' | 'words';

/** What a person reads instead of a text that names what they may not see. */
export const WITHHELD = 'Data policies hide from you what this statement names, so it is not shown.';

/** PostgreSQL writes any character by its number in such names. */
const ESCAPED_NAME = /\bu&"/i;
/** Each of a run is written once or twice, as the marks around the name are others or the same. */
const QUOTES = /(["`])\1*/g;
const QUOTE = /["`]/;
const WORD = String.raw`[\p{L}\p{N}\p{M}_$]`;

/**
 * Whether a kept text names what is hidden. It is searched for names and not parsed: it may be from a time when the schema was
 * another one, and no grammar may read it any more. Another relation of the same name counts, too.
 */
export function namesHidden(text: string, hidden: readonly HiddenNames[], form: TextForm): boolean {
  if (hidden.length === 0) return false;
  if (ESCAPED_NAME.test(text)) return true;
  const lower = text.toLowerCase();
  return hidden.some(({ name, columns }) => {
    if (columns === null) return isNamed(lower, name);
    return columns.some((column) => isNamed(lower, column)) && (form !== 'statement' || isNamed(lower, name));
  });
}

/** In any case of letters, as most engines compare names. @param lower the text in small letters */
export function isNamed(lower: string, name: string): boolean {
  const wanted = name.toLowerCase();
  // Most texts have no such name, so they need no pattern.
  if (!QUOTE.test(wanted) && !lower.includes(wanted)) return false;
  // One quantifier for a run: two side by side would have the search try every way to share it out.
  const pattern = wanted
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(QUOTES, (run, mark) => `${mark}{${run.length},${2 * run.length}}`);
  return new RegExp(`(?<!${WORD})${pattern}(?!${WORD})`, 'u').test(lower);
}
