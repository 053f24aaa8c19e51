import { say } from '../../shared/sentence.js';
import { LONGEST_STATEMENT, type Violation } from './judgement.js';

/** Control characters, except the white space that every engine reads as such. */
const CONTROL = /(?![\t\r\n])\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;

/** Refuses what no grammar needs to see. Some of it would end the statement for one reader and not for another. */
export function unreadable(sql: string): Violation | null {
  if (sql.length > LONGEST_STATEMENT) {
    const message = say('The statement is longer than {length} characters. Shorten it.', { length: LONGEST_STATEMENT });
    return { rule: 'too_long', position: LONGEST_STATEMENT, message };
  }
  const control = sql.search(CONTROL);
  if (control >= 0)
    return {
      rule: 'invalid_text',
      position: control,
      message: 'The statement contains a control character. Remove it.',
    };
  const half = sql.search(LONE_SURROGATE);
  if (half >= 0)
    return {
      rule: 'invalid_text',
      position: half,
      message: 'The statement contains an incomplete character. Remove it.',
    };
  return null;
}

/** Turns places that are counted in bytes or code points into indexes of the text. */
export class Places {
  private readonly isAscii: boolean;
  private ofBytes: Uint32Array | null = null;

  constructor(private readonly text: string) {
    this.isAscii = ASCII.test(text);
  }

  /** @param offset in bytes of UTF-8 */
  ofByte(offset: number): number {
    if (this.isAscii) return Math.min(offset, this.text.length);
    this.ofBytes ??= this.measure();
    return this.ofBytes[Math.min(offset, this.ofBytes.length - 1)] ?? 0;
  }

  ofCodePoint(position: number): number {
    if (this.isAscii) return Math.min(position, this.text.length);
    let index = 0;
    for (let left = position; left > 0 && index < this.text.length; left -= 1)
      index += (this.text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
    return index;
  }

  private measure(): Uint32Array {
    const indexes = new Uint32Array(Buffer.byteLength(this.text) + 1);
    let byte = 0;
    let index = 0;
    for (const character of this.text) {
      const end = byte + Buffer.byteLength(character);
      indexes.fill(index, byte, end);
      byte = end;
      index += character.length;
    }
    indexes[byte] = index;
    return indexes;
  }
}
