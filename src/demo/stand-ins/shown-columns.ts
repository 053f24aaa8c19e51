import { SCHEMA } from '../sample-database/schema.js';
import type { ToldTable } from './told-schema.js';

/** The columns of the tables of the sample, by the names of the tables. */
const COLUMNS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...SCHEMA.matchAll(/^CREATE TABLE hydrology\.(\w+) \(\n([^]*?)^\);/gm)].map(([, table = '', body = '']) => [
    table,
    new Set([...body.matchAll(/^ {2}([a-z]\w*) /gm)].map(([, column = '']) => column)),
  ]),
);

/** Whether the schema of a prompt shows all tables and columns of the sample that a statement names: real models know no others. */
export function namesOnlyShown(sql: string, told: readonly ToldTable[]): boolean {
  const bare = sql.replaceAll(/'(?:[^']|'')*'/g, "''");
  const read = [...bare.matchAll(/\bhydrology\.(\w+)(?: ([a-z]\w*))?/g)].map(([, table = '', alias = table]) => ({ table, alias }));
  const shows = (table: string, column: string): boolean =>
    told.some(({ schema, name, columns }) => schema === 'hydrology' && name === table && columns.some((one) => one.name === column));
  const isShown = ({ table, alias }: (typeof read)[number]): boolean => {
    const named = new RegExp(read.length > 1 ? `\\b${alias}\\.([a-z]\\w*)` : '\\b([a-z]\\w*)', 'g');
    const columns = [...bare.matchAll(named)].flatMap(([, name = '']) => (COLUMNS.get(table)?.has(name) === true ? [name] : []));
    return told.some(({ schema, name }) => schema === 'hydrology' && name === table) && columns.every((column) => shows(table, column));
  };
  return read.every(isShown);
}
