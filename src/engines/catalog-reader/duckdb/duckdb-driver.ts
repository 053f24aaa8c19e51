import { EngineUnavailable } from '../source-fault.js';
import type { ReadingFault } from '../source-reader.js';

/** The part of `@duckdb/node-api` that is used. The package is optional: without it the rest must still compile and run. */
export interface DuckDbDriver {
  readonly DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<DuckDbInstance> };
}

export interface DuckDbInstance {
  connect(): Promise<DuckDbConnection>;
  closeSync(): void;
}

export interface DuckDbConnection {
  closeSync(): void;
  runAndReadAll(sql: string, values?: DuckDbValues): Promise<{ getRowObjectsJS(): DuckDbRow[] }>;
  /** What a statement reads when it is bound: the tables behind its views and macros. Without schemas, if not `qualified`. */
  getTableNames(sql: string, qualified: boolean): readonly string[];
  extractStatements(sql: string): Promise<{ readonly count: number; prepare(index: number): Promise<DuckDbStatement> }>;
}

interface DuckDbStatement {
  readonly statementType: number;
  bind(values: Readonly<Record<string, string>>): void;
  stream(): Promise<DuckDbResult>;
}

interface DuckDbResult {
  columnNames(): readonly string[];
  columnTypes(): readonly DuckDbType[];
  fetchChunk(): Promise<DuckDbChunk | null>;
}

/** Prints itself as SQL. */
export interface DuckDbType {
  toString(): string;
  /** Of a struct. */
  readonly entryNames?: readonly string[];
  readonly entryTypes?: readonly DuckDbType[];
  /** Of a union. */
  readonly memberTags?: readonly string[];
  readonly memberTypes?: readonly DuckDbType[];
  /** Of a list, an array or a map. */
  readonly valueType?: DuckDbType;
  readonly keyType?: DuckDbType;
}

interface DuckDbChunk {
  readonly rowCount: number;
  getColumnVector(column: number): { readonly type: DuckDbType; getItem(row: number): unknown };
}

export type DuckDbRow = Record<string, unknown>;
export type DuckDbValues = Record<string, string | null>;

/**
 * @param name a variable, so that a build does not need the package
 * @throws EngineUnavailable where it is not installed, or not made for this machine
 */
export async function driver(name: string): Promise<DuckDbDriver> {
  try {
    return (await import(name)) as DuckDbDriver;
  } catch {
    throw new EngineUnavailable();
  }
}

/** The driver has no codes, but each message begins with its kind. */
const FAULTS: readonly (readonly [RegExp, ReadingFault])[] = [
  [/^INTERRUPT Error/, 'TIMEOUT'],
  [/^IO Error: .*Permission denied/s, 'ACCESS_DENIED'],
  [/^IO Error: Could not set lock/, 'FILE_IN_USE'],
  [/^(?:Invalid Input|Catalog|Binder|IO|Invalid Configuration) Error: .*\b(?:encrypt|decrypt)/is, 'FILE_ENCRYPTED'],
  [/^(?:IO|Serialization) Error: .*(?:version number|vector size|newer version|older version)/is, 'FILE_OF_OTHER_VERSION'],
  [/^IO Error: (?:Corrupt|Could not read|The file .* is not a valid)|^Serialization Error/s, 'FILE_DAMAGED'],
  [/^IO Error: Cannot open/, 'UNREACHABLE'],
  [/^[A-Za-z ]*(?:IO|Serialization|FATAL|INTERNAL|Out of Memory|Fatal|Internal|TransactionContext|Connection) Error/, 'LOST'],
];

export function duckDbFault(error: unknown): ReadingFault | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  const message = String(error.message);
  return FAULTS.find(([pattern]) => pattern.test(message))?.[1];
}
