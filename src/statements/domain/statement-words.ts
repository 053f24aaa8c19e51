import type { Dialect } from '../../engines/sql-guard/judgement.js';

/** A word, a quoted name, a number, a text or a sign of a statement that a guard has found harmless. */
interface Word {
  readonly kind: 'word' | 'name' | 'number' | 'text' | 'sign';
  /** Words in lower case, names without their quotes. */
  readonly text: string;
  readonly start: number;
  /** Of an opening parenthesis or CASE its end, and the other way round; its own index where there is none. */
  readonly other: number;
  /** The opening parenthesis that it stands in; -1 where there is none. */
  readonly within: number;
}

const COMMENT = String.raw`--[^\n]*|\/\*[^]*?(?:\*\/|$)`;
const REST = String.raw`([\p{L}_\u0080-\u{10ffff}][\p{L}\p{N}_$\u0080-\u{10ffff}]*)|(\d[\w.]*|\.\d\w*)|(<=>|<>|!=|<=|>=|<<|>>|->>|->|\|\||&&|::|\S)`;
const TEXTS: Readonly<Record<Dialect, string>> = {
  postgresql: String.raw`'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$`,
  duckdb: String.raw`'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$`,
  mysql: String.raw`'(?:[^'\\]|''|\\[^])*'|"(?:[^"\\]|""|\\[^])*"()`,
  sqlite: String.raw`'(?:[^']|'')*'()`,
};
const NAMES: Readonly<Record<Dialect, string>> = {
  postgresql: '"(?:[^"]|"")*"',
  duckdb: '"(?:[^"]|"")*"',
  mysql: '`(?:[^`]|``)*`',
  sqlite: '"(?:[^"]|"")*"|`(?:[^`]|``)*`|\\[[^\\]]*\\]',
};

function wordsOf(sql: string, dialect: Dialect): readonly Word[] {
  const comment = dialect === 'mysql' ? `${COMMENT}|#[^\\n]*` : COMMENT;
  const pattern = new RegExp(`${comment}|(?<text>${TEXTS[dialect]})|(?<name>${NAMES[dialect]})|${REST}`, 'gu');
  const words: Omit<Word, 'other' | 'within'>[] = [];
  for (const { index: start, groups = {}, ...found } of sql.matchAll(pattern)) {
    const [word, number, sign] = [found[4], found[5], found[6]];
    const { text, name } = groups;
    if (text !== undefined) words.push({ kind: 'text', text: '', start });
    else if (name !== undefined) words.push({ kind: 'name', text: unquoted(name), start });
    else if (word !== undefined) words.push({ kind: 'word', text: word.toLowerCase(), start });
    else if (number !== undefined) words.push({ kind: 'number', text: number, start });
    else if (sign !== undefined) words.push({ kind: 'sign', text: sign, start });
  }
  return paired(words);
}

function unquoted(name: string): string {
  const quote = name.slice(-1);
  return name
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .toLowerCase();
}

function paired(words: readonly Omit<Word, 'other' | 'within'>[]): readonly Word[] {
  const others = words.map((_, at) => at);
  const open: number[] = [];
  const around: number[] = [];
  for (const [at, { kind, text }] of words.entries()) {
    const parent = open.at(-1) ?? -1;
    around.push(words[parent]?.text === 'case' ? (around[parent] ?? -1) : parent);
    const opens = (kind === 'sign' && text === '(') || (kind === 'word' && text === 'case');
    const closes = (kind === 'sign' && text === ')') || (kind === 'word' && text === 'end');
    if (opens) open.push(at);
    const from = closes ? open.pop() : undefined;
    if (from === undefined) continue;
    others[from] = at;
    others[at] = from;
  }
  return words.map((word, at) => ({ ...word, other: others[at] ?? at, within: around[at] ?? -1 }));
}

const NONE: Word = { kind: 'sign', text: '', start: 0, other: -1, within: -1 };
const WITH_TEXT = new Set(['date', 'time', 'timestamp', 'datetime']);

/** Before an expression in parentheses these call nothing. */
const BEFORE_GROUPS = [
  ...['not', 'and', 'or', 'xor', 'where', 'on', 'when', 'then', 'else', 'select', 'between', 'like', 'by', 'having'],
  ...['is', 'as', 'from', 'join', 'all', 'any', 'some', 'div', 'mod', 'distinct', 'limit', 'case', 'interval'],
];

type Query = readonly { readonly start: number; readonly relations: readonly string[] | null }[];

const SET_OPERATIONS = ['union', 'intersect', 'except'];
const AFTER_FROM = ['where', 'group', 'having', 'order', 'limit', 'offset', 'window', 'qualify', 'fetch', 'for', 'select'];

/** A plain statement of 20,000 characters takes less; as many are some tens of milliseconds. */
const MOST_STEPS = 600_000;

/** To read the statement on would hold up everybody else of this process. */
export class TooManySteps extends Error {}

/** Finds its way among the words of a statement. Ends are exclusive. Each of its methods may throw `TooManySteps`. */
export class StatementWords {
  private readonly words: readonly Word[];
  private readonly queries = new Map<number, Query>();
  private steps = 0;

  constructor(sql: string, dialect: Dialect) {
    this.words = wordsOf(sql, dialect);
  }

  get places(): readonly number[] {
    return [...this.words.keys()];
  }

  at(place: number): Word {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new TooManySteps();
    return this.words[place] ?? NONE;
  }

  isName(place: number): boolean {
    const { kind } = this.at(place);
    return kind === 'word' || kind === 'name';
  }

  isCall(place: number): boolean {
    return this.isName(place) && this.isSign(place + 1, '(') && !this.isWord(place, 'div', 'all', 'distinct');
  }

  isQuery(place: number): boolean {
    const { kind, text } = this.at(place);
    return kind === 'word' && (text === 'select' || text === 'with' || text === 'from');
  }

  isSign(place: number, sign: string): boolean {
    const { kind, text } = this.at(place);
    return kind === 'sign' && text === sign;
  }

  isWord(place: number, ...words: readonly string[]): boolean {
    const { kind, text } = this.at(place);
    return kind === 'word' && words.includes(text);
  }

  /** A number, or a day or time, is written out here. */
  isNumber(place: number): boolean {
    if (this.isSign(place, '-') || this.isSign(place, '+')) return this.isNumber(place + 1);
    const { kind, text } = this.at(place);
    return kind === 'number' || (kind === 'word' && WITH_TEXT.has(text) && this.at(place + 1).kind === 'text');
  }

  /** @returns where the operand begins that ends with this word; `null` if none ends here */
  startOf(last: number): number | null {
    const { kind, other } = this.at(last);
    if (this.isWord(last, 'end')) return other;
    if (kind === 'number' || kind === 'text') return last;
    let from = last;
    if (this.isSign(last, ')')) {
      if (!this.isName(other - 1) || this.isWord(other - 1, ...BEFORE_GROUPS)) return other;
      from = other - 1;
    } else if (!this.isName(last)) return null;
    while (this.isSign(from - 1, '.') && this.isName(from - 2)) from -= 2;
    return from;
  }

  endOf(first: number): number {
    let at = first;
    while (['+', '-', '~'].some((sign) => this.isSign(at, sign)) || this.isWord(at, 'distinct', 'all')) at += 1;
    if (this.isSign(at, '(') || this.isWord(at, 'case')) return this.at(at).other + 1;
    while (this.isSign(at + 1, '.')) at += 2;
    return (this.isCall(at) ? this.at(at + 1).other : at) + 1;
  }

  /** The place of the word outside of parentheses; `end` if it is not there. */
  find(from: number, end: number, word: string): number {
    return this.topLevel(from, end).find((place) => this.isWord(place, word)) ?? end;
  }

  /** What stands between the commas. */
  parts(from: number, end: number): readonly (readonly [from: number, end: number])[] {
    const commas = this.topLevel(from, end).filter((place) => this.isSign(place, ','));
    return [...commas, end].map((comma, index) => [index === 0 ? from : (commas[index - 1] ?? from) + 1, comma]);
  }

  /** Without what is in parentheses and in CASE. */
  topLevel(from: number, end: number): readonly number[] {
    const places: number[] = [];
    for (let at = from; at < end; at += 1) {
      places.push(at);
      const { other } = this.at(at);
      if (other > at) at = other;
    }
    return places;
  }

  /**
   * Names of the relations of the query in which a place stands, without their schemas. @returns `null` where it reads more than plain
   * relations, or where a name may be that of a query
   */
  relationsAround(place: number): readonly string[] | null {
    let open = this.at(place).within;
    while (open !== -1 && !this.isQuery(open + 1)) open = this.at(open).within;
    const query = this.queries.get(open) ?? this.queryIn(open);
    this.queries.set(open, query);
    return query.findLast(({ start }) => start <= place)?.relations ?? null;
  }

  /** Its parts between set operations. */
  private queryIn(open: number): Query {
    const all = this.topLevel(open + 1, open === -1 ? this.words.length : this.at(open).other);
    const starts = [open, ...all.filter((at) => this.isWord(at, ...SET_OPERATIONS))];
    const isNamed = this.words.some(({ kind, text }) => kind === 'word' && text === 'with');
    // Its names are those of the first part.
    const isOrdered = starts.length > 1 && all.some((at) => this.isWord(at, 'order'));
    return starts.map((start, index) => {
      const part = all.filter((at) => at > start && at < (starts[index + 1] ?? Infinity));
      return { start, relations: isNamed || isOrdered ? null : this.relationsOf(part) };
    });
  }

  private relationsOf(query: readonly number[]): readonly string[] | null {
    const [from = Infinity, another] = query.filter((at) => this.isWord(at, 'from'));
    // `a IS DISTINCT FROM b`
    if (another !== undefined) return null;
    const to = query.find((at) => at > from && this.isWord(at, ...AFTER_FROM)) ?? Infinity;
    // `FROM a USE INDEX FOR JOIN (i) RIGHT JOIN b`
    if (query.some((at) => at > to && this.at(at).kind === 'word' && this.at(at).text.endsWith('join'))) return null;
    const names: string[] = [];
    for (const at of query.filter((one) => from <= one && one < to)) {
      const { kind, text } = this.at(at);
      const isBefore = at === from || (kind === 'sign' ? text === ',' : kind === 'word' && text.endsWith('join'));
      if (!isBefore) continue;
      let last = at + 1;
      while (this.isName(last) && this.isSign(last + 1, '.')) last += 2;
      if (!this.isName(last) || this.isSign(last + 1, '(')) return null;
      names.push(this.at(last).text);
    }
    return names;
  }

  /** Whether this is the type behind the AS of a CAST. */
  isTypeOfCast(place: number): boolean {
    if (!this.isWord(place - 1, 'as')) return false;
    return this.isWord(this.at(place).within - 1, 'cast', 'try_cast');
  }
}
