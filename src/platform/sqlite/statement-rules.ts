import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** Functions that do more than compute, describe the engine, or make bytes of any length. */
const REFUSED =
  /^(?:load_extension|fts\d.*|sqlite_.*|changes|total_changes|last_insert_rowid|zeroblob|randomblob|rtree.*|geopoly.*|subtype|unknown)$/;
/** Functions of full-text tables. */
export const FULL_TEXT: ReadonlySet<string> = new Set(['match', 'highlight', 'snippet', 'bm25']);
/** Functions for FROM. */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['json_each', 'json_tree']);

/** What the engine asks about, while it prepares a statement. */
export type Question =
  | { readonly about: 'read'; readonly name: string; readonly column: string }
  | { readonly about: 'function'; readonly name: string }
  /** To select, and to select again what was selected: no harm in itself. */
  | { readonly about: 'select' }
  /** Whether others have written: full-text tables ask that as they run, and no statement needs to. */
  | { readonly about: 'version' }
  /** Everything else: writes, definitions, settings, other files. */
  | { readonly about: 'more' };

/** Names in lower case, because SQLite ignores their case. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Functions that are built in and compute, and those of full-text tables. */
export function functionsOf(sqlite3: Sqlite3Static): ReadonlySet<string> {
  const database = new sqlite3.oo1.DB(':memory:');
  try {
    const names = database.selectValues('SELECT DISTINCT lower(name) FROM pragma_function_list WHERE builtin');
    return new Set([...names.map(String).filter((name) => !REFUSED.test(name)), ...FULL_TEXT]);
  } finally {
    database.close();
  }
}

export interface Known {
  /** Functions that may be called. */
  readonly functions: ReadonlySet<string>;
  /** Relations that may be read. */
  readonly relations: { has(name: string): boolean };
  /** All tables and views, without the engine's own. */
  readonly existing: { has(name: string): boolean };
}

/** A name that no user would give a table. */
function isOwn(name: string): boolean {
  return /^(?:sqlite_|pragma_)/.test(name) || OWN_TABLES.has(name);
}

const OWN_TABLES: ReadonlySet<string> = new Set(['bytecode', 'tables_used', 'dbstat', 'fts5vocab']);

/**
 * Whether a statement may do what the engine asks about. If a statement only counts the rows of a relation, the engine names common table
 * expressions too: a name that is not a table is one.
 */
export function isAllowed(question: Question, { functions, relations, existing }: Known): boolean {
  switch (question.about) {
    case 'select':
      return true;
    case 'function':
      return functions.has(lowerAscii(question.name));
    case 'read': {
      const name = lowerAscii(question.name);
      if (relations.has(name) || (TABLE_FUNCTIONS.has(name) && !existing.has(name))) return true;
      return question.column === '' && !existing.has(name) && !isOwn(name);
    }
    case 'version':
    case 'more':
      return false;
  }
}
