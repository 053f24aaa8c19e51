import { say } from '../../../shared/sentence.js';
import { type Judgement, MOST_VIOLATIONS, type RelationPlace, type Violation } from '../judgement.js';
import type { KnownSource } from '../known-source.js';
import { columnNames } from './column-names.js';
import { isMariaDb } from './functions.js';
import { QueryReader } from './query-reader.js';
import { Refusal, type Token } from './token.js';
import { TokenStream } from './token-stream.js';

/** Columns of tables WITH SYSTEM VERSIONING, which discovery does not name. They reveal when rows were written and deleted. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['row_start', 'row_end']);

/**
 * The first name of a column of the server's own. A name that the statement gives to a result does not say which of the two another place
 * means.
 */
function systemColumnIn(tokens: readonly Token[], serverVersion: string): Token | null {
  // MySQL has no such columns, so there the names are ordinary columns.
  const isMySql = serverVersion !== '' && !isMariaDb(serverVersion);
  if (isMySql) return null;
  const isNamed = ({ kind, text }: Token): boolean => (kind === 'name' || kind === 'word') && SYSTEM_COLUMNS.has(text.toLowerCase());
  return tokens.find(isNamed) ?? null;
}

/**
 * Accepts a query if every token has a known place: each call is of a listed function, and each relation is named where FROM or JOIN
 * names one. The server reports all other errors when it prepares the query, before anything runs. The query is sent as it was
 * written. It needs a session in which `"` quotes a text and a backslash escapes, and which has chosen no database: if we mistake a
 * name for a common table expression, the name means nothing there, and neither does the name of a stored function.
 */
export function judgeMysql(sql: string, source: KnownSource): Judgement {
  const { serverVersion } = source;
  let stream: TokenStream | null = null;
  try {
    stream = new TokenStream(sql);
    whole(stream, new QueryReader(stream, source));
    const column = systemColumnIn(stream.tokens, serverVersion);
    if (column !== null)
      stream.note(
        'forbidden_syntax',
        column,
        say('{name} is a system column of {engine}. Use a column of the relation, or give your result another name.', {
          name: column.text,
          engine: 'MariaDB',
        }),
      );
    return stream.violations.length > 0 ? refused(stream.violations) : accepted(stream, serverVersion);
  } catch (error) {
    if (error instanceof Refusal) return refused([...(stream?.violations ?? []), error.violation]);
    throw error;
  }
}

function whole(s: TokenStream, reader: QueryReader): void {
  if (s.isEnd()) s.refuse('There is no statement.');
  if (!s.isWord('SELECT', 'WITH', 'VALUES') && !s.isSymbol('('))
    s.refuse('Only queries are allowed: begin with SELECT or WITH.', 'not_a_query');
  reader.query([]);
  if (!s.takeSymbol(';') && !s.isEnd()) s.refuse('The statement should end here.');
  if (s.isSymbol(';')) s.refuse('There is a second semicolon. Remove it.', 'one_statement');
  if (!s.isEnd()) s.refuse('Only one statement is allowed.', 'one_statement');
}

function refused(violations: readonly Violation[]): Judgement {
  return { ok: false, violations: violations.slice(0, MOST_VIOLATIONS) };
}

function accepted(stream: TokenStream, serverVersion: string): Judgement {
  const { sql, relations, edits } = stream;
  const names = columnNames(
    stream,
    [...relations, ...edits].map(({ position }) => position),
    serverVersion,
  );
  const places = relations.map(({ position, end }, relation) => {
    const part: RelationPlace = { relation, takes: 'name', quote: '`' };
    return { position, end, part };
  });
  const all = [...places, ...[...edits, ...names].map(({ position, end, text }) => ({ position, end, part: text }))];
  const parts: (string | RelationPlace)[] = [];
  let from = 0;
  for (const { position, end, part } of all.sort((a, b) => a.position - b.position)) {
    parts.push(sql.slice(from, position), part);
    from = end;
  }
  const uses = relations.map(({ schema, name, position }) => ({ schema, name, position }));
  return { ok: true, relations: uses, parts: [...parts, sql.slice(from)] };
}
