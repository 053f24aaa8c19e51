import type { Row } from './mysql-session.js';

/** Columns by table by schema, each as it is spelled. */
type Spellings = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** @param rows schema, table and column, as `CatalogStatements.targets` selects them */
export function spellingsOf(rows: readonly Row[]): Spellings {
  const schemas = new Map<string, Map<string, string[]>>();
  for (const [schema, table, column] of rows) {
    if (typeof schema !== 'string' || typeof table !== 'string' || typeof column !== 'string') continue;
    const tables = schemas.get(schema) ?? new Map<string, string[]>();
    schemas.set(schema, tables.set(table, [...(tables.get(table) ?? []), column]));
  }
  return schemas;
}

/**
 * The row of a foreign key with its target as the target spells itself. The server keeps what the declaration said where the target
 * came later, as in every dump that is read in, and on systems such as macOS the names of tables in lower case. What is not known,
 * because it is missing or the role does not see it, stays as the server tells it.
 * @param row without schema and table, as `CatalogStatements.foreignKeys` selects it
 */
export function asTargetsSpell(row: Row, spellings: Spellings): Row {
  const [name = null, place = null, column = null, schema = null, table = null, target = null] = row;
  const ownSchema = spelled(schema, spellings.keys());
  const tables = spellings.get(ownSchema ?? '');
  const ownTable = spelled(table, tables?.keys() ?? []);
  return [name, place, column, ownSchema, ownTable, spelled(target, tables?.get(ownTable ?? '') ?? [])];
}

/** Where several differ in case only, the server means the one that it names to the letter. */
function spelled(name: string | null, known: Iterable<string>): string | null {
  const alike = [...known].filter((one) => one.toLowerCase() === name?.toLowerCase());
  const [only = null] = alike;
  return alike.length === 1 ? only : name;
}
