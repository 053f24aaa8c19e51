import type { Fixed } from '../../../shared/sentence.js';
/** What a pattern is made of; a `point` matches one character. */
export type Pattern =
  | { readonly kind: 'point'; readonly source: string }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number };

/** A sentence about the pattern, for its author. */
export class PatternRefused extends Error {
  constructor(readonly sentence: Fixed) {
    super(sentence);
  }
}

const ESCAPED = /\\(?:[pP]\{[^}]*\}|u\{[0-9a-f]+\}|ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[^])/iuy;
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/uy;
const GROUP = /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/uy;
const REPEATED = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/uy;
const ANY = /[^]/uy;

/**
 * Reads the part of regular expressions (ECMAScript with the flag `u`) that can be matched in one go: it has neither look-arounds nor
 * back-references.
 * @throws PatternRefused
 */
export function parsePattern(source: string): Pattern {
  try {
    new RegExp(source, 'u');
  } catch {
    throw new PatternRefused('Must be a regular expression.');
  }
  return new Reading(source).choice();
}

/** Reads a well-formed pattern: that its brackets close was checked before. */
class Reading {
  private at = 0;

  constructor(private readonly source: string) {}

  choice(): Pattern {
    const parts = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at += 1;
      parts.push(this.sequence());
    }
    return { kind: 'choice', parts };
  }

  private sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source.charAt(this.at))) parts.push(this.repeated());
    return { kind: 'sequence', parts };
  }

  private repeated(): Pattern {
    const part = this.single();
    const match = this.next(REPEATED);
    if (match === undefined) return part;
    const [, sign, least, comma, most] = match;
    if (sign !== undefined) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    return {
      kind: 'repeat',
      part,
      least: Number(least),
      most: comma === '' ? Number(least) : most === '' ? Infinity : Number(most),
    };
  }

  private single(): Pattern {
    const first = this.source.charAt(this.at);
    if (first === '(') {
      if (this.next(GROUP) === undefined) throw new PatternRefused('Must not look ahead or behind.');
      const inner = this.choice();
      this.at += 1;
      return inner;
    }
    const source = this.next(first === '\\' ? ESCAPED : first === '[' ? CLASS : ANY)?.[0] ?? '';
    if (/^\\[1-9k]/.test(source)) throw new PatternRefused('Must not refer back to a group.');
    return { kind: /^(?:[$^]|\\b)$/i.test(source) ? 'edge' : 'point', source };
  }

  private next(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.at;
    const match = token.exec(this.source) ?? undefined;
    if (match !== undefined) this.at = token.lastIndex;
    return match;
  }
}
