import { say } from '../../../shared/sentence.js';
import { readArrow } from './arrow.js';
import { readCall } from './call.js';
import { readFactor } from './from.js';
import type { KnownSource } from '../known-source.js';
import {
  ENCODINGS,
  FORBIDDEN_OPTIONS,
  FORBIDDEN_WORDS,
  INDEX_HINTS,
  RESERVED_WORDS,
  SELECT_OPTIONS,
  functionsOf,
  isMariaDb,
} from './functions.js';
import type { Allowed, Reading, Scope } from './reading.js';
import type { TokenStream } from './token-stream.js';

/**
 * The part of a query that is being read: the beginning of a term, the list of a SELECT, its relations, the clauses after them, or an
 * expression in parentheses.
 */
type Clause = 'term' | 'list' | 'from' | 'tail' | 'expression';

const SET_OPERATIONS = ['UNION', 'EXCEPT', 'INTERSECT'] as const;
const QUERIES = ['SELECT', 'WITH', 'VALUES'] as const;
/** Words that end a FROM. Both servers reserve them: a word that one server took for an alias could have a comma and a relation after it. */
const AFTER_FROM: ReadonlySet<string> = new Set(['WHERE', 'HAVING', 'LIMIT', 'FETCH']);
/** For WITH ROLLUP, WITH TIES, WITH QUERY EXPANSION. */
const AFTER_WITH: ReadonlySet<string> = new Set(['ROLLUP', 'TIES', 'QUERY']);

/** Goes through the tokens of a statement once, and checks that each is allowed at its place. */
export class QueryReader implements Reading {
  readonly functions: ReadonlySet<string>;
  readonly hasSequences: boolean;
  private readonly foldsNames: boolean;

  constructor(
    readonly s: TokenStream,
    { serverVersion, nameCase }: Pick<KnownSource, 'serverVersion' | 'nameCase'>,
  ) {
    this.functions = functionsOf(serverVersion);
    this.hasSequences = isMariaDb(serverVersion);
    // MariaDB always ignores the case of these names; MySQL ignores it if it ignores that of table names.
    this.foldsNames = isMariaDb(serverVersion) || nameCase !== undefined;
  }

  commonName(name: string): string {
    return this.foldsNames ? name.toLowerCase() : name;
  }

  /** Reads a query up to the end of its parenthesis or of the statement. */
  query(outer: Scope): void {
    const scope = this.s.takeWord('WITH') ? this.commonTables(outer) : outer;
    this.region(scope, 'term', {});
  }

  /** Reads the content of parentheses: a query, or expressions. The next token is the first after the parenthesis. */
  content(scope: Scope, allowed: Allowed = {}): void {
    if (this.s.isWord(...QUERIES)) this.query(scope);
    else this.region(scope, 'expression', allowed);
  }

  /** Reads a FROM, or a part of one in parentheses: `(a JOIN b ON …)`. */
  joined(scope: Scope): void {
    if (this.s.isWord(...QUERIES)) return this.query(scope);
    readFactor(this, scope);
    this.region(scope, 'from', {});
  }

  private region(scope: Scope, begin: Clause, allowed: Allowed): void {
    const { s } = this;
    let clause = begin;
    let index = 0;
    let item = s.place;
    let isRow = false;
    if (begin === 'expression') allowed.onArgument?.(index);
    while (!s.isClosing()) {
      const [before, at, isComma] = [clause, s.place, s.isSymbol(',')];
      if (clause === 'term') clause = this.term(scope);
      else if (s.token.kind === 'word' && !s.isBehindDot()) clause = this.word(scope, clause, allowed);
      else if (clause === 'from' && s.takeSymbol(',')) readFactor(this, scope);
      else if (clause === 'expression' && s.takeSymbol(',')) allowed.onArgument?.((index += 1));
      else this.operand(scope);
      if (before === 'list' && (isComma || clause !== 'list')) s.item(item, at, isRow);
      if (before === 'list' && isComma) item = s.place;
      if (before === 'term') [item, isRow] = [s.place, s.ahead(-1).word === 'VALUES'];
    }
    if (clause === 'list') s.item(item, s.place, isRow);
    if (clause === 'term') s.refuse('SELECT was expected here.');
  }

  private term(scope: Scope): Clause {
    const { s } = this;
    if (s.isSymbol('(')) {
      s.inParentheses(() => this.content(scope));
      return 'tail';
    }
    if (!s.takeWord('SELECT', 'VALUES')) s.refuse('SELECT was expected here.');
    // Options follow each other in any order.
    while (s.isWord(...SELECT_OPTIONS)) s.skip();
    if (FORBIDDEN_OPTIONS.has(s.token.word)) s.refuse(say('{word} is not allowed here.', { word: s.token.word }));
    return 'list';
  }

  private word(scope: Scope, clause: Clause, allowed: Allowed): Clause {
    const { s } = this;
    const { word } = s.token;
    if (s.isSymbol('.', -1) && RESERVED_WORDS.has(word)) s.refuse('Write a name directly after its dot.');
    if (s.isWord(...SET_OPERATIONS)) {
      s.skip();
      s.takeWord('ALL', 'DISTINCT');
      return 'term';
    }
    if (word === 'FROM') return this.from(scope, clause, allowed);
    if (word === 'JOIN' || word === 'STRAIGHT_JOIN') {
      if (clause !== 'from') s.refuse(say('{word} is not allowed here.', { word }), 'forbidden_syntax');
      s.skip();
      readFactor(this, scope);
      return clause;
    }
    if (clause === 'from' && s.isWord(...INDEX_HINTS)) {
      readIndexHint(this);
      return clause;
    }
    if (word === 'WITH' && AFTER_WITH.has(s.ahead(1).word)) s.skip();
    else if (word === 'SELECT' || word === 'WITH') s.refuse('Write a query within another in parentheses.');
    else if ((clause === 'from' || clause === 'list') && this.endsFrom()) {
      s.skip();
      return 'tail';
    } else if (allowed.onWord?.() !== true) this.operandWord(scope, allowed);
    return clause;
  }

  private endsFrom(): boolean {
    const { s } = this;
    const [next, third] = [s.ahead(1), s.ahead(2)];
    if (s.isWord('GROUP', 'ORDER')) return next.word === 'BY';
    // Not every server reserves this word. It counts only together with tokens that cannot follow an alias.
    if (s.isWord('WINDOW')) return third.word === 'AS' && s.isSymbol('(', 3);
    if (s.isWord('OFFSET')) return next.kind === 'number';
    return AFTER_FROM.has(s.token.word);
  }

  private from(scope: Scope, clause: Clause, allowed: Allowed): Clause {
    const { s } = this;
    const isOfFunction = clause === 'expression' && allowed.from === true;
    if (clause !== 'list' && !isOfFunction) s.refuse('FROM is not allowed here.', 'forbidden_syntax');
    s.skip();
    if (isOfFunction) return clause;
    readFactor(this, scope);
    return 'from';
  }

  private operandWord(scope: Scope, allowed: Allowed): void {
    const { s } = this;
    const { word } = s.token;
    if (word === 'PARTITION' && s.ahead(1).word !== 'BY') s.refuse('PARTITION is not allowed here.', 'forbidden_syntax');
    if (s.isSymbol('(', 1)) return readCall(this, scope);
    const isOwn = (word === 'FOR' && allowed.for === true) || (word === 'SET' && s.ahead(-1).word === 'CHARACTER') || word === 'SEPARATOR';
    if (/^_./.test(s.token.text) && s.ahead(1).kind === 'string' && !ENCODINGS.has(s.token.text.toLowerCase()))
      s.refuse('Strings of another encoding are not allowed.', 'forbidden_syntax');
    if (FORBIDDEN_WORDS.has(word) && !isOwn) s.refuse(say('{word} is not allowed here.', { word }), 'forbidden_syntax');
    s.skip();
  }

  private operand(scope: Scope): void {
    const { s } = this;
    if (s.isSymbol('(')) return s.inParentheses(() => this.content(scope));
    if (s.isSymbol('->') || s.isSymbol('->>')) return readArrow(s);
    const isCalled = s.isSymbol('(', 1) && (s.token.kind === 'name' || s.token.kind === 'word');
    if (isCalled) s.refuse('Call a function by its plain name, without quotes and without a database.', 'forbidden_function');
    s.skip();
  }

  private commonTables(outer: Scope): Scope {
    const { s } = this;
    const isRecursive = s.takeWord('RECURSIVE');
    let scope = outer;
    const own: string[] = [];
    do {
      const name = this.commonName(this.name());
      if (own.includes(name)) s.refuse('Another common table expression already has this name.', 'forbidden_syntax');
      own.push(name);
      if (s.isSymbol('(')) s.inParentheses(() => this.names());
      s.expectWord('AS');
      const within = isRecursive ? [...scope, name] : scope;
      s.inCommonTable(() => this.query(within));
      scope = [...scope, name];
      if (s.takeWord('CYCLE')) {
        this.names();
        s.expectWord('RESTRICT');
      }
    } while (s.takeSymbol(','));
    return scope;
  }

  name(): string {
    const { s } = this;
    if (s.token.kind !== 'name' && s.token.kind !== 'word') s.refuse('A name was expected here.');
    return s.skip().text;
  }

  /** Reads one name or more, with commas between. */
  names(): void {
    do this.name();
    while (this.s.takeSymbol(','));
  }
}

/** `USE INDEX FOR ORDER BY (a, PRIMARY)` behind a relation and its alias. */
function readIndexHint(reader: Reading): void {
  const { s } = reader;
  const { start } = s.token;
  s.skip();
  if (!s.takeWord('INDEX', 'KEY')) s.refuse('INDEX was expected here.', 'forbidden_syntax');
  if (s.takeWord('FOR') && !s.takeWord('JOIN')) {
    if (!s.takeWord('ORDER', 'GROUP')) s.refuse('JOIN, ORDER BY or GROUP BY was expected here.', 'forbidden_syntax');
    s.expectWord('BY');
  }
  s.inParentheses(() => {
    if (!s.isSymbol(')')) reader.names();
  });
  s.hints.push({ position: start, end: s.ahead(-1).end, relations: s.relations.length });
}
