import type { CatalogFeatures } from './catalog-features.js';

/**
 * Each statement reads one view of `information_schema`, and the rows are joined here: the views have no indexes, so a join at the server
 * grows with the square. Each is limited by schema and by table, so the server does not open the others. Columns are addressed by their
 * place, because the case of their names differs between servers.
 */
export interface CatalogStatements {
  readonly names: string;
  readonly tables: string;
  readonly columns: string;
  readonly statistics: string;
  readonly foreignKeys: string;
  /** Columns of tables to which foreign keys point. */
  readonly targets: string;
  readonly rules: string;
  readonly checks: string | null;
  readonly views: string;
  readonly partitions: string;
  readonly triggers: string;
}

/** In characters: of the body of a view or a trigger, and of a type with its labels. */
export const LONGEST = 100_000;

/** Texts that users may write at any length; three dots at the end say that there was more. */
export function cut(text: string, longest = 4_000): string {
  return `IF(CHAR_LENGTH(${text}) > ${longest}, CONCAT(LEFT(${text}, ${longest - 3}), '...'), ${text})`;
}

export const SYSTEM_SCHEMAS: ReadonlySet<string> = new Set(['mysql', 'sys', 'performance_schema', 'information_schema']);

export function catalogStatements(features: CatalogFeatures): CatalogStatements {
  const named = `${nameToTheLetter(features)} IN (?)`;
  const wanted = `WHERE table_schema = ? AND ${named}`;
  return {
    // Sequences and temporary tables have kinds of their own.
    names: `
      SELECT table_schema, table_name, table_type FROM information_schema.tables
      WHERE table_schema = ? AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')`,
    tables: `
      SELECT table_schema, table_name, table_type, engine, table_rows, create_options, ${cut('table_comment')}, table_collation
      FROM information_schema.tables ${wanted}`,
    columns: `
      SELECT table_schema, table_name, column_name, ordinal_position, ${cut('column_default')}, is_nullable, data_type,
        ${cut('column_type', LONGEST)}, extra, privileges, ${cut('column_comment')}, ${cut('generation_expression')}, collation_name
      FROM information_schema.columns ${wanted}`,
    statistics: `
      SELECT table_schema, table_name, index_name, seq_in_index, non_unique, column_name, sub_part,
        ${features.indexExpressions ? cut('expression') : 'NULL'}, ${cut('index_comment')}, collation, index_type,
        ${features.passedOver ?? 'NULL'}
      FROM information_schema.statistics ${wanted}`,
    foreignKeys: `
      SELECT table_schema, table_name, constraint_name, ordinal_position, column_name, referenced_table_schema,
        referenced_table_name, referenced_column_name
      FROM information_schema.key_column_usage ${wanted} AND referenced_table_name IS NOT NULL`,
    targets: `
      SELECT table_schema, table_name, column_name FROM information_schema.columns ${wanted} AND column_name IN (?)`,
    rules: `
      SELECT constraint_schema, table_name, constraint_name, update_rule, delete_rule
      FROM information_schema.referential_constraints WHERE constraint_schema = ? AND ${named}`,
    checks: checks(features),
    views: `SELECT table_schema, table_name, ${cut('view_definition', LONGEST)}, check_option, security_type FROM information_schema.views ${wanted}`,
    partitions: `
      SELECT table_schema, table_name, partition_name, subpartition_name, partition_ordinal_position,
        subpartition_ordinal_position, partition_method, ${cut('partition_expression')}, ${cut('partition_description')}
      FROM information_schema.partitions ${wanted} AND partition_name IS NOT NULL`,
    triggers: `
      SELECT event_object_schema, event_object_table, trigger_name, event_manipulation, action_timing, ${cut('action_statement', LONGEST)}
      FROM information_schema.triggers
      WHERE event_object_schema = ? AND ${nameToTheLetter(features, 'event_object_table')} IN (?)`,
  };
}

/** MariaDB takes `shop` and `Shop` for one name in such a list and then looks up only one of them; MySQL goes by the files. */
function nameToTheLetter(features: CatalogFeatures, name = 'table_name'): string {
  return features.mariaDb && features.nameCase === null ? `CAST(${name} AS BINARY)` : name;
}

function checks(features: CatalogFeatures): string | null {
  if (features.checks === 'none') return null;
  if (features.checks === 'by table')
    return `
      SELECT constraint_schema, table_name, constraint_name, ${cut('check_clause')}
      FROM information_schema.check_constraints WHERE constraint_schema = ? AND ${nameToTheLetter(features)} IN (?)`;
  // The one join: these are views of MySQL's data dictionary, which has indexes.
  return `
    SELECT t.table_schema, t.table_name, c.constraint_name, ${cut('c.check_clause')}, t.enforced
    FROM information_schema.table_constraints t
    JOIN information_schema.check_constraints c
      ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name
    WHERE t.table_schema = ? AND t.table_name IN (?) AND t.constraint_type = 'CHECK'`;
}
