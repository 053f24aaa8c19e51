import { say } from '../../../shared/sentence.js';
import { INDEX_HINTS, OWN_DATABASES, RESERVED_WORDS, TYPES } from './functions.js';
import type { Reading, Scope } from './reading.js';
import { takesSequence } from './sequence.js';
import type { Token } from './token.js';

/** Words between a relation and the next JOIN. They say how to join, and none of them can be a relation. */
const JOINING: ReadonlySet<string> = new Set('INNER CROSS LEFT RIGHT FULL NATURAL JOIN STRAIGHT_JOIN ON USING'.split(' '));

/** Reads one relation after FROM, JOIN or a comma. */
export function readFactor(reader: Reading, scope: Scope): void {
  const { s } = reader;
  const isLateral = s.takeWord('LATERAL');
  if (s.isSymbol('(')) {
    s.inParentheses(() => reader.joined(scope));
    return alias(reader);
  }
  if (isLateral) s.refuse('A query in parentheses was expected here.');
  if (s.isWord('JSON_TABLE') && s.isSymbol('(', 1)) {
    s.skip();
    jsonTable(reader, scope);
    return alias(reader);
  }
  if (s.isWord('DUAL') && !s.isSymbol('.', 1)) {
    s.skip();
    return;
  }
  relation(reader, scope);
}

function relation(reader: Reading, scope: Scope): void {
  const { s, hasSequences } = reader;
  const first = s.token;
  if (first.kind === 'string') s.refuse('Write a name in backticks, or without quotes.', 'forbidden_syntax');
  const isName = first.kind === 'name' || (first.kind === 'word' && !RESERVED_WORDS.has(first.word));
  if (!isName) s.refuse('The name of a relation was expected here.');
  s.skip();
  let last: Token = first;
  if (s.takeSymbol('.')) {
    last = s.token;
    const isDirect = s.isBehindDot();
    if (last.kind !== 'name' && (last.kind !== 'word' || !isDirect)) s.refuse('The name of a relation was expected here.');
    s.skip();
    if (s.isSymbol('.')) s.refuse('Name a relation by its database and its name.', 'forbidden_syntax');
  }
  if (s.isSymbol('(')) s.refuse('JSON_TABLE is the only function that is allowed in FROM.', 'forbidden_function');
  const schema = last === first ? null : first.text;
  if (schema === null && scope.includes(reader.commonName(last.text))) return;
  if (schema === null && hasSequences && takesSequence(s, last, isAlias(s.token))) return;
  if (schema !== null && OWN_DATABASES.has(schema.toLowerCase()))
    s.note(
      'unknown_relation',
      first,
      say('{name} belongs to the server itself, which queries cannot read. Read tables of the schema.', {
        name: `${schema}.${last.text.slice(0, 65)}`,
      }),
    );
  s.uses(schema, last.text, first, last);
}

/** What may follow a relation that has no alias. A server that reads it otherwise refuses what is written here. */
const NO_ALIAS: ReadonlySet<string> = new Set([
  ...JOINING,
  ...INDEX_HINTS,
  ...`WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION EXCEPT INTERSECT FOR WINDOW`.split(' '),
]);

/** Whether this, behind a relation, is its alias, or the AS before it. */
export function isAlias({ kind, word }: Token): boolean {
  return kind === 'name' || (kind === 'word' && !NO_ALIAS.has(word));
}

/** Reads the alias of a subquery, with the names of its columns. */
function alias(reader: Reading): void {
  const { s } = reader;
  const isGiven = s.takeWord('AS');
  const isName = s.token.kind === 'name' || (s.token.kind === 'word' && !JOINING.has(s.token.word));
  if (!isName || !s.isSymbol('(', 1) || (!isGiven && RESERVED_WORDS.has(s.token.word))) return;
  s.skip();
  s.inParentheses(() => reader.names());
}

/** `JSON_TABLE(document, path COLUMNS (name type PATH path, NESTED PATH path COLUMNS (…)))` */
function jsonTable(reader: Reading, scope: Scope): void {
  const { s } = reader;
  const columns = (): boolean => {
    if (!s.isWord('COLUMNS') || !s.isSymbol('(', 1)) return false;
    s.skip();
    s.inParentheses(() => reader.content(scope, { for: true, onWord: () => columns() || sizedType() }));
    return true;
  };
  const sizedType = (): boolean => {
    if (!TYPES.has(s.token.word) || !s.isSymbol('(', 1)) return false;
    s.skip();
    return true;
  };
  s.inParentheses(() => reader.content(scope, { onWord: columns }));
}
