import { LONGEST_TEXT } from '../schema/limits.js';
import { rightlySpelt } from '../schema/spelt-urn.js';
import { InvalidFilter } from '../scim.errors.js';
import type { AttributePath } from './filter.js';

const NAME = /^(\$?[A-Za-z][A-Za-z0-9_-]*)(?:\.(\$?[A-Za-z][A-Za-z0-9_-]*))?$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:./;
/** Names, dots and all that a URN or another URI before them may hold. */
const PATH = /[A-Za-z$][A-Za-z0-9$_:./%+#~@!*',;=?&-]*/y;
/** RFC 8259 section 7: of the controls only those below U+0020 have to be escaped. */
const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)?(?=[ )\]]|$)/y;
const WORD = /[A-Za-z]+/y;
const SPACES = / +/y;

/** The rest of a filter that is not read yet. */
export class FilterText {
  private position = 0;

  constructor(private readonly text: string) {
    if (text.length > LONGEST_TEXT) throw new InvalidFilter(`A filter can have at most ${LONGEST_TEXT} characters.`);
  }

  get isAtEnd(): boolean {
    return this.position === this.text.length;
  }

  isAt(character: string): boolean {
    return this.text[this.position] === character;
  }

  skipSpaces(): void {
    this.match(SPACES);
  }

  requireSpace(): void {
    if (this.match(SPACES) === null) throw this.unexpected('space');
  }

  skip(character: string): boolean {
    if (!this.isAt(character)) return false;
    this.position += 1;
    return true;
  }

  require(character: string): void {
    if (!this.skip(character)) throw this.unexpected(`"${character}"`);
  }

  /** Reads the word only if it is the given one, in any case. */
  skipWord(word: string): boolean {
    const start = this.position;
    if (this.match(WORD)?.toLowerCase() === word) return true;
    this.position = start;
    return false;
  }

  /** Reads nothing unless the word is next and has spaces on both sides. */
  skipBetweenSpaces(word: string): boolean {
    const start = this.position;
    if (this.match(SPACES) !== null && this.skipWord(word) && this.match(SPACES) !== null) return true;
    this.position = start;
    return false;
  }

  word(): string {
    const word = this.match(WORD);
    if (word === null) throw this.unexpected('operator');
    return word.toLowerCase();
  }

  string(): string | null {
    const literal = this.match(STRING);
    return literal === null ? null : (JSON.parse(literal) as string);
  }

  number(): number | null {
    const literal = this.match(NUMBER);
    if (literal === null) return null;
    const number = Number(literal);
    if (!Number.isFinite(number)) throw new InvalidFilter('A number in the filter is out of range.');
    return number;
  }

  path(): AttributePath {
    const start = this.position;
    const path = this.match(PATH);
    const read = path === null ? null : readAttributePath(path);
    if (read !== null) return read;
    this.position = start;
    throw this.unexpected('name of an attribute');
  }

  unexpected(wanted: string): InvalidFilter {
    return new InvalidFilter(`The filter has no ${wanted} where one should be, at character ${this.position + 1}.`);
  }

  /** What stands where a value should: mostly a text or a date whose quotes were forgotten, or typed as an editor sets them. */
  unexpectedValue(): InvalidFilter {
    if (this.isAtEnd) return this.unexpected('value');
    const place = `at character ${this.position + 1}`;
    return new InvalidFilter(
      this.isAt('"')
        ? `The text ${place} has no closing quote, or an escape or a control character that JSON does not allow.`
        : `The value ${place} has no quotes. Put texts and dates in straight double quotes: userName eq "olivia".`,
    );
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.position = pattern.lastIndex;
    return found;
  }
}

/**
 * `[URI ":"] name ["." sub-name]`. The last colon ends the URI, because a name has none and a URN may have dots.
 * @returns `null` if the text is not a path
 */
export function readAttributePath(sent: string): AttributePath | null {
  const text = rightlySpelt(sent);
  const colon = text.lastIndexOf(':');
  const schema = colon === -1 ? null : text.slice(0, colon);
  const [, attribute, subAttribute] = NAME.exec(text.slice(colon + 1)) ?? [];
  if (attribute === undefined || (schema !== null && !URI.test(schema))) return null;
  return { schema, attribute, subAttribute: subAttribute ?? null };
}
