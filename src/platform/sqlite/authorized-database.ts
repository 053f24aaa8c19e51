import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Question } from './statement-rules.js';

/** More depth and length than people need; beyond it the engine reports an error. */
const LIMITS = {
  SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
  SQLITE_LIMIT_EXPR_DEPTH: 500,
  SQLITE_LIMIT_COMPOUND_SELECT: 100,
  SQLITE_LIMIT_VDBE_OP: 50_000,
  SQLITE_LIMIT_ATTACHED: 0,
  SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
} as const;

/** What may follow a statement without meaning anything. */
const BLANK = /\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*|[ \t\n\f\r]+/g;

/** Whether a statement may do this. */
export type Answer = (question: Question) => boolean;

export interface Prepared {
  /** Points to the statement; 0 if the text has none. */
  readonly statement: number;
  /** What follows the statement. */
  readonly tail: string;
}

/** The engine does not prepare it. */
export class NotPrepared extends Error {
  constructor(
    message: string,
    /** The engine's code. */
    readonly resultCode: number,
    /** In bytes of UTF-8; `null` if the engine names no place. */
    readonly offset: number | null,
  ) {
    super(message);
  }
}

/** It was prepared, and fails while it runs. */
class RunFailed extends Error {
  constructor(
    message: string,
    /** The engine's code. */
    readonly resultCode: number,
  ) {
    super(message);
  }
}

/** Virtual tables prepare what they need of their own tables as they run; the statement itself is prepared before that. */
const asVirtualTablesDo: Answer = ({ about }) => about !== 'more';

/** A database whose engine asks for permission for each thing that a statement would do. */
export class AuthorizedDatabase {
  private answer: Answer | null = null;

  constructor(
    private readonly sqlite3: Sqlite3Static,
    readonly database: Database,
  ) {
    const { capi } = sqlite3;
    for (const [limit, value] of Object.entries(LIMITS)) capi.sqlite3_limit(database, capi[limit as keyof typeof LIMITS], value);
    // A name in double quotes that is not a column would be a text: one that is misspelt, hidden or gone would go unnoticed.
    capi.sqlite3_db_config(database, capi.SQLITE_DBCONFIG_DQS_DML, 0, 0);
    capi.sqlite3_set_authorizer(
      database,
      (_, code, first, second) => {
        if (this.answer === null || this.answer(this.questionOf(code, first, second))) return capi.SQLITE_OK;
        return capi.SQLITE_DENY;
      },
      0,
    );
  }

  /**
   * The first statement of a text. The caller must end it.
   * @throws NotPrepared
   */
  prepare(sql: string, answer: Answer): Prepared {
    const { capi, wasm } = this.sqlite3;
    const scope = wasm.scopedAllocPush();
    this.answer = answer;
    try {
      const [statement, tail] = wasm.scopedAllocPtr(2) as unknown as [number, number];
      const [text, length] = wasm.scopedAllocCString(sql, true);
      const code = capi.sqlite3_prepare_v3(this.database, text, length, 0, statement, tail);
      if (code !== 0) {
        const offset = capi.sqlite3_error_offset(this.database);
        throw new NotPrepared(capi.sqlite3_errmsg(this.database), code, offset < 0 ? null : offset);
      }
      const rest = wasm.peekPtr(tail);
      const bytes = wasm.heap8u().slice(rest, text + length);
      return { statement: wasm.peekPtr(statement), tail: new TextDecoder().decode(bytes) };
    } finally {
      this.answer = null;
      wasm.scopedAllocPop(scope);
    }
  }

  /** Why a prepared statement is not a query; `null` if it is one. */
  faultOf({ statement, tail }: Prepared): 'nothing' | 'not_a_query' | 'several' | 'parameters' | null {
    const { capi } = this.sqlite3;
    if (statement === 0) return 'nothing';
    if (
      capi.sqlite3_stmt_readonly(statement) === 0 ||
      capi.sqlite3_stmt_isexplain(statement) !== 0 ||
      capi.sqlite3_column_count(statement) === 0
    )
      return 'not_a_query';
    if (capi.sqlite3_bind_parameter_count(statement) > 0) return 'parameters';
    return tail.replaceAll(BLANK, '') === '' ? null : 'several';
  }

  /**
   * @returns whether there is another row
   * @throws RunFailed
   */
  step({ statement }: Prepared): boolean {
    const { capi } = this.sqlite3;
    this.answer = asVirtualTablesDo;
    const code = capi.sqlite3_step(statement);
    this.answer = null;
    if (code === capi.SQLITE_ROW) return true;
    if (code === capi.SQLITE_DONE) return false;
    throw new RunFailed(capi.sqlite3_errmsg(this.database), code);
  }

  finalize({ statement }: Prepared): void {
    this.sqlite3.capi.sqlite3_finalize(statement);
  }

  private questionOf(code: number, first: unknown, second: unknown): Question {
    const { capi } = this.sqlite3;
    if (code === capi.SQLITE_SELECT || code === capi.SQLITE_RECURSIVE) return { about: 'select' };
    if (code === capi.SQLITE_FUNCTION) return { about: 'function', name: String(second) };
    if (code === capi.SQLITE_READ) return { about: 'read', name: String(first), column: String(second) };
    if (code === capi.SQLITE_PRAGMA && first === 'data_version') return { about: 'version' };
    return { about: 'more' };
  }
}
