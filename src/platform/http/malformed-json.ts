import { ValidationFailed } from '../../shared/domain-error.js';
import { type Sentence, say } from '../../shared/sentence.js';

/** How each such sentence begins. */
export const NOT_JSON = 'The request body is not well-formed JSON';

/** A body that is no JSON. The sentence says where it goes wrong, and repeats nothing of it. */
export class MalformedJson extends ValidationFailed {
  constructor(cause: { readonly message?: unknown; readonly body?: unknown }) {
    super([], placeIn(String(cause.message), String(cause.body)));
  }
}

/** From what V8 says of the text. The parser also refuses texts that are JSON, and no object or array. */
function placeIn(message: string, body: string): Sentence {
  if (/^\s*(?:null|true|false|-?\d|")/.test(body)) return 'The request body is not well-formed JSON: it must be an object or an array.';
  if (/end of JSON input|Unterminated/i.test(message)) return 'The request body is not well-formed JSON: it ends too early.';
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? NaN);
  if (Number.isNaN(position)) return 'The request body is not well-formed JSON.';
  if (position >= body.length) return 'The request body is not well-formed JSON: it ends too early.';
  const before = body.slice(0, position).split('\n');
  return say('The request body is not well-formed JSON: it goes wrong at line {line}, column {column}.', {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
  });
}
