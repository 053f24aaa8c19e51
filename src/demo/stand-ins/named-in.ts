import { singular } from '../../shared/words.js';
import type { ToldColumn, ToldTable } from './told-schema.js';

/** Something of the schema that a question names, and where. */
interface Named<What> {
  readonly what: What;
  readonly at: number;
}

interface Search<What> {
  /** In the order of the question. */
  readonly found: readonly Named<What>[];
  /** The question with spaces in place of what was found. */
  readonly rest: string;
}

/** Tables by their names, with or without the schema, in one or several words, in the singular or the plural. */
export function tablesIn(question: string, tables: readonly ToldTable[]): Search<ToldTable> {
  return search(
    question,
    tables.flatMap((table) => [...formsOf(table.name), `${table.schema}.${table.name}`].map((form) => ({ form, what: table }))),
  );
}

/** Columns by their names. `length_km` and `price_cents` are also meant by their words without the unit. */
export function columnsIn(question: string, columns: readonly ToldColumn[]): Search<ToldColumn> {
  return search(
    question,
    columns.flatMap((column) => {
      const words = partsOf(column.name);
      const [last = ''] = words.slice(-1);
      const hasUnit = words.length > 1 && UNITS.test(last);
      const forms = [...formsOf(column.name), ...(hasUnit ? formsOf(words.slice(0, -1).join('_')) : [])];
      return forms.map((form) => ({ form, what: column }));
    }),
  );
}

const UNITS = /^(?:km2?|c?m|m2|mm|k?g|eur|usd|cents|m?s|seconds|minutes|hours|days|years|percent|pct)$/;
const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{N}_])';
const NO_LETTER_AFTER = '(?![\\p{L}\\p{N}_])';

/** The longest names first, so that `order lines` is not taken for `orders`. */
function search<What>(question: string, names: readonly { readonly form: string; readonly what: What }[]): Search<What> {
  const found: Named<What>[] = [];
  let rest = question;
  for (const { form, what } of names.toSorted((one, other) => other.form.length - one.form.length)) {
    const [before, after] = [/^\w/.test(form) ? NO_LETTER_BEFORE : '', /\w$/.test(form) ? NO_LETTER_AFTER : ''];
    const pattern = new RegExp(before + form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after, 'giu');
    rest = rest.replaceAll(pattern, (text: string, at: number) => {
      found.push({ what, at });
      return ' '.repeat(text.length);
    });
  }
  return { found: found.toSorted((one, other) => one.at - other.at), rest };
}

function formsOf(name: string): string[] {
  const words = partsOf(name);
  const [last = ''] = words.slice(-1);
  const forms = [last, singular(last), plural(last)].flatMap((end) => {
    const all = [...words.slice(0, -1), end];
    return [all.join(' '), all.join('_'), all.join('')];
  });
  return [...new Set([name, ...forms])].filter((form) => form !== '');
}

/** As they are spelled: they are looked for in the question itself. */
function partsOf(name: string): string[] {
  const parted = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return parted.split(/[\s_]+/).filter((word) => word !== '');
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:ch|sh|x|s)$/.test(word) ? `${word}es` : `${word}s`;
}
