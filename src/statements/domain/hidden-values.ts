import { type HiddenNames, type TextForm, isNamed } from './hidden-names.js';

/** What a person reads instead of a text that may hold values that they may not see. */
export const VALUES_WITHHELD = 'This statement is not shown, because it may contain values that data policies hide from you.';

/** How many rows are wanted, and columns by their number: no values of rows. */
const COUNTS =
  /\b(?:(?:limit|offset|top|fetch\s+(?:first|next))(?:\s+|\s*\(\s*)\d+(?:\s*,\s*\d+)?|(?:order|group)\s+by\s+\d+(?:\s+(?:asc|desc))?(?:\s*,\s*\d+(?:\s+(?:asc|desc))?)*)\b/g;
/** Texts, numbers and comments. Double quotes hold a text on some engines, so they count as one. */
const LITERAL = /['"#]|--|\/\*|\$[\p{L}\p{N}_]*\$|(?<![\p{L}\p{N}\p{M}_$])\d/u;
/** Columns that are meant without their names. */
const ALL_COLUMNS = /(?:\b(?:select|distinct|all)|[.,])\s*\*|(?:^|\()\s*from\b|\b(?:columns\s*\(|table\s|summarize\s)/;

/** Whether it may hold a value of a row: a statement without one tells of none. */
export function holdsLiteral(text: string): boolean {
  return LITERAL.test(text.toLowerCase().replaceAll(COUNTS, ' '));
}

/**
 * Whether a statement of the history reads a relation that the reader sees only in part. Which column a literal is compared with is
 * not looked for: a whole row, a list of aliases or a further relation may stand between them.
 */
export function readsPart(text: string, hidden: readonly HiddenNames[]): boolean {
  const lower = text.toLowerCase();
  return hidden.some(({ name, masked, filtersRows }) => (filtersRows || masked.length > 0) && isNamed(lower, name));
}

/**
 * Whether a text that people wrote for all to read is about masked columns. Rows that the reader does not see are not asked for: of most
 * relations people see some rows, and what is known of them would be lost with every condition.
 */
export function readsMasked(text: string, hidden: readonly HiddenNames[], form: TextForm): boolean {
  const lower = text.toLowerCase();
  const meansAll = form === 'statement' && ALL_COLUMNS.test(lower);
  return hidden.some(({ name, masked }) => {
    if (masked.length === 0 || (form === 'statement' && !isNamed(lower, name))) return false;
    return meansAll || masked.some((column) => isNamed(lower, column));
  });
}

const PLAIN_NAME = /[\p{L}_][\p{L}\p{N}\p{M}_$]*/gu;
/** A name in which the mark around it stands, too, and is written twice. */
const DOUBLED = [/"((?:[^"]|"")+)"/g, /`((?:[^`]|``)+)`/g];

/**
 * All that may be names of relations, as they are written. No grammar says where a name begins, so a mark within a text must not hide the
 * names behind it: what stands between any two marks counts. Each step passes over the text once: kept texts are anybody's, and long.
 */
export function namesIn(text: string): ReadonlySet<string> {
  const between = ['"', '`'].flatMap((mark) => text.split(mark).slice(1, -1));
  const doubled = DOUBLED.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => undoubled(found)));
  const inBrackets = text.split(']').slice(0, -1).flatMap(behindBracket);
  const quoted = [...between, ...doubled, ...inBrackets].filter((name) => name !== '');
  return new Set([...quoted, ...(text.match(PLAIN_NAME) ?? [])]);
}

function undoubled(quoted: string): string {
  const [mark = ''] = quoted;
  return quoted.slice(1, -1).replaceAll(mark + mark, mark);
}

/** A name may itself hold the opening bracket, or one may stand before it that opens none. */
function behindBracket(text: string): string[] {
  const first = text.indexOf('[');
  return first === -1 ? [] : [text.slice(first + 1), text.slice(text.lastIndexOf('[') + 1)];
}
