import { cut } from './statements.js';

export type TriggerRow = [
  relation: string,
  name: string,
  oid: string,
  type: string,
  enabled: string,
  columns: string | null,
  calls: string,
  condition: string | null,
];
export type PolicyRow = [
  relation: string,
  name: string,
  oid: string,
  command: string,
  permissive: string,
  roles: string | null,
  using: string | null,
  check: string | null,
];
export type ParentRow = [relation: string, schema: string, name: string, oid: string];
export type ForeignRow = [relation: string, server: string, wrapper: string, options: string | null];
export type CollationRow = [oid: string, name: string];

/** A trigger is printed only for its condition, because the catalog has no separate text of it. */
const CONDITION = `substring(pg_get_triggerdef(t.oid) FROM ' FOR EACH (?:ROW|STATEMENT) WHEN \\((.*)\\) EXECUTE (?:FUNCTION|PROCEDURE) ')`;

/** What else is read of relations than columns, keys and indexes. */
export const FURTHER = {
  triggers: `
    SELECT t.tgrelid, t.tgname, t.oid, t.tgtype, t.tgenabled,
      CASE WHEN t.tgattr::text <> '' THEN (
        SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = t.tgrelid AND a.attnum = ANY (t.tgattr::int2[])) END,
      format('%I.%I', n.nspname, p.proname), CASE WHEN t.tgqual IS NOT NULL THEN ${cut(CONDITION)} END
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE t.tgrelid = ANY ($1::oid[]) AND NOT t.tgisinternal ORDER BY t.tgname`,
  policies: `
    SELECT p.polrelid, p.polname, p.oid, p.polcmd, p.polpermissive, (
        SELECT json_agg(coalesce(r.rolname, 'public') ORDER BY r.rolname)
        FROM unnest(p.polroles) AS of (role) LEFT JOIN pg_roles r ON r.oid = of.role),
      ${cut('pg_get_expr(p.polqual, p.polrelid)')}, ${cut('pg_get_expr(p.polwithcheck, p.polrelid)')}
    FROM pg_policy p WHERE p.polrelid = ANY ($1::oid[]) ORDER BY p.polname`,
  parents: `
    SELECT i.inhrelid, n.nspname, c.relname, i.inhparent
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE i.inhrelid = ANY ($1::oid[]) ORDER BY i.inhrelid, i.inhseqno`,
  foreign: `
    SELECT f.ftrelid, s.srvname, w.fdwname, (
      SELECT json_agg(json_build_array(o.option_name, ${cut("coalesce(o.option_value, '')")}) ORDER BY o.option_name)
      FROM pg_options_to_table(f.ftoptions) o)
    FROM pg_foreign_table f JOIN pg_foreign_server s ON s.oid = f.ftserver JOIN pg_foreign_data_wrapper w ON w.oid = s.srvfdw
    WHERE f.ftrelid = ANY ($1::oid[])`,
  collations: `
    SELECT c.oid, CASE n.nspname WHEN 'pg_catalog' THEN c.collname ELSE format('%I.%I', n.nspname, c.collname) END
    FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace WHERE c.oid = ANY ($1::oid[])`,
};
