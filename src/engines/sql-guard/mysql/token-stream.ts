import { say } from '../../../shared/sentence.js';
import { MOST_VIOLATIONS, type PlacedRelation, type Rule, type Violation } from '../judgement.js';
import { FORBIDDEN_WORDS } from './functions.js';
import { tokensOf } from './lexer.js';
import { Refusal, type Token } from './token.js';

/** Far below the depth that would exhaust the stack, here or in a server. */
const MAX_DEPTH = 100;
const MOST_OPERATORS = 50;

/** A place in the text that names a relation and that gets its full name. */
export interface NamedPlace extends PlacedRelation {
  readonly end: number;
}

/** What gives a column of a result its name: an item of a select list, or a row of VALUES. */
export interface NamingItem {
  readonly tokens: readonly Token[];
  readonly isRow: boolean;
  /** Whether it belongs to a common table expression itself. */
  readonly isOfCommonTable: boolean;
}

/** The tokens of a statement, our position in them, and what was found so far. */
export class TokenStream {
  readonly relations: NamedPlace[] = [];
  /** Changes to the text that is sent. */
  readonly edits: { readonly position: number; readonly end: number; readonly text: string }[] = [];
  /** Index hints, and after how many relations each of them stands. */
  readonly hints: { readonly position: number; readonly end: number; readonly relations: number }[] = [];
  readonly items: NamingItem[] = [];
  private readonly noted: Violation[] = [];
  readonly tokens: readonly Token[];
  private readonly end: Token;
  private at = 0;
  private depth = 0;
  /** How deep the common table expression is that is being read. */
  private commonTable = 0;
  private operators = 0;

  /** @throws Refusal */
  constructor(readonly sql: string) {
    this.tokens = tokensOf(sql);
    this.end = { kind: 'end', text: '', word: '', start: sql.length, end: sql.length };
  }

  get token(): Token {
    return this.ahead(0);
  }

  get violations(): readonly Violation[] {
    return this.noted.slice(0, MOST_VIOLATIONS);
  }

  ahead(count: number): Token {
    return this.tokens[this.at + count] ?? this.end;
  }

  isWord(...words: readonly string[]): boolean {
    return this.token.kind === 'word' && words.includes(this.token.word);
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.ahead(ahead);
    return token.kind === 'symbol' && token.text === symbol;
  }

  isEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** Whether a parenthesis, or the statement, ends here. */
  isClosing(): boolean {
    return this.isEnd() || this.isSymbol(')') || this.isSymbol(';');
  }

  /** Whether this is the name of a column after that of its table: directly after a dot no word is a keyword. */
  isBehindDot(): boolean {
    return this.isSymbol('.', -1) && this.ahead(-1).end === this.token.start;
  }

  /** @throws Refusal when more operators follow each other than a server can read */
  skip(): Token {
    const { token } = this;
    const isOperator = token.kind === 'symbol' && !'(),.;'.includes(token.text);
    this.operators = isOperator ? this.operators + 1 : 0;
    if (this.operators > MOST_OPERATORS) throw tooDeep(token);
    this.at += 1;
    return token;
  }

  takeWord(...words: readonly string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.skip();
    return true;
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.skip();
    return true;
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) this.refuse(say('{word} was expected here.', { word }));
  }

  inParentheses(content: () => void): void {
    if (!this.takeSymbol('(')) this.refuse(say('{word} was expected here.', { word: '"("' }));
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw tooDeep(this.token);
    content();
    this.depth -= 1;
    if (!this.takeSymbol(')')) this.refuse(say('{word} was expected here.', { word: '")"' }));
  }

  /** How many tokens there are before this one. */
  get place(): number {
    return this.at;
  }

  item(from: number, to: number, isRow: boolean): void {
    const isOfCommonTable = this.depth > 0 && this.depth === this.commonTable;
    this.items.push({ tokens: this.tokens.slice(from, to), isRow, isOfCommonTable });
  }

  inCommonTable(content: () => void): void {
    const outer = this.commonTable;
    this.commonTable = this.depth + 1;
    this.inParentheses(content);
    this.commonTable = outer;
  }

  /** Notes what is wrong and reads on, so that the caller hears about everything at once. */
  note(rule: Rule, { start }: Token, message: Violation['message']): void {
    this.noted.push({ rule, position: start, message });
  }

  uses(schema: string | null, name: string, { start }: Token, { end }: Token): void {
    this.relations.push({ schema, name, position: start, end });
  }

  /** @throws Refusal that names the forbidden word at this place, if there is one, because that says more than the message */
  refuse(message: Violation['message'], rule: Rule = 'syntax'): never {
    const { kind, word, start } = this.token;
    if (rule === 'syntax' && kind === 'word' && FORBIDDEN_WORDS.has(word))
      throw new Refusal('forbidden_syntax', start, say('{word} is not allowed here.', { word }));
    throw new Refusal(rule, start, message);
  }
}

function tooDeep({ start }: Token): Refusal {
  return new Refusal('forbidden_syntax', start, 'The statement is nested too deeply. Simplify it.');
}
