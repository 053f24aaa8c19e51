/** Leaves out schemas of the system, which include the temporary ones. */
export const OF_USER = (name: string): string => `${name} !~ '^pg_' AND ${name} <> 'information_schema'`;

/** The bound in characters of texts that users may write at any length. */
const LONGEST_TEXT = 4_000;
const LONGEST_VIEW = 100_000;
/** The most that are captured. One more is read, to say that there are more. */
export const MOST_LABELS = 1_000;

/** Three dots at the end say that there was more. The text is computed once, which may be costly. */
export const cut = (text: string, longest = LONGEST_TEXT): string =>
  `(SELECT CASE WHEN length(whole) > ${longest} THEN left(whole, ${longest - 3}) || '...' ELSE whole END
    FROM (SELECT ${text} AS whole OFFSET 0) AS long)`;

const labelsOf = (type: string): string => `(
        SELECT enumlabel, enumsortorder FROM pg_enum WHERE enumtypid = ${type} ORDER BY enumsortorder LIMIT ${MOST_LABELS + 1}) AS e`;

const DEFERRABLE = `CASE WHEN NOT k.condeferrable THEN 'no' WHEN k.condeferred THEN 'initially_deferred' ELSE 'initially_immediate' END`;

const OPERATORS = `(SELECT json_agg(o.oprname ORDER BY w.place) FROM unnest(k.conexclop) WITH ORDINALITY AS w (oid, place)
        JOIN pg_operator o ON o.oid = w.oid)`;

/** Of a composite type `t`: name, type, collation that is not the usual one, comment. */
const ATTRIBUTES = `(
        SELECT json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), (
            SELECT l.collname FROM pg_collation l JOIN pg_type y ON y.oid = a.atttypid
            WHERE l.oid = a.attcollation AND l.oid <> y.typcollation), ${cut('d.description')}) ORDER BY a.attnum)
        FROM pg_attribute a LEFT JOIN pg_description d ON d.classoid = 1259 AND d.objoid = a.attrelid AND d.objsubid = a.attnum
        WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped)`;

/** Numbers of columns of a partition, which are others in its parent. */
const numbersOfParent = (numbers: string): string => `(
          SELECT array_agg(p.attnum ORDER BY c.place) FROM unnest(${numbers}) WITH ORDINALITY AS c (number, place)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number
            JOIN pg_attribute p ON p.attrelid = t.root AND p.attname = a.attname)`;

/** The collation of the database, by its fixed number. It is the usual one of a column, unless its type has another. */
export const USUAL_COLLATION = '100';
/** Places of the columns of an index, each with its collation and its operators where these are not those of its column. */
const HOW_COMPARED = `(
          SELECT json_agg(json_build_array(place - 1, option) ORDER BY place, option) FROM (
            SELECT w.place, 'COLLATE ' || l.collname FROM unnest(i.indcollation::oid[]) WITH ORDINALITY AS w (oid, place)
              JOIN pg_collation l ON l.oid = w.oid LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[w.place::int - 1]
            WHERE l.oid <> coalesce(a.attcollation, ${USUAL_COLLATION})
            UNION ALL SELECT w.place, o.opcname FROM unnest(i.indclass::oid[]) WITH ORDINALITY AS w (oid, place)
              JOIN pg_opclass o ON o.oid = w.oid WHERE NOT o.opcdefault) AS w (place, option))`;

/** The usual kind of index, by its fixed number. */
const BTREE = 403;
const LISTED = `($1::text IS NULL OR n.nspname = $1::text) AND ${OF_USER('n.nspname')}
        AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition`;

/** The texts for a server of this version (`server_version_num`). */
export function statementsFor(version: number): Statements {
  const generated = version >= 120_000 ? 'a.attgenerated' : `''`;
  const keyColumns = version >= 110_000 ? 'i.indnkeyatts' : 'i.indnatts';
  // A foreign key to a partitioned table has a row for each partition besides its own.
  const own = version >= 110_000 ? 'AND k.conparentid = 0' : '';
  const known = version >= 140_000 ? 'c.reltuples >= 0' : 'c.relpages > 0';
  const distinctNulls = version >= 150_000 ? 'i.indnullsnotdistinct' : 'false';
  return { ...FIXED, ...varying({ generated, keyColumns, own, known, distinctNulls, ...constraintsOf(version) }) };
}

/** What versions add to constraints. A row that says NOT NULL is read only where older rows may break it. */
function constraintsOf(version: number) {
  const since18 = version >= 180_000;
  return {
    unproven: since18 ? `OR k.contype = 'n' AND NOT k.convalidated` : '',
    emptied: version >= 150_000 ? 'k.confdelsetcols' : 'NULL::int2[]',
    flags: `concat(CASE k.confmatchtype WHEN 'f' THEN 'f' END, CASE WHEN k.contype = 'c' AND k.connoinherit THEN 'i' END
      ${since18 ? `, CASE WHEN k.conperiod THEN 'p' END, CASE WHEN NOT k.conenforced THEN 'n' END` : ''})`,
  };
}

export type Statements = typeof FIXED & ReturnType<typeof varying>;

type Varying = Readonly<Record<'generated' | 'keyColumns' | 'own' | 'known' | 'distinctNulls' | 'unproven' | 'emptied' | 'flags', string>>;

function varying(of: Varying) {
  const rows = `CASE WHEN c.relkind <> 'v' AND ${of.known} THEN c.reltuples::float8 END`;
  return {
    estimates: `
      SELECT n.nspname, c.oid, c.relname, c.relkind, ${rows}
      FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
      WHERE ${LISTED} ORDER BY c.relname`,
    list: `
      SELECT n.nspname, c.oid, c.relname, c.relkind, c.relnatts,
        ${rows},
        has_schema_privilege(n.oid, 'USAGE') AND coalesce(has_table_privilege(c.oid, 'SELECT'), false),
        CASE WHEN r.oid IS NULL THEN 0 ELSE pg_column_size(r.ev_action) / 100 END, c.relrowsecurity, c.relforcerowsecurity,
        CASE WHEN c.reloptions IS NOT NULL OR c.relpersistence = 'u' OR NOT c.relispopulated THEN
          to_json(array_remove(ARRAY[CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED' END,
            CASE WHEN NOT c.relispopulated THEN 'WITH NO DATA' END], NULL) || c.reloptions) END,
        (SELECT x.extname FROM pg_depend d JOIN pg_extension x ON x.oid = d.refobjid
          WHERE d.classid = 1259 AND d.objid = c.oid AND d.objsubid = 0 AND d.refclassid = 3079 AND d.deptype = 'e')
      FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
        LEFT JOIN pg_rewrite r ON r.ev_class = c.oid AND r.rulename = '_RETURN'
      WHERE ${LISTED} ORDER BY c.relname`,
    columns: `
      SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, ${of.generated},
        a.attcollation
      FROM pg_attribute a WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attrelid, a.attnum`,
    constraints: `
      SELECT k.conrelid, k.conname, k.contype, k.conkey, k.confrelid, k.confkey, k.confupdtype, k.confdeltype,
        CASE k.contype WHEN 'c' THEN ${cut('pg_get_expr(k.conbin, k.conrelid)')} END, k.oid, ${DEFERRABLE}, k.convalidated,
        ${cut('d.description')}, CASE k.contype WHEN 'x' THEN ${OPERATORS} END, k.conindid, ${of.flags}, ${of.emptied}
      FROM pg_constraint k LEFT JOIN pg_description d ON d.classoid = 2606 AND d.objoid = k.oid AND d.objsubid = 0
      WHERE k.conrelid = ANY ($1::oid[]) AND (k.contype IN ('p', 'f', 'u', 'c', 'x') ${of.unproven}) ${of.own} ORDER BY k.conname`,
    // Declared on a partition alone, once for each meaning: by the columns of the parent, whose numbers may be others.
    partitionKeys: `
      WITH RECURSIVE tree AS (
        SELECT inhparent AS root, inhrelid AS oid FROM pg_inherits WHERE inhparent = ANY ($1::oid[])
        UNION ALL SELECT tree.root, i.inhrelid FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid
      ), key AS (
        SELECT t.root, k.conname, k.contype, ${numbersOfParent('k.conkey')} AS columns,
          k.confrelid, k.confkey, k.confupdtype, k.confdeltype, k.oid, ${DEFERRABLE} AS deferral, k.convalidated,
          ${of.flags} AS flags, ${numbersOfParent(of.emptied)} AS emptied
        FROM tree t CROSS JOIN LATERAL (SELECT * FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype = 'f' ${of.own} OFFSET 0) k
      )
      SELECT DISTINCT ON (root, columns, confrelid, confkey)
        root, conname, contype, columns, confrelid, confkey, confupdtype, confdeltype, NULL, oid, deferral, convalidated,
        NULL, NULL, 0, flags, emptied
      FROM key ORDER BY root, columns, confrelid, confkey, conname`,
    indexes: `
      SELECT i.indrelid, c.relname, i.indisunique,
        array_to_string((i.indkey::int2[])[0:${of.keyColumns} - 1], ' '),
        CASE WHEN i.indexprs IS NOT NULL THEN
          (SELECT json_agg(${cut('pg_get_indexdef(i.indexrelid, n, false)')} ORDER BY n) FROM generate_series(1, ${of.keyColumns}) n
           WHERE i.indkey[n - 1] = 0) END,
        CASE WHEN i.indpred IS NOT NULL THEN ${cut('pg_get_expr(i.indpred, i.indrelid)')} END,
        i.indexrelid, ${cut('d.description')}, CASE WHEN c.relam <> ${BTREE} THEN (SELECT amname FROM pg_am WHERE oid = c.relam) END,
        i.indoption, CASE WHEN i.indnatts > ${of.keyColumns} THEN array_to_string((i.indkey::int2[])[${of.keyColumns}:], ' ') END,
        CASE WHEN c.reloptions IS NOT NULL OR ${of.distinctNulls} OR NOT i.indisvalid THEN
          to_json(array_remove(ARRAY[CASE WHEN ${of.distinctNulls} THEN 'NULLS NOT DISTINCT' END,
            CASE WHEN NOT i.indisvalid THEN 'INVALID' END], NULL) || c.reloptions) END,
        CASE WHEN i.indclass::oid[] && ARRAY(SELECT oid FROM pg_opclass WHERE NOT opcdefault)
          OR NOT i.indcollation::oid[] <@ ARRAY[0, ${USUAL_COLLATION}]::oid[] THEN ${HOW_COMPARED} END
      FROM pg_index i CROSS JOIN LATERAL (SELECT relname, relam, reloptions FROM pg_class WHERE oid = i.indexrelid OFFSET 0) c
        LEFT JOIN pg_description d ON d.classoid = 1259 AND d.objoid = i.indexrelid AND d.objsubid = 0
      WHERE i.indrelid = ANY ($1::oid[]) AND i.indislive ORDER BY c.relname`,
    // A row of a partition, or of a table that inherits, has what the expression of its own table computes. Looked up one by one: the planner
    // does not know how few they are, and would read the whole catalog for each page.
    otherExpressions: `
      WITH RECURSIVE tree AS (
        SELECT i.inhparent AS root, i.inhrelid AS oid FROM pg_inherits i WHERE i.inhparent = ANY ($1::oid[])
        UNION SELECT tree.root, i.inhrelid FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid
      )
      SELECT DISTINCT t.root, p.attnum, ${cut('pg_get_expr(e.adbin, e.adrelid)')}
      FROM tree t CROSS JOIN LATERAL (SELECT * FROM pg_attrdef WHERE adrelid = t.oid OFFSET 0) e
        JOIN pg_attribute a ON a.attrelid = e.adrelid AND a.attnum = e.adnum AND ${of.generated} <> ''
        JOIN pg_attribute p ON p.attrelid = t.root AND p.attname = a.attname AND p.attnum > 0 AND NOT p.attisdropped
      ORDER BY 1, 2, 3`,
    partitionRows: `
      WITH RECURSIVE tree AS (
        SELECT inhparent AS root, inhrelid AS oid FROM pg_inherits WHERE inhparent = ANY ($1::oid[])
        UNION ALL SELECT tree.root, i.inhrelid FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid
      )
      SELECT t.root, sum(c.reltuples::float8)
      FROM tree t CROSS JOIN LATERAL (SELECT relkind, relpages, reltuples FROM pg_class WHERE oid = t.oid OFFSET 0) c
      WHERE c.relkind <> 'p' AND ${of.known} GROUP BY t.root`,
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
  // An expression without columns is printed without its relation, which costs a tenth and takes no lock.
  defaults: `
    SELECT adrelid, adnum, ${cut("pg_get_expr(adbin, CASE WHEN strpos(adbin::text, '{VAR ') > 0 THEN adrelid ELSE 0 END)")}
    FROM pg_attrdef WHERE adrelid = ANY ($1::oid[])`,
  // 1259 is pg_class; without it another object of the same number would lend its comment.
  comments: `SELECT objoid, objsubid, ${cut('description')} FROM pg_description WHERE classoid = 1259 AND objoid = ANY ($1::oid[])`,
  /**
   * The relations that cannot be printed now: a session that locks a relation, or waits for the lock, blocks every session that prints
   * an expression with its columns. All other parts are read without a lock.
   */
  locked: `
    WITH held AS (
      SELECT DISTINCT relation AS oid FROM pg_locks WHERE locktype = 'relation' AND mode = 'AccessExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    SELECT c.oid FROM pg_class c WHERE c.oid = ANY ($1::oid[]) AND (
      EXISTS (SELECT FROM pg_rewrite r JOIN pg_depend d ON d.classid = 2618 AND d.objid = r.oid AND d.refclassid = 1259
        JOIN held ON held.oid = d.refobjid WHERE r.ev_class = c.oid AND r.rulename = '_RETURN')
      OR EXISTS (SELECT FROM pg_policy p JOIN pg_depend d ON d.classid = 3256 AND d.objid = p.oid AND d.refclassid = 1259
        JOIN held ON held.oid = d.refobjid WHERE p.polrelid = c.oid)
      OR c.oid IN (SELECT oid FROM held) AND (c.relkind = 'p'
        OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgqual IS NOT NULL)
        OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c')
        OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL))
        OR EXISTS (SELECT FROM pg_attrdef e WHERE e.adrelid = c.oid AND strpos(e.adbin::text, '{VAR ') > 0)))`,
  views: `SELECT oid, ${cut('pg_get_viewdef(oid)', LONGEST_VIEW)} FROM unnest($1::oid[]) AS v (oid)`,
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
    ), composite AS (
      SELECT chain.root, json_agg(json_build_array(a.attname, a.atttypid::text, a.atttypmod::text) ORDER BY a.attnum) AS attributes
      FROM chain JOIN pg_type t ON t.oid = chain.oid AND t.typtype = 'c' JOIN pg_class c ON c.oid = t.typrelid AND c.relkind = 'c'
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped GROUP BY chain.root
    )
    SELECT w.type, w.modifier, format_type(w.type, w.modifier), t.typtype = 'd' AND t.typnotnull, label.labels, t.typcollation,
      composite.attributes
    FROM unnest($1::oid[], $2::int4[]) AS w (type, modifier) JOIN pg_type t ON t.oid = w.type
      LEFT JOIN label ON label.root = w.type LEFT JOIN composite ON composite.root = w.type`,
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
       WHERE k.contypid = t.oid AND k.contype = 'c'),
      CASE t.typtype WHEN 'c' THEN ${ATTRIBUTES} END
    FROM pg_namespace n JOIN pg_type t ON t.typnamespace = n.oid
      LEFT JOIN pg_description d ON d.objoid = t.oid AND d.classoid = 1247 AND d.objsubid = 0
    WHERE ($1::text IS NULL OR n.nspname = $1::text) AND ${OF_USER('n.nspname')} AND (t.typtype IN ('e', 'd')
      OR t.typtype = 'c' AND EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c')) ORDER BY t.typname`,
};
