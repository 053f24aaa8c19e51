/**
 * Text is read as bytes: a name may hold bytes that are not UTF-8, and the driver ends every text at its first NUL. The first statements
 * copy the catalog to memory, so nothing of the file is needed afterwards.
 */
export const TAKE_CATALOG = `
  CREATE TEMP TABLE catalog (ordinal INTEGER PRIMARY KEY, type, name, sql);
  INSERT INTO temp.catalog (type, name, sql)
    SELECT type, name, sql FROM main.sqlite_schema
    WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY CAST(name AS BLOB);
  CREATE TEMP TABLE index_texts (name PRIMARY KEY, sql) WITHOUT ROWID;
  INSERT OR IGNORE INTO temp.index_texts SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL;
  CREATE TEMP TABLE triggers (ordinal INTEGER PRIMARY KEY, table_name COLLATE NOCASE, name, sql);
  INSERT INTO temp.triggers (table_name, name, sql)
    SELECT tbl_name, name, sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY CAST(name AS BLOB);
  CREATE INDEX temp.triggers_of_table ON triggers (table_name);
  CREATE TEMP TABLE estimates (name PRIMARY KEY, rows) WITHOUT ROWID;`;

/** Statistics are not part of it: ANALYZE changes nothing that is captured. */
export const FINGERPRINTED = `
  SELECT CAST(type AS BLOB) AS type, CAST(name AS BLOB) AS name, CAST(tbl_name AS BLOB) AS tbl_name, CAST(sql AS BLOB) AS sql
  FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY CAST(type AS BLOB), CAST(name AS BLOB)`;

/** Only a real table: a file may define a view of this name, and reading it would run it. */
export const HAS_STATISTICS = `
  SELECT 1 FROM main.sqlite_schema
  WHERE type = 'table' AND name = 'sqlite_stat1' AND sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'`;

export const TAKE_STATISTICS = `
  INSERT OR IGNORE INTO temp.estimates
  SELECT tbl, max(CAST(stat AS INTEGER)) FROM (SELECT tbl, stat FROM main.sqlite_stat1 LIMIT 1000000)
  WHERE tbl IS NOT NULL GROUP BY tbl`;

export const CATALOG = `
  SELECT c.ordinal, CAST(c.type AS BLOB) AS type, CAST(c.name AS BLOB) AS name, CAST(c.sql AS BLOB) AS sql,
    (SELECT e.rows FROM temp.estimates e WHERE e.name = c.name) AS estimate
  FROM temp.catalog c WHERE c.ordinal BETWEEN ? AND ? ORDER BY c.ordinal`;

export const NAMES = `SELECT ordinal, CAST(name AS BLOB) AS name, CAST(substr(sql, 1, 1000) AS BLOB) AS sql FROM temp.catalog`;

export const COLUMNS = `
  SELECT c.ordinal, CAST(x.name AS BLOB) AS name, CAST(x.type AS BLOB) AS type, x."notnull" AS not_null,
    CAST(x.dflt_value AS BLOB) AS default_text, x.pk, x.hidden
  FROM temp.catalog c, pragma_table_xinfo(c.name, 'main') x
  WHERE c.ordinal BETWEEN ? AND ? AND x.hidden <> 1 ORDER BY c.ordinal, x.cid`;

/** A foreign key that names no columns refers to the primary key; others may spell the columns in another case than the target. */
export const FOREIGN_KEYS = `
  SELECT c.ordinal, f.id, CAST(f."table" AS BLOB) AS target, CAST(f."from" AS BLOB) AS name,
    CAST(coalesce(t.name, f."to") AS BLOB) AS target_column, f.on_update, f.on_delete
  FROM temp.catalog c, pragma_foreign_key_list(c.name, 'main') f
  LEFT JOIN pragma_table_xinfo(f."table", 'main') t ON CASE WHEN f."to" IS NULL THEN t.pk = f.seq + 1 ELSE t.name = f."to" COLLATE NOCASE END
  WHERE c.ordinal BETWEEN ? AND ? AND c.type = 'table' ORDER BY c.ordinal, f.id DESC, f.seq`;

export const INDEXES = `
  SELECT c.ordinal, CAST(l.name AS BLOB) AS name, l."unique" AS is_unique, l.origin, x.seqno, CAST(x.name AS BLOB) AS column_name, x."desc" AS descends, CAST(x.coll AS BLOB) AS coll,
    CASE WHEN x.seqno = 0 THEN CAST(t.sql AS BLOB) END AS sql
  FROM temp.catalog c, pragma_index_list(c.name, 'main') l, pragma_index_xinfo(l.name, 'main') x
  LEFT JOIN temp.index_texts t ON t.name = l.name
  WHERE c.ordinal BETWEEN ? AND ? AND c.type = 'table' AND x.key = 1 ORDER BY c.ordinal, CAST(l.name AS BLOB), x.seqno`;

export const TRIGGERS = `
  SELECT c.ordinal, CAST(t.name AS BLOB) AS name, CAST(t.sql AS BLOB) AS sql
  FROM temp.catalog c JOIN temp.triggers t ON t.table_name = c.name
  WHERE c.ordinal BETWEEN ? AND ? ORDER BY c.ordinal, t.ordinal`;

export const VERSION = `SELECT CAST(sqlite_version() AS BLOB) AS version`;
