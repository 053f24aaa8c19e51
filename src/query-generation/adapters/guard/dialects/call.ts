import { castType } from './cast-type.js';
import { COMPARISON, lowerAscii } from './dialect-rules.js';
import type { Statement } from './statement.js';
import { orderBy } from './ordering.js';
import { windowSpecification } from './window.js';

const MAX_LENGTH = 10_000;
const CHARACTER_SETS: ReadonlySet<string> = new Set(['UTF8MB4', 'UTF8', 'LATIN1', 'ASCII', 'BINARY']);
const UNIT_FIRST: ReadonlySet<string> = new Set(['timestampdiff', 'timestampadd']);

/** Functions whose arguments are more than expressions with commas between. */
const SPECIAL: ReadonlyMap<string, (s: Statement) => void> = new Map([
  ['cast', cast],
  ['try_cast', cast],
  ['convert', convert],
  ['extract', extract],
  ['trim', trim],
  ['position', position],
]);

/** A function of the list by its plain name; the next token is its parenthesis. */
export function call(s: Statement): void {
  const name = s.skip();
  const folded = lowerAscii(name.text);
  if (!s.rules.functions.has(folded))
    s.note('forbidden_function', name, `The function ${clipped(name.text)} is not allowed.`);
  s.printed.add(name.text);
  s.inParentheses(() => (SPECIAL.get(folded) ?? ((at) => argumentsOf(at, folded)))(s), true);
  behind(s);
}

function clipped(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}...` : name;
}

function argumentsOf(s: Statement, name: string): void {
  if (s.isSymbol(')')) return;
  if (name === 'count' && s.takeSymbol('*')) return;
  s.takeWord('DISTINCT', 'ALL');
  let index = 0;
  s.list(() => {
    if (index === 0 && UNIT_FIRST.has(name)) unit(s);
    else argument(s, name, index);
    index += 1;
  });
  if (name === 'substring' || name === 'substr') {
    if (s.takeWord('FROM')) s.grammar.expression(s);
    if (s.takeWord('FOR')) s.grammar.expression(s);
  }
  if (s.isWord('ORDER')) orderBy(s);
  if (name === 'group_concat' && s.rules.dialect === 'mysql' && s.takeWord('SEPARATOR')) separator(s);
  nulls(s);
}

function argument(s: Statement, name: string, index: number): void {
  const { token } = s;
  const isWhole = s.isSymbol(',', 1) || s.isSymbol(')', 1);
  if (s.rules.lengthArguments.get(name) === index) {
    const isShort = token.kind === 'number' && /^[0-9]+$/.test(token.text) && Number(token.text) <= MAX_LENGTH;
    if (!isShort || !isWhole)
      s.note('forbidden_function', token, 'The length has to be a number up to 10,000 that is written out.');
  }
  if (index === 0 && (name === 'printf' || name === 'format') && s.rules.dialect !== 'mysql') {
    if (token.kind !== 'string' || !isWhole || /\*|[0-9]{4}/.test(token.text))
      s.note('forbidden_function', token, 'The format has to be a string with widths below 1,000.');
  }
  if (s.rules.dialect === 'duckdb' && s.takeWord('LAMBDA')) lambda(s);
  else s.grammar.expression(s);
}

function lambda(s: Statement): void {
  s.list(() => s.expectName());
  s.expectSymbol(':');
  s.grammar.expression(s);
}

function cast(s: Statement): void {
  s.grammar.expression(s);
  s.expectWord('AS');
  castType(s);
}

function convert(s: Statement): void {
  s.grammar.expression(s);
  if (!s.takeWord('USING')) {
    s.expectSymbol(',');
    return castType(s);
  }
  if (!CHARACTER_SETS.has(s.token.word)) s.refuse('This character set is not known.');
  s.printed.add(s.skip().word);
}

function extract(s: Statement): void {
  if (!s.takeString()) unit(s);
  s.expectWord('FROM');
  s.grammar.expression(s);
}

function unit(s: Statement): void {
  const { word } = s.token;
  if (!s.rules.units.has(word)) s.refuse('A unit such as DAY was expected here.');
  s.takeWord(word);
}

function trim(s: Statement): void {
  const hasSide = s.takeWord('LEADING', 'TRAILING', 'BOTH');
  if (!(hasSide && s.isWord('FROM'))) s.list(() => s.grammar.expression(s));
  if (s.takeWord('FROM')) s.grammar.expression(s);
}

function position(s: Statement): void {
  s.grammar.expression(s, COMPARISON + 1);
  s.expectWord('IN');
  s.grammar.expression(s);
}

function separator(s: Statement): void {
  if (s.token.text.includes('\\')) s.refuse('A separator cannot contain a backslash.');
  if (!s.takeString()) s.refuse('A separator in quotes was expected here.');
}

function nulls(s: Statement): void {
  if (s.rules.dialect === 'duckdb' && s.takeWord('IGNORE', 'RESPECT')) s.expectWord('NULLS');
}

function behind(s: Statement): void {
  if (s.rules.dialect === 'duckdb' && s.takeWord('WITHIN')) {
    s.expectWord('GROUP');
    s.inParentheses(() => orderBy(s));
  }
  if (s.rules.dialect !== 'mysql' && s.isWord('FILTER') && s.isSymbol('(', 1)) {
    s.takeWord('FILTER');
    s.inParentheses(() => {
      s.expectWord('WHERE');
      s.grammar.expression(s);
    });
  }
  nulls(s);
  if (!s.takeWord('OVER')) return;
  if (s.isSymbol('(')) windowSpecification(s);
  else s.expectName();
}
