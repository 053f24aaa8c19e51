import { LOCKED_SETTINGS } from '../../../../platform/duckdb/locked-settings.js';

/** The part of `@duckdb/node-api` that we use. The package is optional: the rest must compile and run without it. */
interface Driver {
  readonly DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<Instance> };
}

interface Instance {
  connect(): Promise<Connection>;
}

interface Connection {
  prepare(sql: string): Promise<Prepared>;
  extractStatements(sql: string): Promise<{ readonly count: number }>;
}

interface Prepared {
  bindVarchar(parameter: number, value: string): void;
  runAndReadAll(): Promise<{ getRows(): readonly (readonly unknown[])[] }>;
}

const DRIVER = '@duckdb/node-api';
const TREE = 'SELECT json_serialize_sql($1::VARCHAR)';

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
    return JSON.parse(String(row?.[0])) as Reading;
  }

  /** Counts the statements of the text; 0 where the engine cannot read it. */
  async count(sql: string): Promise<number> {
    return this.connection.extractStatements(sql).then(
      ({ count }) => count,
      () => 0,
    );
  }
}
