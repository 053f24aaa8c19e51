import type { MySqlSession } from './mysql-session.js';

/** What `information_schema` of this server has; MySQL and MariaDB and their versions differ. */
export interface CatalogFeatures {
  readonly mariaDb: boolean;
  readonly schemaComments: boolean;
  readonly indexExpressions: boolean;
  /** `by table` in MariaDB, where a name is unique in its table only; MySQL names them once in a schema, and has them since 8.0.16. */
  readonly checks: 'by table' | 'by name' | 'none';
}

/** Asked of the server and not concluded from its version: forks and hosted ones number themselves as they like. */
export async function catalogFeatures(session: MySqlSession, serverVersion: string): Promise<CatalogFeatures> {
  const rows = await session.query(`
    SELECT CONCAT(table_name, '.', column_name) FROM information_schema.columns
    WHERE table_schema = 'information_schema' AND table_name IN ('SCHEMATA', 'STATISTICS', 'CHECK_CONSTRAINTS')`);
  const has = new Set(rows.map(([name]) => name?.toUpperCase()));
  let checks: CatalogFeatures['checks'] = 'none';
  if (has.has('CHECK_CONSTRAINTS.CHECK_CLAUSE'))
    checks = has.has('CHECK_CONSTRAINTS.TABLE_NAME') ? 'by table' : 'by name';
  return {
    mariaDb: /mariadb/i.test(serverVersion),
    schemaComments: has.has('SCHEMATA.SCHEMA_COMMENT'),
    indexExpressions: has.has('STATISTICS.EXPRESSION'),
    checks,
  };
}
