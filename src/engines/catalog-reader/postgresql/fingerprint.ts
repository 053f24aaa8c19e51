import { cut, OF_USER } from './statements.js';

/** Raise it when the reader captures more, or captures the same in another form. */
const READER = 6;

/**
 * One row for each schema: name, comment, and a sum over the versions (`oid`, `xmin`) of every catalog row that its description
 * depends on, rows of other schemas included. Inserts, ANALYZE and VACUUM do not change them.
 *
 * `$1` is the name of one schema or null, `$2` goes into every fingerprint.
 */
export function fingerprints(version: number): string {
  // A default is not part of it: changing one also changes the row of its column.
  // Each part of a description has a key, and each change of its row another transaction.
  const hash = (key: string, xmin: string, kind: number): string =>
    version >= 110_000
      ? `hashint8extended((${key}) + (${kind}::bigint << 56), ${xmin}::text::bigint)`
      : `hashint8((${key}) # (${xmin}::text::bigint << 32) # (${kind}::bigint << 56))::bigint`;
  const row = (alias: string, kind: number): string => hash(`${alias}.oid::bigint`, `${alias}.xmin`, kind);
  const column = hash('a.attrelid::bigint << 16 | a.attnum::bigint', 'a.xmin', 2);
  return `
  WITH RECURSIVE schema AS (
    SELECT n.oid, n.nspname, n.xmin FROM pg_namespace n
    WHERE ${OF_USER('n.nspname')} AND ($1::text IS NULL OR n.nspname = $1::text)
  ), relation AS (
    SELECT c.oid, c.relnamespace AS schema, c.xmin, c.relkind FROM pg_class c JOIN schema s ON s.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
  ), composite AS (
    SELECT c.oid, c.relnamespace AS schema FROM pg_class c JOIN schema s ON s.oid = c.relnamespace WHERE c.relkind = 'c'
  ), columns AS (
    SELECT r.schema, CASE WHEN a.atttypid >= 16384 THEN a.atttypid END AS type,
      CASE WHEN a.attcollation >= 16384 THEN a.attcollation END AS collated, sum(${column}) AS version
    FROM (SELECT schema, oid FROM relation UNION ALL SELECT schema, oid FROM composite) r
      JOIN pg_attribute a ON a.attrelid = r.oid WHERE a.attnum > 0 GROUP BY 1, 2, 3
  ), partition (schema, oid) AS (
    SELECT r.schema, i.inhrelid FROM relation r JOIN pg_inherits i ON i.inhparent = r.oid WHERE r.relkind = 'p'
    UNION ALL SELECT p.schema, i.inhrelid FROM partition p JOIN pg_inherits i ON i.inhparent = p.oid
  ), rule AS (
    SELECT r.schema, w.oid, w.xmin FROM pg_rewrite w JOIN relation r ON r.oid = w.ev_class
  ), const AS (
    SELECT r.schema, k.oid, k.xmin, k.contype, k.confrelid FROM pg_constraint k JOIN relation r ON r.oid = k.conrelid
    WHERE k.contype IN ('p', 'f', 'u', 'c', 'x') OR k.contype = 'n' AND NOT k.convalidated
    UNION ALL SELECT p.schema, k.oid, k.xmin, k.contype, k.confrelid FROM partition p
      JOIN pg_constraint k ON k.conrelid = p.oid WHERE k.contype = 'f'
  ), index AS (
    SELECT r.schema, i.indexrelid, i.indexprs IS NOT NULL OR i.indpred IS NOT NULL AS written,
      ${hash('i.indexrelid::bigint', 'i.xmin', 3)}::numeric + ${row('c', 4)} AS version
    FROM pg_index i JOIN relation r ON r.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid
  ), trigger AS (
    SELECT r.schema, t.oid, t.xmin FROM pg_trigger t JOIN relation r ON r.oid = t.tgrelid WHERE NOT t.tgisinternal
  ), policy AS (
    SELECT r.schema, p.oid, p.xmin, p.polroles FROM pg_policy p JOIN relation r ON r.oid = p.polrelid
  ), parent AS (
    SELECT r.schema, i.inhparent, i.inhrelid, i.xmin FROM pg_inherits i JOIN relation r ON r.oid = i.inhrelid
  ), used AS (
    SELECT DISTINCT o.schema, d.refclassid, d.refobjid FROM (
      SELECT schema, 2618 AS class, oid FROM rule
      UNION ALL SELECT schema, 2606, oid FROM const WHERE contype = 'c'
      UNION ALL SELECT schema, 1259, indexrelid FROM index WHERE written
      UNION ALL SELECT schema, 1259, oid FROM relation WHERE relkind = 'p'
      UNION ALL SELECT schema, 2620, oid FROM trigger
      UNION ALL SELECT schema, 3256, oid FROM policy
    ) AS o (schema, class, oid) JOIN pg_depend d ON d.classid = o.class AND d.objid = o.oid
    WHERE ${NEEDED} AND d.classid IN (1259, 2606, 2618, 2620, 3256)
    UNION SELECT r.schema, d.refclassid, d.refobjid FROM pg_depend d JOIN pg_attrdef e ON e.oid = d.objid
      JOIN relation r ON r.oid = e.adrelid WHERE ${NEEDED} AND d.classid = 2604
  ), elsewhere (schema, oid, version) AS (
    SELECT e.schema, c.oid, ${row('c', 12)} FROM (
      SELECT schema, refobjid FROM used WHERE refclassid = 1259
      UNION SELECT schema, confrelid FROM const WHERE contype = 'f'
      UNION SELECT schema, inhparent FROM parent
    ) AS e (schema, oid) JOIN pg_class c ON c.oid = e.oid
    WHERE c.relnamespace <> e.schema OR c.relkind NOT IN ('r', 'p', 'f', 'v', 'm') OR c.relispartition
  ), type (schema, oid) AS (
    SELECT s.oid, t.oid FROM schema s JOIN pg_type t ON t.typnamespace = s.oid WHERE t.typtype IN ('e', 'd')
    UNION SELECT c.schema, t.oid FROM composite c JOIN pg_type t ON t.typrelid = c.oid
    UNION SELECT schema, type FROM columns WHERE type IS NOT NULL
    UNION SELECT schema, refobjid FROM used WHERE refclassid = 1247
    UNION SELECT y.schema, x.next FROM type y CROSS JOIN LATERAL (
      SELECT unnest(ARRAY[t.typbasetype, t.typelem]) AS next FROM pg_type t WHERE t.oid = y.oid
      UNION ALL SELECT a.atttypid FROM pg_type t JOIN pg_class c ON c.oid = t.typrelid AND c.relkind = 'c'
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE t.oid = y.oid OFFSET 0
    ) AS x WHERE x.next >= 16384
  ), part (schema, version) AS (
    SELECT oid, ${row('schema', 1)}::numeric FROM schema
    UNION ALL SELECT schema, sum(version) FROM columns GROUP BY 1
    UNION ALL SELECT r.schema, sum(${row('r', 5)}) FROM relation r GROUP BY 1
    UNION ALL SELECT p.schema, sum(c.version) FROM partition p ${each('pg_class', 'c', 'c.oid = p.oid', row('c', 6))} GROUP BY 1
    UNION ALL SELECT p.schema, sum(d.version) FROM partition p
      ${each('pg_attrdef', 'd', 'd.adrelid = p.oid', row('d', 26))} GROUP BY 1
    UNION ALL SELECT schema, sum(${row('rule', 7)}) FROM rule GROUP BY 1
    UNION ALL SELECT schema, sum(${row('const', 9)}) FROM const GROUP BY 1
    UNION ALL SELECT schema, sum(version) FROM index GROUP BY 1
    UNION ALL SELECT schema, sum(${row('trigger', 18)}) FROM trigger GROUP BY 1
    UNION ALL SELECT schema, sum(${row('policy', 19)}) FROM policy GROUP BY 1
    UNION ALL SELECT p.schema, sum(hashtext(r.rolname)) FROM policy p, unnest(p.polroles) AS role
      JOIN pg_roles r ON r.oid = role GROUP BY 1
    UNION ALL SELECT schema, sum(${hash('inhrelid::bigint << 16 # inhparent::bigint', 'parent.xmin', 20)}) FROM parent GROUP BY 1
    UNION ALL SELECT r.schema, sum(${hash('f.ftrelid::bigint', 'f.xmin', 21)}::numeric + ${row('s', 22)} + ${row('w', 23)})
      FROM relation r JOIN pg_foreign_table f ON f.ftrelid = r.oid JOIN pg_foreign_server s ON s.oid = f.ftserver
      JOIN pg_foreign_data_wrapper w ON w.oid = s.srvfdw WHERE r.relkind = 'f' GROUP BY 1
    UNION ALL SELECT c.schema, sum(${row('l', 24)}) FROM (SELECT DISTINCT schema, collated FROM columns) c
      JOIN pg_collation l ON l.oid = c.collated GROUP BY 1
    UNION ALL SELECT o.schema, sum(${hash('d.objoid::bigint << 16 | d.objsubid::bigint', 'd.xmin', 25)})
      FROM (SELECT schema, 2606 AS class, oid FROM const UNION ALL SELECT schema, 1259, indexrelid FROM index
        UNION ALL SELECT schema, 1259, oid FROM composite) AS o
      JOIN pg_description d ON d.classoid = o.class AND d.objoid = o.oid GROUP BY 1
    UNION ALL SELECT r.schema, sum(${hash('d.objoid::bigint << 16 | d.objsubid::bigint', 'd.xmin', 10)})
      FROM relation r JOIN pg_description d ON d.classoid = 1259 AND d.objoid = r.oid GROUP BY 1
    UNION ALL SELECT s.oid, ${hash('d.objoid::bigint', 'd.xmin', 11)}
      FROM schema s JOIN pg_description d ON d.classoid = 2615 AND d.objoid = s.oid AND d.objsubid = 0
    UNION ALL SELECT schema, sum(version) FROM elsewhere GROUP BY 1
    UNION ALL SELECT e.schema, sum(a.version) FROM elsewhere e
      ${each('pg_attribute', 'a', 'a.attrelid = e.oid AND a.attnum > 0', column)} GROUP BY 1
    UNION ALL SELECT schema, sum(${row('s', 1)}) FROM (
      SELECT e.schema, c.relnamespace FROM elsewhere e JOIN pg_class c ON c.oid = e.oid
      UNION SELECT y.schema, t.typnamespace FROM type y JOIN pg_type t ON t.oid = y.oid
      UNION SELECT u.schema, p.pronamespace FROM used u JOIN pg_proc p ON p.oid = u.refobjid WHERE u.refclassid = 1255
    ) AS e (schema, other) JOIN pg_namespace s ON s.oid = e.other GROUP BY 1
    UNION ALL SELECT u.schema, sum(${row('p', 13)}) FROM used u JOIN pg_proc p ON p.oid = u.refobjid
      WHERE u.refclassid = 1255 GROUP BY 1
    UNION ALL SELECT y.schema, sum(t.version) FROM type y ${each('pg_type', 't', 't.oid = y.oid', row('t', 14))} GROUP BY 1
    UNION ALL SELECT y.schema, sum(a.version) FROM type y JOIN pg_type t ON t.oid = y.oid AND t.typnamespace <> y.schema
      JOIN pg_class c ON c.oid = t.typrelid AND c.relkind = 'c'
      ${each('pg_attribute', 'a', 'a.attrelid = c.oid AND a.attnum > 0', column)} GROUP BY 1
    UNION ALL SELECT y.schema, sum(${row('e', 15)}) FROM type y JOIN pg_enum e ON e.enumtypid = y.oid GROUP BY 1
    UNION ALL SELECT y.schema, sum(k.version) FROM type y
      ${each('pg_constraint', 'k', 'k.contypid = y.oid', row('k', 16))} GROUP BY 1
    UNION ALL SELECT y.schema, sum(d.version) FROM type y
      ${each('pg_description', 'd', 'd.classoid = 1247 AND d.objoid = y.oid', hash('d.objoid::bigint', 'd.xmin', 17))} GROUP BY 1
  ), whole AS (
    SELECT schema, sum(version) AS version, count(*) AS parts FROM part GROUP BY schema
  ), role AS (
    SELECT md5(concat_ws(' ', ${READER}, $2::text, current_database(), current_user,
      CASE WHEN (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN 'all' ELSE
        (SELECT string_agg(r.oid::text, ',' ORDER BY r.oid) FROM pg_roles r WHERE pg_has_role(current_user, r.oid, 'USAGE'))
      END)) AS identity
  )
  SELECT s.nspname, (SELECT ${cut('description')} FROM pg_description WHERE classoid = 2615 AND objoid = s.oid AND objsubid = 0),
    md5(concat_ws(' ', role.identity, s.oid, whole.version, whole.parts)), s.oid
  FROM schema s CROSS JOIN role JOIN whole ON whole.schema = s.oid
  ORDER BY s.nspname`;
}

/** What an expression or a view depends on: relations, functions and types of the user. */
const NEEDED = `d.deptype = 'n' AND d.refobjid >= 16384 AND d.refclassid IN (1247, 1255, 1259)`;

/** Looks up by index, one by one: the planner does not know how few they are and would read the whole catalog. */
function each(catalog: string, alias: string, condition: string, version: string): string {
  return `CROSS JOIN LATERAL (SELECT ${version} AS version FROM ${catalog} ${alias} WHERE ${condition} OFFSET 0) AS ${alias}`;
}
