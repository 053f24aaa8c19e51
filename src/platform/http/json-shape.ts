import { isUtf8 } from 'node:buffer';
import { ValidationFailed } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';

export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
  /** An object has only one of two names with the same answer. */
  readonly identityOf: (name: string) => string;
}

const LONGEST_SHOWN = 100;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [ARRAY, OBJECT, ARRAY_END, OBJECT_END] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Refuses on the raw bytes what a parser accepts silently: bytes that are not UTF-8 (it reads U+FFFD), a name that
 * comes twice in one object (it keeps the last, others the first; RFC 8259 section 4), and more nesting or values than
 * the code behind it can handle. One pass; the parser decides whether the rest is JSON.
 * @throws ValidationFailed
 */
export function assertShape(bytes: Buffer, { depth, values, identityOf }: JsonLimits): void {
  if (!isUtf8(bytes)) throw new ValidationFailed([], 'The request body is not UTF-8.');
  /** The names of each open object; `null` for an open array. */
  const open: (Set<string> | null)[] = [];
  let found = 1;
  let awaitsName = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) {
      const end = endOfText(bytes, index);
      const names = open.at(-1);
      if (awaitsName && names) addName(names, nameIn(bytes, index, end), identityOf);
      awaitsName = false;
      index = end;
    } else if (byte === COMMA) {
      found += 1;
      awaitsName = true;
    } else if (byte === OBJECT || byte === ARRAY) {
      open.push(byte === OBJECT ? new Set() : null);
      awaitsName = byte === OBJECT;
    } else if (byte === OBJECT_END || byte === ARRAY_END) open.pop();
    if (open.length > depth) throw new ValidationFailed([], say('The request body nests more than {depth} deep.', { depth }));
    if (found > values)
      throw new ValidationFailed([], say('The request body holds more than {values} values. Send less of it at a time.', { values }));
  }
}

function addName(names: Set<string>, name: string | null, identityOf: JsonLimits['identityOf']): void {
  if (name === null) return;
  const size = names.size;
  if (names.add(identityOf(name)).size > size) return;
  const field = name.slice(0, LONGEST_SHOWN);
  const message = 'Comes more than once in one object.';
  throw new ValidationFailed([{ field, message }], say('The request body has "{field}" more than once in one object.', { field }));
}

/** In any spelling: "\u0061" is "a". @returns `null` for what the parser will refuse */
function nameIn(bytes: Buffer, start: number, end: number): string | null {
  const text = bytes.toString('utf8', start + 1, end);
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return null;
  }
}

/** The position of the closing quote. */
function endOfText(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let before = quote - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}
