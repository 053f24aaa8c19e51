import instantiate, { type PgQueryModule } from 'libpg-query/wasm/libpg-query.js';

/** An object of the parse tree as JSON. */
export interface TreeNode {
  readonly [key: string]: unknown;
}

export type Reading =
  | { readonly kind: 'tree'; readonly statements: readonly TreeNode[] }
  /** `position` counts code points, as the grammar does. */
  | { readonly kind: 'refused'; readonly message: string; readonly position: number | null }
  /** The statement is nested deeper than the grammar can go, or the grammar failed. */
  | { readonly kind: 'fault' };

/** A word, name, symbol or literal, by its place in bytes. */
export interface PgToken {
  readonly start: number;
  readonly end: number;
}

/** Where the fields of `PgQueryParseResult` and `PgQueryError` are in the memory of the module. */
const TREE_AT = 0;
const ERROR_AT = 8;
const CURSOR_AT = 16;

const silent = (): void => undefined;

/**
 * PostgreSQL's own grammar. We call the module directly and not through the functions of its package, because those cannot
 * start again: after a stack overflow the memory stays as it was in the middle of the work.
 */
export class PgGrammar {
  private module: Promise<PgQueryModule> | null = null;

  /** @param sql without NUL: the grammar would stop reading there, but the engine that runs it would not */
  async read(sql: string): Promise<Reading> {
    try {
      const module = await (this.module ??= instantiate({ print: silent, printErr: silent }));
      return parse(module, sql);
    } catch {
      this.module = null;
      return { kind: 'fault' };
    }
  }

  /** What a statement that was read is made of, without its comments. @throws where it cannot be told */
  async tokensOf(sql: string): Promise<readonly PgToken[]> {
    const module = await (this.module ??= instantiate({ print: silent, printErr: silent }));
    return scanned(module, sql);
  }
}

/** One of each thread: loading it takes longer than any statement. */
export const GRAMMAR = new PgGrammar();

const COMMENTS: ReadonlySet<unknown> = new Set(['C_COMMENT', 'SQL_COMMENT']);

function scanned(module: PgQueryModule, sql: string): readonly PgToken[] {
  const bytes = module.lengthBytesUTF8(sql) + 1;
  const text = module._malloc(bytes);
  module.stringToUTF8(sql, text, bytes);
  const result = module._wasm_scan(text);
  const { tokens } = JSON.parse(module.UTF8ToString(result)) as {
    readonly tokens: readonly (PgToken & { readonly tokenName: string })[];
  };
  module._wasm_free_string(result);
  module._free(text);
  return tokens.filter(({ tokenName }) => !COMMENTS.has(tokenName)).map(({ start, end }) => ({ start, end }));
}

function parse(module: PgQueryModule, sql: string): Reading {
  const bytes = module.lengthBytesUTF8(sql) + 1;
  const text = module._malloc(bytes);
  module.stringToUTF8(sql, text, bytes);
  const result = module._wasm_parse_query_raw(text);
  if (result === 0) throw new Error('The grammar has no memory left.');
  const reading = readingOf(module, result);
  module._wasm_free_parse_result(result);
  module._free(text);
  return reading;
}

function readingOf(module: PgQueryModule, result: number): Reading {
  const error = module.getValue(result + ERROR_AT, 'i32');
  if (error !== 0) {
    const cursor = module.getValue(error + CURSOR_AT, 'i32');
    const message = module.UTF8ToString(module.getValue(error, 'i32'));
    return { kind: 'refused', message, position: cursor > 0 ? cursor - 1 : null };
  }
  const tree = JSON.parse(module.UTF8ToString(module.getValue(result + TREE_AT, 'i32'))) as {
    readonly stmts?: readonly TreeNode[];
  };
  return { kind: 'tree', statements: tree.stmts ?? [] };
}
