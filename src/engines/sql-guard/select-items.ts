/** An item of a select list: a part of the statement, in UTF-16 units. */
export interface SelectItem {
  readonly start: number;
  readonly end: number;
  /** Where its terminator begins: engines that name by the text take what is before it, without the white space. */
  readonly next: number;
  readonly isColumn: boolean;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** In capitals; empty if it is not a plain word. */
  readonly word: string;
}

interface Level {
  /** Start of the item that is being read; `null` outside of a list. */
  first: number | null;
}

const ENDS: ReadonlySet<string> = new Set('FROM WHERE HAVING QUALIFY UNION EXCEPT INTERSECT LIMIT USING'.split(' '));
const ENDS_BEFORE_BY: ReadonlySet<string> = new Set(['GROUP', 'ORDER']);

/**
 * The items of all select lists, as far as words and parentheses tell. The engines give no places, so an engine has to confirm what is done
 * with them.
 * @param pattern of tokens and comments
 */
export function selectItems(sql: string, pattern: RegExp): SelectItem[] {
  const tokens = tokensOf(sql, pattern);
  const items: SelectItem[] = [];
  const levels: Level[] = [{ first: null }];
  const end = (level: Level, index: number): void => {
    const [first, last] = [tokens[level.first ?? index], tokens[index - 1]];
    if (level.first !== null && level.first < index && first !== undefined && last !== undefined)
      items.push({
        start: first.start,
        end: last.end,
        next: tokens[index]?.start ?? sql.length,
        isColumn: isColumn(tokens.slice(level.first, index)),
      });
    level.first = null;
  };
  for (const [index, { text, word }] of tokens.entries()) {
    const level = levels.at(-1);
    if (level === undefined) return items;
    const isOpen = level.first !== null && level.first <= index;
    if (word === 'SELECT') level.first = behindOptions(tokens, index + 1);
    else if (/^[([{]$/.test(text)) levels.push({ first: null });
    else if (/^[)\]}]$/.test(text)) {
      end(level, index);
      levels.pop();
    } else if (isOpen && text === ',') {
      end(level, index);
      level.first = index + 1;
    } else if (isOpen && (text === ';' || endsList(tokens, index))) end(level, index);
  }
  for (const level of levels) end(level, tokens.length);
  return items;
}

function tokensOf(sql: string, pattern: RegExp): Token[] {
  return [...sql.matchAll(pattern)].flatMap(({ 0: text, index }) => {
    if (text.startsWith('--') || text.startsWith('/*')) return [];
    const word = /^[A-Za-z_]\w*$/.test(text) ? text.toUpperCase() : '';
    return [{ text, word, start: index, end: index + text.length }];
  });
}

/** Behind ALL, DISTINCT and DISTINCT ON (…). */
function behindOptions(tokens: readonly Token[], from: number): number {
  let at = from;
  if (tokens[at]?.word === 'ALL' || tokens[at]?.word === 'DISTINCT') at += 1;
  if (tokens[at]?.word !== 'ON' || tokens[at + 1]?.text !== '(') return at;
  let depth = 0;
  for (at += 1; at < tokens.length; at += 1) {
    if (tokens[at]?.text === '(') depth += 1;
    if (tokens[at]?.text === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return at;
}

function endsList(tokens: readonly Token[], index: number): boolean {
  const { word = '' } = tokens[index] ?? {};
  if (ENDS_BEFORE_BY.has(word)) return tokens[index + 1]?.word === 'BY';
  if (word === 'WINDOW') return tokens[index + 2]?.word === 'AS';
  // `a IS DISTINCT FROM b`
  if (word === 'FROM' && tokens[index - 1]?.word === 'DISTINCT') return false;
  return ENDS.has(word) && tokens[index - 1]?.text !== '.';
}

/** A column has its own name, also in parentheses and with a collation. */
function isColumn(tokens: readonly Token[]): boolean {
  const bare = tokens.filter(({ text }) => text !== '(' && text !== ')');
  const collated = bare.findIndex(({ word }) => word === 'COLLATE');
  return (collated === -1 ? bare : bare.slice(0, collated)).every(({ text }, index) => (text === '.') === (index % 2 === 1));
}
