import type { Database } from '@sqlite.org/sqlite-wasm';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The columns of a query, as a view of it would have them: the engine itself gives no types of computed columns, and repeats names. */
export function columnsOfQuery(database: Database, query: string): { readonly name: string; readonly type: string }[] {
  database.exec(`CREATE TEMP VIEW headgate_query AS\n${query}`);
  try {
    const columns = database.selectObjects(
      `SELECT CAST(name AS BLOB) AS name, CAST(type AS BLOB) AS type FROM pragma_table_xinfo('headgate_query', 'temp')`,
    );
    return columns.map(({ name, type }) => ({ name: text(name), type: text(type).toLowerCase() }));
  } finally {
    database.exec('DROP VIEW temp.headgate_query');
  }
}

function text(bytes: unknown): string {
  return bytes instanceof Uint8Array ? UTF8.decode(bytes) : '';
}
