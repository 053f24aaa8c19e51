import type { MySqlSession } from './mysql-session.js';

/** What `information_schema` of this server has; MySQL and MariaDB and their versions differ. */
export interface CatalogFeatures {
  readonly mariaDb: boolean;
  /** `lower_case_table_names`; `null`: `shop` and `Shop` are two tables here. */
  readonly nameCase: 'lower' | 'any' | null;
  readonly schemaComments: boolean;
  readonly indexExpressions: boolean;
  /** The column of `statistics` that tells whether the planner passes over an index: MySQL and MariaDB have different ones. */
  readonly passedOver: `is_visible = 'NO'` | `ignored = 'YES'` | null;
  /** `by table` in MariaDB, where a name is unique in its table only. In MySQL a name is unique in a schema; it has them since 8.0.16. */
  readonly checks: 'by table' | 'by name' | 'none';
}

const NAME_CASES: Readonly<Record<string, 'lower' | 'any'>> = { 1: 'lower', 2: 'any' };

/** Asked of the server instead of derived from its version: forks and hosted servers choose version numbers of their own. */
export async function catalogFeatures(session: MySqlSession, serverVersion: string): Promise<CatalogFeatures> {
  const rows = await session.query(`
    SELECT CONCAT(table_name, '.', column_name) FROM information_schema.columns
    WHERE table_schema = 'information_schema' AND table_name IN ('SCHEMATA', 'STATISTICS', 'CHECK_CONSTRAINTS')`);
  const has = new Set(rows.map(([name]) => name?.toUpperCase()));
  const [[names] = []] = await session.query('SELECT @@lower_case_table_names');
  let passedOver: CatalogFeatures['passedOver'] = null;
  if (has.has('STATISTICS.IS_VISIBLE')) passedOver = `is_visible = 'NO'`;
  if (has.has('STATISTICS.IGNORED')) passedOver = `ignored = 'YES'`;
  let checks: CatalogFeatures['checks'] = 'none';
  if (has.has('CHECK_CONSTRAINTS.CHECK_CLAUSE')) checks = has.has('CHECK_CONSTRAINTS.TABLE_NAME') ? 'by table' : 'by name';
  return {
    mariaDb: /mariadb/i.test(serverVersion),
    nameCase: NAME_CASES[names ?? ''] ?? null,
    schemaComments: has.has('SCHEMATA.SCHEMA_COMMENT'),
    indexExpressions: has.has('STATISTICS.EXPRESSION'),
    passedOver,
    checks,
  };
}
