import { type Said, say } from '../../../shared/sentence.js';
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { AuthorizedDatabase, NotPrepared, type Prepared } from '../../../platform/sqlite/authorized-database.js';
import { addHashFunction } from '../../../platform/sqlite/hash-function.js';
import { startSqlite } from '../../../platform/sqlite/sqlite-engine.js';
import { FULL_TEXT, type Known, type Question, functionsOf, isAllowed, lowerAscii } from '../../../platform/sqlite/statement-rules.js';
import type { Judgement, Rule, Violation } from '../judgement.js';
import { unknown } from '../relation-violations.js';
import type { KnownTable } from '../known-source.js';
import { functionNotAllowed } from '../function-not-allowed.js';
import { nearest } from '../../../shared/nearest.js';
import { Places } from '../statement-text.js';
import { KnownTables } from './known-tables.js';
import { namesIn } from './sqlite-tokens.js';
import { StatementTokens } from './statement-tokens.js';

/** How SQLite ends its message about a column that was written in double quotes. */
const OF_QUOTED = ' - should this be a string literal in single-quotes?';

const MEMORY_MB = 128;
const DEEPEST = 100;
const TOO_DEEP = say('The statement is too large, or nested deeper than {most} brackets. Simplify it.', { most: DEEPEST });
const MOST_DATABASES = 16;
const PRINTING: ReadonlySet<string> = new Set(['printf', 'format']);

/**
 * Lets the engine itself prepare a statement on empty tables that are like those of the source. The engine reports each thing that
 * the statement would do. The statement does not run, and it is sent as it was written.
 */
export class SqliteJudge {
  /** By the definition of the tables, because most statements are about the same tables as earlier ones. */
  private readonly databases = new Map<string, KnownTables>();

  private constructor(
    private readonly sqlite3: Sqlite3Static,
    private readonly functions: ReadonlySet<string>,
  ) {}

  static async start(): Promise<SqliteJudge> {
    const sqlite3 = await startSqlite(MEMORY_MB);
    return new SqliteJudge(sqlite3, functionsOf(sqlite3));
  }

  judge(sql: string, tables: readonly KnownTable[]): Judgement {
    if (sql.includes('\ufeff')) return refused('syntax', sql.indexOf('\ufeff'), 'There is a byte order mark. Remove it.');
    const known = this.tablesOf(tables);
    const tokens = new StatementTokens(sql);
    // The engine would read deeper statements too, and exhaust its stack.
    if (tokens.depth() > DEEPEST) return refused('forbidden_syntax', null, TOO_DEEP);
    const asked = new Asked({ functions: this.functions, relations: known.names, existing: known.all }, tokens);
    try {
      const prepared = known.database.prepare(sql, (question) => asked.answer(question));
      const fault = known.database.faultOf(prepared);
      known.database.finalize(prepared);
      if (fault !== null) return refusalOf(fault, prepared, sql);
    } catch (error) {
      if (!(error instanceof NotPrepared)) throw error;
      if (asked.violations.length === 0) return unprepared(error, new Places(sql), tokens, this.functions, tables);
    }
    asked.judgeText(known);
    if (asked.violations.length > 0) return { ok: false, violations: asked.violations };
    asked.addUnread(sql, known);
    const relations = [...asked.relations].map((name) => ({ schema: null, name, position: tokens.relation(name) }));
    return { ok: true, relations, parts: [sql] };
  }

  /** Made in memory, like those of the source. */
  tablesOf(tables: readonly KnownTable[]): KnownTables {
    const key = JSON.stringify(tables);
    const known = this.databases.get(key) ?? this.made(tables);
    // Put it at the end: the one that was used last is kept longest.
    this.databases.delete(key);
    this.databases.set(key, known);
    const [oldest] = this.databases.keys();
    if (this.databases.size > MOST_DATABASES && oldest !== undefined) {
      this.databases.get(oldest)?.database.database.close();
      this.databases.delete(oldest);
    }
    return known;
  }

  private made(tables: readonly KnownTable[]): KnownTables {
    const { sqlite3 } = this;
    const database = new sqlite3.oo1.DB(':memory:');
    // Masks call it; a person who does is refused.
    addHashFunction(database, []);
    return new KnownTables(new AuthorizedDatabase(sqlite3, database), tables);
  }
}

/** What the engine has asked while it prepared a statement. */
class Asked {
  readonly relations = new Set<string>();
  readonly violations: Violation[] = [];
  private readonly functions = new Set<string>();

  constructor(
    private readonly known: Known,
    private readonly tokens: StatementTokens,
  ) {}

  answer(question: Question): boolean {
    const allowed = isAllowed(question, this.known);
    if (question.about === 'read') {
      if (!allowed) this.refuseRelation(question.name);
      else if (this.known.relations.has(lowerAscii(question.name))) this.relations.add(question.name);
      return allowed;
    }
    if (question.about === 'function') {
      if (!allowed && !this.functions.has(question.name)) this.refuseFunction(question.name);
      this.functions.add(lowerAscii(question.name));
      // The engine may go on: the function is noted, nothing runs, and there may be more to report.
      return true;
    }
    if (!allowed) this.refuse('not_a_query', 0, 'Only queries are allowed: a statement writes nothing and changes no setting.');
    return allowed;
  }

  /** Adds the tables about which the engine does not ask, because it need not read them, but which must exist. */
  addUnread(sql: string, known: KnownTables): void {
    const read = new Set([...this.relations].map(lowerAscii));
    for (const written of new Set(namesIn(sql).map(lowerAscii))) {
      const name = known.names.get(written);
      if (name !== undefined && !read.has(written) && known.isNeeded(sql, name)) this.relations.add(name);
    }
  }

  /** Judges what the engine does not ask about: the arguments of functions, and whether a table is a full-text table. */
  judgeText({ fullText }: KnownTables): void {
    const reads = [...this.relations].some((name) => fullText.has(lowerAscii(name)));
    for (const name of this.functions) {
      if (FULL_TEXT.has(name) && !reads)
        this.refuse('forbidden_syntax', this.tokens.call(name), say('{name} needs a full-text table.', { name: name.toUpperCase() }));
      if (PRINTING.has(name) && !this.tokens.hasPlainFormats(name))
        this.refuse('forbidden_function', this.tokens.call(name), 'The format must be a string with widths below 1,000.');
    }
  }

  private refuseRelation(name: string): void {
    if (this.tokens.call(name) !== null) this.refuseFunction(name);
    else
      this.refuse(
        'unknown_relation',
        this.tokens.relation(name),
        'The tables of the engine itself cannot be read. Read those of the schema.',
      );
  }

  private refuseFunction(name: string): void {
    const message = functionNotAllowed(name, this.known.functions);
    this.refuse('forbidden_function', this.tokens.call(name), message);
  }

  private refuse(rule: Rule, position: number | null, message: Violation['message']): void {
    this.violations.push({ rule, position, message });
  }
}

function refusalOf(fault: NonNullable<ReturnType<AuthorizedDatabase['faultOf']>>, { tail }: Prepared, sql: string): Judgement {
  switch (fault) {
    case 'nothing':
      return refused('syntax', 0, 'There is no statement.');
    case 'several':
      return refused(
        'one_statement',
        sql.length - tail.length,
        /^[;\s]*$/.test(tail) ? 'There is a second semicolon. Remove it.' : 'Only one statement is allowed.',
      );
    case 'parameters':
      return refused('forbidden_syntax', null, 'A parameter is not allowed. Write the value.');
    case 'not_a_query':
      return refused('not_a_query', 0, 'Only queries are allowed: begin with SELECT, WITH or VALUES.');
  }
}

function unprepared(
  { message, offset }: NotPrepared,
  places: Places,
  tokens: StatementTokens,
  functions: ReadonlySet<string>,
  tables: readonly KnownTable[],
): Judgement {
  const at = offset === null ? null : places.ofByte(offset);
  const [, what, name = ''] = /^(?:no such (table|function):|unknown database) (.*)$/s.exec(message) ?? [];
  if (what === 'function' || (what === 'table' && tokens.call(name) !== null))
    return refused('forbidden_function', at ?? tokens.call(name), functionNotAllowed(name, functions));
  if (what === 'table' || /^unknown database/.test(message)) {
    const [, schema = null, table = name] = /^(main)\.(.+)$/is.exec(name) ?? [];
    return { ok: false, violations: [unknown({ schema, name: table, position: tokens.relation(name) })] };
  }
  const [, missing] = /^no such column: (.*)$/s.exec(message) ?? [];
  if (missing !== undefined) {
    const isQuoted = missing.endsWith(OF_QUOTED);
    const column = isQuoted ? missing.slice(0, -OF_QUOTED.length) : missing;
    const written = isQuoted ? column.slice(1, -1) : column.slice(column.lastIndexOf('.') + 1);
    return refused('syntax', at ?? tokens.relation(written), noSuchColumn(column, written, isQuoted, tables));
  }
  if (/^too many terms in compound SELECT/.test(message))
    return refused('forbidden_syntax', at, 'UNION, INTERSECT and EXCEPT may combine 100 queries. Combine fewer, or write VALUES.');
  if (/^Expression tree is too large/.test(message))
    return refused(
      'forbidden_syntax',
      at,
      'An expression may be 500 operators deep. Write IN instead of many ORs, or use fewer operators.',
    );
  if (/stack overflow|too (?:large|deep)|too many/i.test(message)) return refused('forbidden_syntax', at, TOO_DEEP);
  return refused(
    'syntax',
    at,
    say('SQLite cannot read the statement: {reason}.', { reason: clipped(message.replaceAll(/[\p{C}\s]+/gu, ' ')) }),
  );
}

/** @param isQuoted in double quotes, in which many people write a text */
function noSuchColumn(name: string, written: string, isQuoted: boolean, tables: readonly KnownTable[]): Said {
  const columns = new Map(tables.flatMap((table) => table.columns.map((column) => [lowerAscii(column), column])));
  // A column of that name is in another query.
  columns.delete(lowerAscii(written));
  const near = columns.get(nearest(lowerAscii(written), columns.keys()) ?? '');
  const missing = say('SQLite cannot read the statement: no such column: {name}.', { name: clipped(name.replaceAll(/[\p{C}\s]+/gu, ' ')) });
  const nearby = near === undefined ? [] : [say('The nearest is {name}.', { name: clipped(near) })];
  const quotes = isQuoted ? [say('Double quotes hold a name: write a text in single quotes.')] : [];
  return [...nearby, ...quotes].reduce((first, next) => say('{first} {next}', { first, next }), missing);
}

function refused(rule: Rule, position: number | null, message: Violation['message']): Judgement {
  return { ok: false, violations: [{ rule, position, message }] };
}

function clipped(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}...` : name;
}
