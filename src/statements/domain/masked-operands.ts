import type { Dialect, Violation } from '../../engines/sql-guard/judgement.js';
import { ARITHMETIC, BY_SIZE, COMPUTING, EQUALITY, FOLLOWING, NEUTRAL, OF_CONDITIONS } from './words-of-operations.js';
import { restricted } from '../../engines/sql-guard/relation-violations.js';
import type { Restriction } from '../../engines/sql-guard/restriction.js';
import { type Said, say } from '../../shared/sentence.js';
import { StatementWords, TooManySteps } from './statement-words.js';

/** A relation as the statement names it. */
interface Use {
  readonly name: string;
  readonly restriction: Restriction | null;
  /** All that it has, where that is known. */
  readonly columns?: readonly string[];
}

const TOO_INVOLVED =
  'The statement is too complex to tell whether it computes with a column that is masked for you. Use fewer aliases and nested expressions.';
const TEXTUAL = /char|text|clob|string|enum|\bset\b|^name$/i;

/**
 * Where a statement computes with a column that is masked by a text, or compares it by its size or with a number. Some engines take
 * such a text for a number, and the answer would look right.
 */
export function maskedOperands(sql: string, dialect: Dialect, uses: readonly Use[]): readonly Violation[] {
  if (uses.every(({ restriction }) => textsOf(restriction).size === 0)) return [];
  try {
    const first = firstMisuse(new StatementWords(sql, dialect), uses);
    return first === null ? [] : [restricted(first.start, why(first.name))];
  } catch (error) {
    // Deep nesting exhausts the stack before the steps.
    if (error instanceof TooManySteps || error instanceof RangeError) return [restricted(null, TOO_INVOLVED)];
    throw error;
  }
}

function firstMisuse(words: StatementWords, uses: readonly Use[]): Found | null {
  const reading = new Reading(words, uses);
  for (const at of words.places) {
    const found = reading.misuseAt(at);
    if (found !== null) return found;
  }
  return null;
}

function why(name: string): Said {
  return say(
    '{column} is masked for you by a text, which you can only compare with another text by =. Count it, group by it, join on it, or leave it out.',
    { column: name.slice(0, 130) },
  );
}

/** Names in lower case. */
function textsOf(restriction: Restriction | null): ReadonlySet<string> {
  const texts = (restriction?.columns ?? []).filter(
    ({ type, mask }) => mask?.kind === 'hash' || (mask?.kind === 'last_four' && !TEXTUAL.test(type)),
  );
  return new Set(texts.map(({ name }) => name.toLowerCase()));
}

function hasColumn({ restriction, columns }: Use, column: string): boolean {
  const names = restriction?.columns.map(({ name }) => name) ?? columns ?? [];
  return names.some((name) => name.toLowerCase() === column);
}

interface Found {
  readonly name: string;
  readonly start: number;
}

class Reading {
  /** Masked columns, and other names that the statement gives them. */
  private readonly masked: Set<string>;
  /** By the name or alias of a relation, its own masked columns. */
  private readonly byRelation = new Map<string, ReadonlySet<string>>();
  private readonly ofColumns: ReadonlySet<string>;
  /** Names that the statement gives to masked values. */
  private readonly renamed = new Set<string>();

  constructor(
    private readonly words: StatementWords,
    private readonly uses: readonly Use[],
  ) {
    this.ofColumns = new Set(uses.flatMap(({ restriction }) => [...textsOf(restriction)]));
    this.masked = new Set(this.ofColumns);
    for (const { name, restriction } of uses) this.addRelation(name.toLowerCase(), textsOf(restriction));
    for (let before = -1; before !== this.masked.size;) {
      before = this.masked.size;
      for (const at of words.places) this.addAliasAt(at);
    }
  }

  misuseAt(at: number): Found | null {
    const { kind, text } = this.words.at(at);
    if (kind === 'sign' ? ARITHMETIC.has(text) : kind === 'word' && (text === 'div' || text === 'mod'))
      return this.words.isCall(at) ? this.inCall(at) : (this.before(at) ?? this.after(at));
    if (kind === 'sign' && BY_SIZE.has(text)) return this.onlyOne(this.before(at), this.after(at));
    if (kind === 'sign' && EQUALITY.has(text)) {
      if (this.words.isNumber(at + 1)) return this.before(at);
      if (this.words.isNumber(at - 1)) return this.after(at);
      // Of one name, and masked on one side alone.
      const isNamedAlike = [at - 1, this.words.endOf(at + 1) - 1].every((one) => this.masked.has(this.words.at(one).text));
      return isNamedAlike ? this.onlyOne(this.before(at), this.after(at)) : null;
    }
    if (kind !== 'word') return null;
    const left = this.words.at(at - 1).text === 'not' ? at - 1 : at;
    if (text === 'in') return this.words.isNumber(at + 2) ? this.before(left) : null;
    if (text === 'between') {
      const bounds = [this.after(at), this.after(this.words.endOf(at + 1))];
      return this.onlyOne(this.before(left), ...bounds);
    }
    return this.words.isCall(at) ? this.inCall(at) : null;
  }

  private inCall(at: number): Found | null {
    const { text } = this.words.at(at);
    const close = this.words.at(at + 1).other;
    if (COMPUTING.has(text)) return this.valueIn(at + 2, close);
    if (text !== 'cast' && text !== 'try_cast') return null;
    const as = this.words.find(at + 2, close, 'as');
    return TEXTUAL.test(this.words.at(as + 1).text) || as === close ? null : this.valueIn(at + 2, as);
  }

  /** Where one of them is masked, and another is not. */
  private onlyOne(...sides: readonly (Found | null)[]): Found | null {
    return sides.includes(null) ? (sides.find((side) => side !== null) ?? null) : null;
  }

  /** The masked value that ends before this place. */
  private before(at: number): Found | null {
    const from = this.words.startOf(at - 1);
    return from === null ? null : this.valueIn(from, at);
  }

  private after(at: number): Found | null {
    return this.valueIn(at + 1, this.words.endOf(at + 1));
  }

  /** A masked column that is, or may be, the value of one of the expressions between these places. */
  private valueIn(from: number, to: number): Found | null {
    for (const [start, end] of this.words.parts(from, to)) {
      const isCondition = this.words.topLevel(start, end).some((at) => this.isOfConditions(at));
      if (isCondition) continue;
      for (const at of this.words.topLevel(start, end)) {
        const found = this.foundAt(at, end);
        if (found !== null) return found;
      }
    }
    return null;
  }

  private foundAt(at: number, end: number): Found | null {
    const { kind, text, other, start } = this.words.at(at);
    if (text === '(' && kind === 'sign') {
      const callee = this.words.isName(at - 1) ? this.words.at(at - 1).text : '';
      if (NEUTRAL.has(callee) || other > end) return null;
      const to = callee === 'cast' || callee === 'try_cast' ? this.words.find(at + 1, other, 'as') : other;
      return this.words.isQuery(at + 1) ? this.valueIn(at + 2, this.words.find(at + 1, other, 'from')) : this.valueIn(at + 1, to);
    }
    if (text === 'case' && kind === 'word') return this.inCase(at, other);
    if (!this.words.isName(at) || this.words.at(at - 1).text === '::' || this.words.isCall(at) || this.words.at(at + 1).text === '.')
      return null;
    if (!this.masked.has(text)) return null;
    const qualifier = this.words.at(at - 1).text === '.' ? this.words.at(at - 2).text : null;
    if (qualifier === null && this.isOfOther(at, text)) return null;
    const own = qualifier === null ? undefined : this.byRelation.get(qualifier);
    return own === undefined || own.has(text) ? { name: text, start } : null;
  }

  /** Whether a name without a relation is plainly that of a column that is not masked: the relations of its own query tell. */
  private isOfOther(at: number, column: string): boolean {
    if (!this.ofColumns.has(column) || this.renamed.has(column)) return false;
    const names = this.words.relationsAround(at);
    if (names === null) return false;
    const uses = names.map((name) => this.uses.filter((use) => use.name.toLowerCase() === name));
    if (uses.some((ofName) => ofName.length === 0)) return false;
    // Relations of one name in two schemas count as one, which may be either.
    const isThere = uses.some((ofName) => ofName.every((use) => hasColumn(use, column)));
    return isThere && !uses.flat().some(({ restriction }) => textsOf(restriction).has(column));
  }

  private isOfConditions(at: number): boolean {
    const { kind, text } = this.words.at(at);
    return (kind === 'sign' || kind === 'word') && OF_CONDITIONS.has(text);
  }

  private inCase(from: number, to: number): Found | null {
    for (const at of this.words.topLevel(from + 1, to)) {
      if (!['then', 'else'].includes(this.words.at(at).text)) continue;
      const ends = this.words.topLevel(at + 1, to).filter((one) => ['when', 'else'].includes(this.words.at(one).text));
      const found = this.valueIn(at + 1, ends[0] ?? to);
      if (found !== null) return found;
    }
    return null;
  }

  private addRelation(name: string, columns: ReadonlySet<string>): void {
    const add = (key: string): void => {
      this.byRelation.set(key, new Set([...(this.byRelation.get(key) ?? []), ...columns]));
    };
    add(name);
    for (const at of this.words.places) {
      if (!this.words.isName(at) || this.words.at(at).text !== name || this.words.at(at + 1).text === '.') continue;
      const alias = this.words.at(at + 1).text === 'as' ? at + 2 : at + 1;
      if (this.words.isName(alias) && !FOLLOWING.has(this.words.at(alias).text)) add(this.words.at(alias).text);
    }
  }

  /** Here a value gets a name, or a list of names stands for the values of a query. */
  private addAliasAt(at: number): void {
    if (this.words.at(at).text === '(' && this.words.isName(at - 1)) return this.addNames(at);
    if (!this.words.isName(at) || this.words.isCall(at) || this.words.at(at - 1).text === '.') return;
    const end = this.words.at(at - 1).text === 'as' ? at - 1 : at;
    if (end === at && (FOLLOWING.has(this.words.at(at).text) || this.words.startOf(at - 1) === null)) return;
    if (!this.words.isTypeOfCast(at) && this.before(end) !== null) this.rename(this.words.at(at).text);
  }

  private rename(name: string): void {
    this.masked.add(name);
    this.renamed.add(name);
  }

  /** `c (x, y) AS (SELECT …)`: the names are those of the columns in their order. */
  private addNames(at: number): void {
    const { other } = this.words.at(at);
    let query = this.words.at(other + 1).text === 'as' ? other + 2 : other + 1;
    while (['not', 'materialized'].includes(this.words.at(query).text)) query += 1;
    const before = this.words.at(at - 2).text === 'as' ? this.words.at(at - 3) : this.words.at(at - 2);
    const open = this.words.at(query).text === '(' ? query : before.text === ')' ? before.other : null;
    if (open === null || !this.words.isQuery(open + 1)) return;
    const values = this.words.parts(open + 2, this.words.find(open + 1, this.words.at(open).other, 'from'));
    for (const [place, [start]] of this.words.parts(at + 1, other).entries()) {
      const [from, to] = values[place] ?? [0, 0];
      if (this.valueIn(from, to) !== null) this.rename(this.words.at(start).text);
    }
  }
}
