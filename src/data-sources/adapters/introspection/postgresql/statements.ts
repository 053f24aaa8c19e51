/** A condition that schemas of the system do not meet; temporary ones are theirs too. */
export const OF_USER = (name: string): string => `${name} !~ '^pg_' AND ${name} <> 'information_schema'`;

/** The bound in characters of texts that users may write at any length. */
const LONGEST_TEXT = 4_000;
const LONGEST_VIEW = 100_000;
const MOST_LABELS = 1_000;

export const cut = (text: string): string => `left(${text}, ${LONGEST_TEXT})`;

const labelsOf = (type: string): string => `(
        SELECT enumlabel, enumsortorder FROM pg_enum WHERE enumtypid = ${type} ORDER BY enumsortorder LIMIT ${MOST_LABELS}) AS e`;

const KINDS = `('r', 'p', 'f', 'v', 'm')`;

/** Weight is about what a view's body adds, in columns. */
export type ListedRow = [
  schema: string,
  oid: string,
  name: string,
  kind: string,
  columns: string,
  rows: string | null,
  readable: string,
  weight: string,
];
export type ColumnRow = [
  relation: string,
  number: string,
  name: string,
  type: string,
  modifier: string,
  notNull: string,
  identity: string,
  generated: string,
];
export type DefaultRow = [relation: string, number: string, expression: string | null];
export type CommentRow = [relation: string, number: string, text: string];
export type ConstraintRow = [
  relation: string,
  name: string,
  kind: string,
  columns: string | null,
  target: string,
  targetColumns: string | null,
  onUpdate: string,
  onDelete: string,
  expression: string | null,
];
export type IndexRow = [
  relation: string,
  name: string,
  unique: string,
  columns: string,
  expressions: string | null,
  predicate: string | null,
];
export type ViewRow = [relation: string, definition: string | null];
export type GrantRow = [relation: string, number: string];
export type PartitionRow = [root: string, count: string, rows: string | null, by: string | null, bounds: string | null];
export type TypeRow = [type: string, modifier: string, text: string, notNull: string, labels: string | null];
export type TargetRow = [relation: string, schema: string, name: string, number: string, column: string];
export type UserTypeRow = [
  schema: string,
  kind: string,
  name: string,
  comment: string | null,
  labels: string | null,
  base: string | null,
  notNull: string,
  fallback: string | null,
  checks: string | null,
];

/** The texts for a server of this version (`server_version_num`). */
export function statementsFor(version: number): Statements {
  const generated = version >= 120_000 ? 'a.attgenerated' : `''`;
  const keyColumns = version >= 110_000 ? 'i.indnkeyatts' : 'i.indnatts';
  // A foreign key to a partitioned table has a row for each partition besides its own.
  const own = version >= 110_000 ? 'AND k.conparentid = 0' : '';
  const known = version >= 140_000 ? 'c.reltuples >= 0' : 'c.relpages > 0';
  return { ...FIXED, ...varying({ generated, keyColumns, own, known }) };
}

export type Statements = typeof FIXED & ReturnType<typeof varying>;

function varying(of: { generated: string; keyColumns: string; own: string; known: string }) {
  return {
    list: `
      SELECT n.nspname, c.oid, c.relname, c.relkind, c.relnatts,
        CASE WHEN c.relkind NOT IN ('v') AND ${of.known} THEN c.reltuples::float8 END,
        has_schema_privilege(n.oid, 'USAGE') AND coalesce(has_table_privilege(c.oid, 'SELECT'), false),
        CASE WHEN r.oid IS NULL THEN 0 ELSE pg_column_size(r.ev_action) / 100 END
      FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
        LEFT JOIN pg_rewrite r ON r.ev_class = c.oid AND r.rulename = '_RETURN'
      WHERE ($1::text IS NULL OR n.nspname = $1::text) AND ${OF_USER('n.nspname')} AND c.relkind IN ${KINDS} AND NOT c.relispartition
      ORDER BY c.relname`,
    columns: `
      SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, ${of.generated}
      FROM pg_attribute a WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attrelid, a.attnum`,
    constraints: `
      SELECT k.conrelid, k.conname, k.contype, k.conkey, k.confrelid, k.confkey, k.confupdtype, k.confdeltype,
        CASE k.contype WHEN 'c' THEN ${cut('pg_get_expr(k.conbin, k.conrelid)')} END
      FROM pg_constraint k
      WHERE k.conrelid = ANY ($1::oid[]) AND k.contype IN ('p', 'f', 'u', 'c') ${of.own} ORDER BY k.conname`,
    indexes: `
      SELECT i.indrelid, c.relname, i.indisunique,
        array_to_string((i.indkey::int2[])[0:${of.keyColumns} - 1], ' '),
        CASE WHEN i.indexprs IS NOT NULL THEN
          (SELECT json_agg(${cut('pg_get_indexdef(i.indexrelid, n, false)')} ORDER BY n) FROM generate_series(1, ${of.keyColumns}) n
           WHERE i.indkey[n - 1] = 0) END,
        CASE WHEN i.indpred IS NOT NULL THEN ${cut('pg_get_expr(i.indpred, i.indrelid)')} END
      FROM pg_index i CROSS JOIN LATERAL (SELECT relname FROM pg_class WHERE oid = i.indexrelid OFFSET 0) c
      WHERE i.indrelid = ANY ($1::oid[]) AND i.indislive ORDER BY c.relname`,
    partitions: `
      WITH RECURSIVE tree AS (
        SELECT inhparent AS root, inhrelid AS oid FROM pg_inherits WHERE inhparent = ANY ($1::oid[])
        UNION ALL SELECT tree.root, i.inhrelid FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid
      ), part AS (
        SELECT t.root, c.oid, c.relname, c.relpartbound, CASE WHEN c.relkind <> 'p' AND ${of.known} THEN c.reltuples::float8 END AS rows,
          row_number() OVER (PARTITION BY t.root ORDER BY c.relname, c.oid) AS place
        FROM tree t CROSS JOIN LATERAL (
          SELECT oid, relname, relkind, relpartbound, reltuples, relpages FROM pg_class WHERE oid = t.oid OFFSET 0) c
      )
      SELECT root.oid, count(p.oid), sum(p.rows), ${cut('pg_get_partkeydef(root.oid)')},
        json_agg(json_build_array(p.relname, coalesce(${cut('pg_get_expr(p.relpartbound, 0)')}, '')) ORDER BY p.place)
          FILTER (WHERE p.place <= 1000)
      FROM unnest($1::oid[]) AS root (oid) LEFT JOIN part p ON p.root = root.oid GROUP BY root.oid`,
  };
}

const FIXED = {
  // Without columns in it an expression is printed without its relation, which costs a tenth and takes no lock.
  defaults: `
    SELECT adrelid, adnum, ${cut("pg_get_expr(adbin, CASE WHEN strpos(adbin::text, '{VAR ') > 0 THEN adrelid ELSE 0 END)")}
    FROM pg_attrdef WHERE adrelid = ANY ($1::oid[])`,
  // 1259 is pg_class; without it another object of the same number would lend its comment.
  comments: `SELECT objoid, objsubid, ${cut('description')} FROM pg_description WHERE classoid = 1259 AND objoid = ANY ($1::oid[])`,
  /**
   * Those that cannot be printed now: a session that holds a relation, or waits for it, blocks everybody who prints what
   * names its columns. All else is read without a lock.
   */
  locked: `
    WITH held AS (
      SELECT DISTINCT relation AS oid FROM pg_locks WHERE locktype = 'relation' AND mode = 'AccessExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    SELECT c.oid FROM pg_class c WHERE c.oid = ANY ($1::oid[]) AND (
      EXISTS (SELECT FROM pg_rewrite r JOIN pg_depend d ON d.classid = 2618 AND d.objid = r.oid AND d.refclassid = 1259
        JOIN held ON held.oid = d.refobjid WHERE r.ev_class = c.oid AND r.rulename = '_RETURN')
      OR c.oid IN (SELECT oid FROM held) AND (c.relkind = 'p'
        OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c')
        OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL))
        OR EXISTS (SELECT FROM pg_attrdef e WHERE e.adrelid = c.oid AND strpos(e.adbin::text, '{VAR ') > 0)))`,
  views: `SELECT oid, left(pg_get_viewdef(oid), ${LONGEST_VIEW}) FROM unnest($1::oid[]) AS v (oid)`,
  grants: `
    SELECT a.attrelid, a.attnum FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attrelid = ANY ($1::oid[]) AND a.attacl IS NOT NULL AND a.attnum > 0 AND NOT a.attisdropped
      AND has_schema_privilege(c.relnamespace, 'USAGE') AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')`,
  types: `
    WITH RECURSIVE chain AS (
      SELECT o AS root, o AS oid FROM unnest($1::oid[]) AS o WHERE o >= 16384
      UNION SELECT chain.root, CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.typelem END
      FROM chain JOIN pg_type t ON t.oid = chain.oid WHERE t.typtype = 'd' OR t.typelem <> 0 AND t.typcategory = 'A'
    ), label AS (
      SELECT chain.root, json_agg(e.enumlabel ORDER BY e.enumsortorder) AS labels
      FROM chain CROSS JOIN LATERAL ${labelsOf('chain.oid')} GROUP BY chain.root
    )
    SELECT w.type, w.modifier, format_type(w.type, w.modifier), t.typtype = 'd' AND t.typnotnull, label.labels
    FROM unnest($1::oid[], $2::int4[]) AS w (type, modifier) JOIN pg_type t ON t.oid = w.type
      LEFT JOIN label ON label.root = w.type`,
  targets: `
    SELECT c.oid, n.nspname, c.relname, a.attnum, a.attname
    FROM unnest($1::oid[], $2::int2[]) AS w (relation, number) JOIN pg_class c ON c.oid = w.relation
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = w.relation AND a.attnum = w.number`,
  // 1247 is pg_type.
  userTypes: `
    SELECT n.nspname, t.typtype, t.typname, ${cut('d.description')},
      (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM ${labelsOf('t.oid')}),
      CASE t.typtype WHEN 'd' THEN format_type(t.typbasetype, t.typtypmod) END, t.typnotnull, ${cut('t.typdefault')},
      (SELECT json_agg(${cut('pg_get_expr(k.conbin, 0)')} ORDER BY k.conname) FROM pg_constraint k
       WHERE k.contypid = t.oid AND k.contype = 'c')
    FROM pg_namespace n JOIN pg_type t ON t.typnamespace = n.oid
      LEFT JOIN pg_description d ON d.objoid = t.oid AND d.classoid = 1247 AND d.objsubid = 0
    WHERE ($1::text IS NULL OR n.nspname = $1::text) AND ${OF_USER('n.nspname')} AND t.typtype IN ('e', 'd') ORDER BY t.typname`,
};
