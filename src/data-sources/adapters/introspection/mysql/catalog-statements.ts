import type { CatalogFeatures } from './catalog-features.js';

/**
 * The statements read one view of `information_schema` each and are put together here: it has no indexes, so that a join
 * at the server grows with the square. Each is confined by schema and by table, which spares the server opening the others.
 * Columns are told by their place, because their names differ in case between servers.
 */
export interface CatalogStatements {
  readonly names: string;
  readonly tables: string;
  readonly columns: string;
  readonly statistics: string;
  readonly foreignKeys: string;
  readonly rules: string;
  readonly checks: string | null;
  readonly views: string;
  readonly partitions: string;
}

/** In characters: of the body of a view, and of a type with its labels. */
const LONGEST = 100_000;

/** Other texts that users may write at any length. */
export function cut(text: string): string {
  return `LEFT(${text}, 4000)`;
}

export const SYSTEM_SCHEMAS: ReadonlySet<string> = new Set([
  'mysql',
  'sys',
  'performance_schema',
  'information_schema',
]);

export function catalogStatements(features: CatalogFeatures): CatalogStatements {
  const named = `${nameToTheLetter(features)} IN (?)`;
  const wanted = `WHERE table_schema = ? AND ${named}`;
  return {
    // Sequences and temporary tables have kinds of their own.
    names: `
      SELECT table_schema, table_name, table_type FROM information_schema.tables
      WHERE table_schema = ? AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')`,
    tables: `
      SELECT table_schema, table_name, table_type, engine, table_rows, create_options, ${cut('table_comment')}
      FROM information_schema.tables ${wanted}`,
    columns: `
      SELECT table_schema, table_name, column_name, ordinal_position, ${cut('column_default')}, is_nullable, data_type,
        LEFT(column_type, ${LONGEST}), extra, privileges, ${cut('column_comment')}, ${cut('generation_expression')}
      FROM information_schema.columns ${wanted}`,
    statistics: `
      SELECT table_schema, table_name, index_name, seq_in_index, non_unique, column_name, sub_part,
        ${features.indexExpressions ? cut('expression') : 'NULL'}
      FROM information_schema.statistics ${wanted}`,
    foreignKeys: `
      SELECT table_schema, table_name, constraint_name, ordinal_position, column_name, referenced_table_schema,
        referenced_table_name, referenced_column_name
      FROM information_schema.key_column_usage ${wanted} AND referenced_table_name IS NOT NULL`,
    rules: `
      SELECT constraint_schema, table_name, constraint_name, update_rule, delete_rule
      FROM information_schema.referential_constraints WHERE constraint_schema = ? AND ${named}`,
    checks: checks(features),
    views: `SELECT table_schema, table_name, LEFT(view_definition, ${LONGEST}) FROM information_schema.views ${wanted}`,
    partitions: `
      SELECT table_schema, table_name, partition_name, subpartition_name, partition_ordinal_position,
        subpartition_ordinal_position, partition_method, ${cut('partition_expression')}, ${cut('partition_description')}
      FROM information_schema.partitions ${wanted} AND partition_name IS NOT NULL`,
  };
}

/** MariaDB takes `shop` and `Shop` for one in such a list and then looks up only one of them; MySQL has them as the files have. */
function nameToTheLetter(features: CatalogFeatures): string {
  return features.mariaDb ? 'CAST(table_name AS BINARY)' : 'table_name';
}

function checks(features: CatalogFeatures): string | null {
  if (features.checks === 'none') return null;
  if (features.checks === 'by table')
    return `
      SELECT constraint_schema, table_name, constraint_name, ${cut('check_clause')}
      FROM information_schema.check_constraints WHERE constraint_schema = ? AND ${nameToTheLetter(features)} IN (?)`;
  // The one join: these are views of MySQL's data dictionary, which has indexes.
  return `
    SELECT t.table_schema, t.table_name, c.constraint_name, ${cut('c.check_clause')}
    FROM information_schema.table_constraints t
    JOIN information_schema.check_constraints c
      ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name
    WHERE t.table_schema = ? AND t.table_name IN (?) AND t.constraint_type = 'CHECK'`;
}
