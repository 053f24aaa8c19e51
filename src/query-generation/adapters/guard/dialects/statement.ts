import { type RelationUse, type Rule, type Violation, quoted } from '../../../domain/judgement.js';
import { CanonicalText } from './canonical-text.js';
import type { DialectRules } from './dialect-rules.js';
import { Refusal } from './refusal.js';
import { FORBIDDEN_WORDS, RESERVED_WORDS } from './reserved-words.js';
import { tokensOf } from './lexer.js';
import type { Token } from './token.js';
import { VisibleNames } from './visible-names.js';

/** The parts of the grammar that refer to one another. */
export interface Grammar {
  /** @param power operators that bind less tightly end it */
  readonly expression: (statement: Statement, power?: number) => void;
  readonly query: (statement: Statement) => void;
}

/** Far from what would exhaust the stack, here or in an engine. */
const MAX_DEPTH = 100;

/** A statement while it is read: where we are, what was understood so far, and what was wrong with it. */
export class Statement {
  readonly printed = new CanonicalText();
  readonly relations: RelationUse[] = [];
  readonly commonTables: VisibleNames;
  private readonly tokens: readonly Token[];
  private readonly end: Token;
  private at = 0;
  private depth = 0;

  /** @throws Refusal */
  constructor(
    readonly sql: string,
    readonly rules: DialectRules,
    readonly grammar: Grammar,
    readonly violations: Violation[],
  ) {
    this.tokens = tokensOf(sql, rules.lexical);
    this.end = { kind: 'end', text: '', word: '', start: sql.length, end: sql.length };
    this.commonTables = new VisibleNames(rules.foldedName);
  }

  get token(): Token {
    return this.ahead(0);
  }

  get previous(): Token {
    return this.ahead(-1);
  }

  ahead(count: number): Token {
    return this.tokens[this.at + count] ?? this.end;
  }

  /** What was read from a token on. */
  since(first: Token): readonly Token[] {
    return this.tokens.slice(this.tokens.indexOf(first), this.at);
  }

  isWord(...words: readonly string[]): boolean {
    return this.token.kind === 'word' && words.includes(this.token.word);
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.ahead(ahead);
    return token.kind === 'symbol' && token.text === symbol;
  }

  isReserved(token: Token): boolean {
    return RESERVED_WORDS.has(token.word) || this.rules.reserved.has(token.word);
  }

  /** Goes on without printing. */
  skip(): Token {
    const { token } = this;
    this.at += 1;
    return token;
  }

  /** Takes a word and prints it, if it is one of these. */
  takeWord(...words: readonly string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.printed.add(this.skip().word);
    return true;
  }

  takeSymbol(symbol: string, isTight = false): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.skip();
    this.printed.add(symbol, isTight);
    return true;
  }

  expectWord(...words: readonly string[]): void {
    if (!this.takeWord(...words)) this.refuse(`${words.join(' or ')} was expected here.`);
  }

  expectSymbol(symbol: string, isTight = false): void {
    if (!this.takeSymbol(symbol, isTight)) this.refuse(`"${symbol}" was expected here.`);
  }

  isEnd(): boolean {
    return this.token.kind === 'end';
  }

  isName(): boolean {
    const { token } = this;
    return token.kind === 'name' || (token.kind === 'word' && !this.isReserved(token));
  }

  /** Takes a name and prints it quoted. */
  expectName(): Token {
    if (!this.isName()) this.refuse('A name was expected here.');
    return this.takeAsName();
  }

  takeAsName(): Token {
    const token = this.skip();
    this.printed.add(quoted(token.text, this.rules.quote));
    return token;
  }

  takeString(): boolean {
    if (this.token.kind !== 'string') return false;
    this.printed.add(this.rules.quotedString(this.skip().text));
    return true;
  }

  /** One or more, with commas between. */
  list(item: () => void): void {
    do item();
    while (this.takeSymbol(','));
  }

  inParentheses(content: () => void, isTight = false): void {
    this.expectSymbol('(', isTight);
    this.nested(content);
    this.expectSymbol(')');
  }

  /** @throws Refusal when it is nested too deeply */
  nested(content: () => void): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw new Refusal('forbidden_syntax', this.token.start, 'The statement is nested too deeply. Simplify it.');
    content();
    this.depth -= 1;
  }

  /** Whether a query begins here, perhaps behind parentheses that are its own. */
  isQuery(): boolean {
    let opened = 0;
    while (opened < MAX_DEPTH && this.isSymbol('(', opened)) opened += 1;
    const { kind, word } = this.ahead(opened);
    if (kind !== 'word' || !['SELECT', 'WITH', 'VALUES'].includes(word)) return false;
    for (let outer = 0; outer < opened; outer += 1) if (!this.isPartOfQuery(this.afterClosing(outer))) return false;
    return true;
  }

  /** Notes what is wrong and reads on, so that the caller learns of everything at once. */
  note(rule: Rule, token: Token, message: string): void {
    this.violations.push({ rule, position: token.start, message });
  }

  refuse(expected: string): never {
    const { word, start } = this.token;
    if (FORBIDDEN_WORDS.has(word)) throw new Refusal('forbidden_syntax', start, `${word} is not allowed here.`);
    throw new Refusal('syntax', start, expected);
  }

  private isPartOfQuery({ word, kind, text }: Token): boolean {
    return (kind === 'symbol' && text === ')') || ['UNION', 'INTERSECT', 'EXCEPT', 'ORDER', 'LIMIT'].includes(word);
  }

  /** The token behind the parenthesis that closes the one which is `ahead`. */
  private afterClosing(ahead: number): Token {
    let open = 0;
    for (let count = ahead; ; count += 1) {
      const token = this.ahead(count);
      if (token.kind === 'end') return token;
      if (this.isSymbol('(', count)) open += 1;
      if (this.isSymbol(')', count)) open -= 1;
      if (open === 0) return this.ahead(count + 1);
    }
  }
}
