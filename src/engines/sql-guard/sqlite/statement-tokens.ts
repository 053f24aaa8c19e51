import { lowerAscii } from '../../../platform/sqlite/statement-rules.js';
import { type Token, tokensOf } from './sqlite-tokens.js';

/** Finds places in a statement: the engine says what a statement does, but not where in the text. */
export class StatementTokens {
  private readonly tokens: readonly Token[];

  constructor(sql: string) {
    this.tokens = tokensOf(sql);
  }

  /** The place where a function of this name is called; `null` if it is not called, or is called as an operator. */
  call(name: string): number | null {
    return this.tokens.find((token, index) => this.isCall(token, index, lowerAscii(name)))?.start ?? null;
  }

  /** The place where a relation is named: after a word that takes one, or where the name occurs once. */
  relation(name: string): number | null {
    const folded = lowerAscii(name.slice(name.lastIndexOf('.') + 1));
    const named = this.tokens.flatMap((token, index) => (isNamed(token, folded) ? [index] : []));
    const behind = named.find((index) => this.takesRelation(index));
    const [only, another] = named;
    const index = behind ?? (another === undefined ? only : undefined);
    return index === undefined ? null : (this.tokens[index]?.start ?? null);
  }

  /** How deep parentheses are nested. */
  depth(): number {
    let depth = 0;
    let deepest = 0;
    for (const { kind, text } of this.tokens) {
      if (kind !== 'mark') continue;
      if (text === '(') depth += 1;
      else if (text === ')') depth -= 1;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  /** Whether each call has a format that is written out and asks for no long text. */
  hasPlainFormats(name: string): boolean {
    return this.tokens.every((token, index) => {
      if (!this.isCall(token, index, name)) return true;
      const format = this.tokens[index + 2];
      const behind = this.tokens[index + 3];
      return (
        format?.kind === 'text' &&
        !/\*|[0-9]{4}/.test(format.text) &&
        behind?.kind === 'mark' &&
        (behind.text === ',' || behind.text === ')')
      );
    });
  }

  private isCall(token: Token, index: number, folded: string): boolean {
    const next = this.tokens[index + 1];
    return isNamed(token, folded) && next?.kind === 'mark' && next.text === '(';
  }

  private takesRelation(index: number): boolean {
    const before = this.tokens[index - 1];
    if (before?.kind === 'mark' && before.text === '.') return this.takesRelation(index - 2);
    return before?.kind === 'name' && /^(?:from|join|in)$/i.test(before.text);
  }
}

function isNamed(token: Token, folded: string): boolean {
  return token.kind !== 'mark' && lowerAscii(token.text) === folded;
}
