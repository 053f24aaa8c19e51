import instantiate, { type PgQueryModule } from 'libpg-query/wasm/libpg-query.js';

/** An object of the parse tree as JSON. */
export interface TreeNode {
  readonly [key: string]: unknown;
}

export type Reading =
  | { readonly kind: 'tree'; readonly statements: readonly TreeNode[] }
  /** `position` counts code points, as the grammar does. */
  | { readonly kind: 'refused'; readonly message: string; readonly position: number | null }
  /** Nested deeper than the grammar can go, or the grammar broke. */
  | { readonly kind: 'fault' };

/** `PgQueryParseResult` and `PgQueryError` as they lie in the memory of the module. */
const TREE_AT = 0;
const ERROR_AT = 8;
const CURSOR_AT = 16;

const silent = (): void => undefined;

/**
 * PostgreSQL's own grammar. The module is driven here and not through the functions of its package because those cannot
 * begin anew: a stack overflow leaves its memory as it was in the middle of the work.
 */
export class PgGrammar {
  private module: Promise<PgQueryModule> | null = null;

  /** @param sql without NUL, which ends it for the grammar but not for the engine that runs it */
  async read(sql: string): Promise<Reading> {
    try {
      const module = await (this.module ??= instantiate({ print: silent, printErr: silent }));
      return parse(module, sql);
    } catch {
      this.module = null;
      return { kind: 'fault' };
    }
  }
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
