import { say } from '../../../shared/sentence.js';
import { functionNotAllowed } from '../function-not-allowed.js';
import { BEFORE_PARENTHESIS, LENGTH_ARGUMENTS, NEEDS_NO_SPACE, TYPES, WITH_FOR, WITH_FROM } from './functions.js';
import type { Reading, Scope } from './reading.js';

const MAX_LENGTH = 10_000;

/** A word before a parenthesis: a function of the list, or a keyword. */
export function readCall(reader: Reading, scope: Scope): void {
  const { s } = reader;
  const name = s.token.word.toLowerCase();
  const isFunction = reader.functions.has(name);
  if (!isFunction && !BEFORE_PARENTHESIS.has(s.token.word))
    s.note('forbidden_function', s.token, functionNotAllowed(s.token.text, reader.functions));
  if (isFunction && NEEDS_NO_SPACE.has(name) && s.ahead(1).start > s.token.end)
    s.note(
      'forbidden_function',
      s.token,
      say('Remove the space after {name}: with it, the server looks for a stored function.', { name: s.token.text }),
    );
  s.skip();
  s.inParentheses(() => {
    if (!isFunction) return reader.content(scope);
    reader.content(scope, {
      from: WITH_FROM.has(name),
      for: WITH_FOR.has(name),
      onArgument: (index) => {
        if (LENGTH_ARGUMENTS.get(name) === index) requireShort(reader);
        if (name === 'convert' && index === 1) castType(reader);
      },
      onWord: () => typeWithin(reader, name),
    });
  });
}

/** Requires a short length: with a large one a few characters become a gigabyte. */
function requireShort({ s }: Reading): void {
  const { kind, text } = s.token;
  const isWhole = s.isSymbol(',', 1) || s.isSymbol(')', 1);
  if (kind !== 'number' || !isWhole || !/^[0-9]+$/.test(text) || Number(text) > MAX_LENGTH)
    s.note('forbidden_function', s.token, 'The length must be a literal number up to 10,000.');
}

/** Reads the type after the AS of a cast, or after the RETURNING of JSON_VALUE. */
function typeWithin(reader: Reading, name: string): boolean {
  const { s } = reader;
  const isBefore = (name === 'cast' && s.isWord('AS')) || (name === 'json_value' && s.isWord('RETURNING'));
  if (!isBefore) return false;
  s.skip();
  castType(reader);
  return true;
}

function castType({ s }: Reading): void {
  if (!TYPES.has(s.token.word)) s.note('forbidden_type', s.token, 'A cast to this type is not allowed.');
  const isSized = s.isSymbol('(', 1);
  if (!s.isClosing()) s.skip();
  if (!isSized || !s.isSymbol('(')) return;
  s.inParentheses(() => {
    while (s.token.kind === 'number' || s.isSymbol(',')) s.skip();
  });
}
