import { ValidationFailed } from '../../shared/domain-error.js';

/** Bytes of UTF-8. */
const LARGEST_OUTPUT = 65_536;

/**
 * A placeholder is a name in double braces; `\{{` stands for the braces themselves, `\\{{` for a backslash before a
 * placeholder. Everything else is text. No part of it can match in two ways, so that time grows with the length only.
 */
const TOKEN = /\\\\(?=\{\{)|\\\{\{|\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** A text in parts. Literals are before, between and after the names, so there is one literal more than names. */
export interface CompiledText {
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** Whether the text has double braces that are neither a placeholder nor escaped. */
  readonly hasStrayBraces: boolean;
}

export function compile(text: string): CompiledText {
  const literals: string[] = [];
  const names: string[] = [];
  let literal = '';
  let end = 0;
  let hasStrayBraces = false;
  const take = (chunk: string): void => {
    literal += chunk;
    hasStrayBraces ||= chunk.includes('{{');
  };
  for (const token of text.matchAll(TOKEN)) {
    take(text.slice(end, token.index));
    end = token.index + token[0].length;
    const [whole, name] = token;
    if (name === undefined) {
      literal += whole.slice(1);
      continue;
    }
    literals.push(literal);
    names.push(name);
    literal = '';
  }
  take(text.slice(end));
  return { literals: [...literals, literal], names, hasStrayBraces };
}

/**
 * Renders in one pass: a value is never read again, even if it looks like a placeholder.
 * @param textOf the text for a placeholder
 * @throws ValidationFailed for more than 64 KiB, before it is put together
 */
export function render({ literals, names }: CompiledText, textOf: (name: string) => string): string {
  const pieces: string[] = [];
  let bytes = 0;
  const put = (piece: string): void => {
    bytes += Buffer.byteLength(piece);
    if (bytes > LARGEST_OUTPUT) throw tooLarge();
    pieces.push(piece);
  };
  literals.forEach((literal, index) => {
    put(literal);
    const name = names[index];
    if (name !== undefined) put(textOf(name));
  });
  return pieces.join('');
}

function tooLarge(): ValidationFailed {
  return new ValidationFailed([{ field: 'parameters', message: 'The text would be longer than 64 KiB. Send shorter values.' }]);
}
