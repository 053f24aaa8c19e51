/** Everything that migrations make, one line for each; what is not in use is a line of its own. */
const LINES = `
  SELECT format('column %s.%s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v')
  UNION ALL SELECT format('table %s %s', oid::regclass, reloptions) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  UNION ALL SELECT format('index %s valid %s ready %s', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT format('constraint %s of %s %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT format('trigger %s %s', pg_get_triggerdef(t.oid), t.tgenabled) FROM pg_trigger t WHERE NOT t.tgisinternal
  UNION ALL SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
     AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')
  UNION ALL SELECT format('migration %s %s %s %s', name, fingerprint, applied_by, is_additive) FROM schema_migrations
  ORDER BY 1`;

/** @returns the schema as lines, in an order that does not depend on how it came to be */
export async function schemaOf(client) {
  const { rows } = await client.query(LINES);
  return rows.map(({ line }) => line);
}
