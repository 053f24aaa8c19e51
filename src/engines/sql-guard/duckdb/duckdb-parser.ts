import { LOCKED_SETTINGS } from '../../../platform/duckdb/locked-settings.js';

/** The part of `@duckdb/node-api` that we use. The package is optional: the rest must compile and run without it. */
interface Driver {
  readonly DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<Instance> };
}

interface Instance {
  connect(): Promise<Connection>;
}

interface Connection {
  prepare(sql: string): Promise<Prepared>;
  run(sql: string): Promise<unknown>;
  extractStatements(sql: string): Promise<{ readonly count: number }>;
}

interface Prepared {
  readonly columnCount: number;
  columnName(column: number): string;
  bindVarchar(parameter: number, value: string): void;
  runAndReadAll(): Promise<{ getRows(): readonly (readonly unknown[])[] }>;
}

const DRIVER = '@duckdb/node-api';
const TREE = 'SELECT json_serialize_sql($1::VARCHAR)';
/** A part of a tree as a query of its own. Numbers in it are more than JavaScript holds, so the engine cuts it out. */
const PART = `SELECT json_serialize_sql($1::VARCHAR) -> $2::VARCHAR`;
const TEXT = 'SELECT json_deserialize_sql($1::JSON)';
const QUERY_OF = (item: string): string =>
  `{"error":false,"statements":[{"node":{"type":"SELECT_NODE","modifiers":[],"cte_map":{"map":[]},"select_list":[${item}],"from_table":{"type":"EMPTY","alias":"","sample":null,"query_location":0},"where_clause":null,"group_expressions":[],"group_sets":[],"aggregate_handling":"STANDARD_HANDLING","having":null,"sample":null,"qualify":null},"named_param_map":[]}]}`;
const SELECT = 'SELECT ';
/** A tree holds the type that a name means. The engine quotes names, except those of its grammar. */
const NAMED_TYPE =
  /"cast_type":\{"id":"(?!(?:INTEGER|SMALLINT|BIGINT|FLOAT|BOOLEAN|BIT|VARCHAR|TIMESTAMP|TIME|INTERVAL|DECIMAL|UNBOUND)")([A-Z_ ]+)","type_info":null\}/g;
const LOSSY_TYPE = /"cast_type":\{"id":"(?:DECIMAL|BIT|ENUM|LIST|STRUCT|MAP|ARRAY|UNION)"/;
/** Matches each word from its beginning: otherwise a long one would be read again from each of its letters. */
const SIZED = /(?<!\w)(\w+)\s*\(\s*\d/g;
const SIZED_TYPE = /char|time|(?:string|text|bit)$/i;
const INFINITE = /"value":-?inf/i;
const UNBOUND =
  '"cast_type":{"id":"UNBOUND","type_info":{"type":"UNBOUND_TYPE_INFO","alias":"","extension_info":null,"name":"$1","catalog":"","schema":"","user_type_modifiers":[]}}';

function hasSizedType(sql: string): boolean {
  return [...sql.matchAll(SIZED)].some(([, word = '']) => SIZED_TYPE.test(word));
}

/** A number of the statement that no double holds: the engine takes it for infinity, which JSON has no word for. */
export class NumberTooLarge extends Error {}

/** The package is not installed, or has no build for this machine. */
export class DuckDbMissing extends Error {}

/** The answer of the engine's parser to a text. */
export type Reading =
  | { readonly error: false; readonly statements: readonly unknown[] }
  | {
      readonly error: true;
      readonly error_type: string;
      readonly error_message: string;
      /** A number as text; it counts bytes of UTF-8. */
      readonly position?: string;
    };

/** The names of the columns of a query; or why it has none; or nothing, if no more is known of a source. */
interface Bound {
  readonly columns: readonly string[] | null;
  readonly refusal: string | null;
}

/** The engine's own parser, in a database that has no tables and no access to anything outside. It reads one text at a time. */
export class DuckDbParser {
  private constructor(
    private readonly connection: Connection,
    private readonly tree: Prepared,
  ) {}

  /**
   * @param name of the package; it is a variable so that the build does not need the package
   * @throws DuckDbMissing
   */
  static async start(name: string = DRIVER): Promise<DuckDbParser> {
    const driver = (await import(name).catch(() => {
      throw new DuckDbMissing();
    })) as Driver;
    const instance = await driver.DuckDBInstance.create(':memory:', LOCKED_SETTINGS);
    const connection = await instance.connect();
    return new DuckDbParser(connection, await connection.prepare(TREE));
  }

  /** Parses the text into a tree. The engine does this for queries only. */
  async read(sql: string): Promise<Reading> {
    this.tree.bindVarchar(1, sql);
    const [row] = (await this.tree.runAndReadAll()).getRows();
    const tree = String(row?.[0]);
    try {
      return JSON.parse(tree) as Reading;
    } catch (error) {
      throw INFINITE.test(tree) ? new NumberTooLarge('It is taken for infinity.', { cause: error }) : error;
    }
  }

  /** The text of an expression, as the engine names a column by it; `null` if it has none. */
  async textOf(sql: string, path: string): Promise<{ readonly text: string; readonly isExact: boolean } | null> {
    try {
      const part = await this.connection.prepare(PART);
      part.bindVarchar(1, sql);
      part.bindVarchar(2, path);
      const [item] = (await part.runAndReadAll()).getRows();
      const text = await this.connection.prepare(TEXT);
      const tree = String(item?.[0]);
      text.bindVarchar(1, QUERY_OF(tree.replaceAll(NAMED_TYPE, UNBOUND)));
      const [query] = (await text.runAndReadAll()).getRows();
      const words = String(query?.[0]);
      const isExact = !LOSSY_TYPE.test(tree) && !hasSizedType(sql);
      return words.startsWith(SELECT) ? { text: words.slice(SELECT.length), isExact } : null;
    } catch {
      return null;
    }
  }

  /** Has the engine bind a query to empty tables of these definitions. */
  async bind(sql: string, definitions: readonly string[]): Promise<Bound> {
    await this.connection.run('BEGIN');
    try {
      // Prepared, it is one statement, even if the name of a type holds something else.
      for (const definition of definitions) await (await this.connection.prepare(definition)).runAndReadAll();
    } catch {
      await this.connection.run('ROLLBACK');
      return { columns: null, refusal: null };
    }
    try {
      const prepared = await this.connection.prepare(sql);
      const columns = Array.from({ length: prepared.columnCount }, (_, column) => prepared.columnName(column));
      return { columns, refusal: null };
    } catch (error) {
      return { columns: null, refusal: error instanceof Error ? error.message : null };
    } finally {
      await this.connection.run('ROLLBACK');
    }
  }

  /** Counts the statements of the text; 0 where the engine cannot read it. */
  async count(sql: string): Promise<number> {
    return this.connection.extractStatements(sql).then(
      ({ count }) => count,
      () => 0,
    );
  }
}
