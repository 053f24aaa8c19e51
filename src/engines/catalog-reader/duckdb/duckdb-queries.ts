/** About the file alone: the functions also list the built-in and the temporary database. `$schema` null means all. */
const OWN = `database_name = current_database() AND schema_name NOT IN ('information_schema', 'pg_catalog')
  AND ($schema IS NULL OR schema_name = $schema)`;

export const VERSION = `SELECT version() AS version`;

export const SCHEMAS = `SELECT schema_name AS name, comment FROM duckdb_schemas() WHERE ${OWN} ORDER BY schema_name`;

/** Sizes are not part of it. The text of a definition is incomplete: it lacks some keys, and all comments. */
export const FINGERPRINTS = [
  fingerprint('duckdb_tables()', ['table_name', 'comment', 'sql']),
  fingerprint('duckdb_views()', ['view_name', 'comment', 'sql']),
  fingerprint('duckdb_columns()', ['table_name', 'column_index', 'column_name', 'comment', 'data_type', 'is_nullable', 'column_default']),
  fingerprint('duckdb_constraints()', [
    'table_name',
    'constraint_name',
    'constraint_type',
    'constraint_column_names',
    'expression',
    'referenced_table',
    'referenced_column_names',
  ]),
  fingerprint('duckdb_indexes()', ['table_name', 'index_name', 'comment', 'sql']),
  fingerprint('duckdb_types()', ['type_name', 'comment', 'logical_type', 'labels']),
].join(' UNION ALL ');

export const TYPES = `
  SELECT type_name AS name, comment, labels FROM duckdb_types()
  WHERE ${OWN} AND NOT internal AND logical_type = 'ENUM' ORDER BY type_name`;

export const RELATIONS = `
  SELECT table_name AS name, false AS is_view, comment, estimated_size::DOUBLE AS estimate, sql
  FROM duckdb_tables() WHERE ${OWN} AND NOT internal
  UNION ALL
  SELECT view_name, true, comment, NULL, sql FROM duckdb_views() WHERE ${OWN} AND NOT internal
  ORDER BY name, is_view`;

export const COLUMNS = `
  SELECT c.table_name, c.column_name AS name, c.comment, c.data_type AS type, c.is_nullable AS nullable, c.column_default AS default_text
  FROM duckdb_columns() c WHERE ${OWN} AND NOT internal ORDER BY c.table_name, c.table_oid, c.column_index`;

export const CONSTRAINTS = `
  SELECT table_name, constraint_name AS name, constraint_type AS type, constraint_column_names AS columns, expression,
    referenced_table AS target, referenced_column_names AS target_columns
  FROM duckdb_constraints() WHERE ${OWN} AND constraint_type <> 'NOT NULL' ORDER BY table_name, constraint_index`;

export const INDEXES = `
  SELECT table_name, index_name AS name, is_unique, comment, sql FROM duckdb_indexes() WHERE ${OWN} ORDER BY table_name, index_name`;

function fingerprint(source: string, columns: readonly string[]): string {
  const row = `md5(row(${columns.join(', ')})::VARCHAR)`;
  return `SELECT schema_name AS name, '${source}' AS part, md5(string_agg(${row}, '' ORDER BY ${row})) AS digest
    FROM ${source} WHERE ${OWN} GROUP BY schema_name`;
}
