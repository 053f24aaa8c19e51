import type { SourceFacts } from '../source-facts.js';
import type { Session } from './session.js';
import { OF_USER } from './statements.js';

/** Extensions most of whose functions only compute. The guards know the exceptions. */
const EXTENSIONS = `'citext', 'fuzzystrmatch', 'hstore', 'intarray', 'ltree', 'pg_trgm', 'pgcrypto', 'unaccent'`;

const MOST_ENUMS = 2_000;
const MOST_FIELDS = 2_000;
/** In a larger catalog we look only for the fields of composite types, not for columns. */
const MOST_RELATIONS = 5_000;
const RELATIONS = `('r', 'p', 'f', 'v', 'm')`;
const IS_SMALL = `(SELECT count(*) FROM pg_class WHERE relkind IN ${RELATIONS}) <= ${MOST_RELATIONS}`;

/** A cast by a function of a user would run that function. This includes casts of the array type of an enumeration. */
const ENUMS = `
  SELECT n.nspname, t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE t.typtype = 'e' AND ${OF_USER('n.nspname')} AND NOT EXISTS (
    SELECT FROM pg_cast c JOIN pg_proc p ON p.oid = c.castfunc
    WHERE (c.castsource IN (t.oid, t.typarray) OR c.casttarget IN (t.oid, t.typarray))
      AND p.pronamespace <> 'pg_catalog'::regnamespace)
  ORDER BY n.nspname, t.typname LIMIT ${MOST_ENUMS}`;

/** PostgreSQL reads `(x).f` as a call of f if x has no such field. */
const FIELDS = `
  SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE (c.relkind = 'c' OR c.relkind IN ${RELATIONS} AND NOT c.relispartition AND ${IS_SMALL})
    AND a.attnum > 0 AND NOT a.attisdropped AND ${OF_USER('n.nspname')}
    AND NOT EXISTS (SELECT FROM pg_proc p WHERE p.proname = a.attname AND p.pronamespace = 'pg_catalog'::regnamespace)
  GROUP BY a.attname ORDER BY min(CASE c.relkind WHEN 'c' THEN 0 ELSE 1 END), a.attname LIMIT ${MOST_FIELDS}`;

/** Kind, name of the extension, schema, name. It leaves out names that others have overloaded: those may mean other functions. */
const MEMBERS = `
  WITH member AS (
    SELECT e.extname, d.classid, d.objid FROM pg_extension e
      JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
    WHERE e.extname IN (${EXTENSIONS})
  ), own AS (SELECT extname, objid AS oid FROM member WHERE classid = 'pg_proc'::regclass
  ), type AS (
    SELECT m.extname, t.oid, t.typname, t.typnamespace FROM member m JOIN pg_type t ON t.oid = m.objid
    WHERE m.classid = 'pg_type'::regclass AND t.typtype = 'b' AND t.typcategory <> 'A' AND NOT EXISTS (
      SELECT FROM pg_cast c JOIN pg_proc p ON p.oid = c.castfunc
      WHERE (c.castsource IN (t.oid, t.typarray) OR c.casttarget IN (t.oid, t.typarray))
        AND p.pronamespace <> 'pg_catalog'::regnamespace AND p.oid NOT IN (SELECT oid FROM own))
  )
  SELECT 'function', o.extname, n.nspname, p.proname FROM own o JOIN pg_proc p ON p.oid = o.oid
    JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE NOT EXISTS (SELECT FROM pg_proc other WHERE other.proname = p.proname AND other.pronamespace = p.pronamespace
    AND other.oid NOT IN (SELECT oid FROM own))
  GROUP BY 1, 2, 3, 4 HAVING bool_and(l.lanname IN ('c', 'internal'))
  UNION ALL SELECT DISTINCT 'operator', m.extname, n.nspname, r.oprname
  FROM member m JOIN pg_operator r ON r.oid = m.objid JOIN pg_namespace n ON n.oid = r.oprnamespace
  WHERE m.classid = 'pg_operator'::regclass AND NOT EXISTS (
    SELECT FROM pg_operator other JOIN pg_proc p ON p.oid = other.oprcode
    WHERE other.oprname = r.oprname AND other.oprnamespace = r.oprnamespace
      AND p.pronamespace <> 'pg_catalog'::regnamespace AND p.oid NOT IN (SELECT oid FROM own))
  UNION ALL SELECT 'type', type.extname, n.nspname, type.typname FROM type JOIN pg_namespace n ON n.oid = type.typnamespace
  UNION ALL SELECT DISTINCT 'column', type.extname, n.nspname, a.attname
  FROM type JOIN pg_namespace n ON n.oid = type.typnamespace JOIN pg_attribute a ON a.atttypid = type.oid
    JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind IN ${RELATIONS} AND a.attnum > 0 AND NOT a.attisdropped AND ${IS_SMALL} AND NOT EXISTS (
    SELECT FROM pg_attribute other JOIN pg_class k ON k.oid = other.attrelid JOIN pg_namespace s ON s.oid = k.relnamespace
    WHERE other.attname = a.attname AND other.atttypid <> a.atttypid AND k.relkind IN ${RELATIONS} AND other.attnum > 0
      AND NOT other.attisdropped AND ${OF_USER('s.nspname')})
  ORDER BY 2, 3, 1, 4`;

/** Each parent of each table. */
const HEIRS = `
  SELECT n.nspname, c.relname, pn.nspname, p.relname FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
  WHERE c.relkind IN ('r', 'f') AND NOT c.relispartition AND ${OF_USER('n.nspname')} ORDER BY 1, 2, i.inhseqno`;

type MemberRow = [kind: 'function' | 'operator' | 'type' | 'column', extension: string, schema: string, name: string];

/** What the guards need to know to read statements, in addition to the relations. */
export async function sourceFacts(session: Session): Promise<SourceFacts> {
  // Both are sent together, so that nothing else is looked up on the search path of the role: other users may have put anything there.
  const paths = Promise.all([
    session.command('SET LOCAL search_path TO DEFAULT'),
    session.rows<[string]>('SELECT pg_catalog.array_to_json(pg_catalog.current_schemas(false))', []),
    session.command(`SET LOCAL search_path = 'pg_catalog'`),
  ]);
  const [[, [path]], enums, fields, members, heirs] = await Promise.all([
    paths,
    session.rows<[string, string]>(ENUMS, []),
    session.rows<[string]>(FIELDS, []),
    session.rows<MemberRow>(MEMBERS, []),
    session.rows<[string, string, string, string]>(HEIRS, []),
  ]);
  return {
    serverVersion: session.versionText,
    searchPath: JSON.parse(path?.[0] ?? '[]') as string[],
    enums: enums.map(([schema, name]) => ({ schema, name })),
    fields: fields.map(([name]) => name),
    extensions: extensionsOf(members),
    heirs: heirs.map(([schema, name, ...parent]) => ({
      schema,
      name,
      parents: [{ schema: parent[0], name: parent[1] }],
    })),
  };
}

function extensionsOf(rows: readonly MemberRow[]): SourceFacts['extensions'] {
  const places = [...new Set(rows.map(([, extension, schema]) => JSON.stringify([extension, schema])))];
  return places.map((place) => {
    const [name, schema] = JSON.parse(place) as [string, string];
    const named = (kind: MemberRow[0]): string[] =>
      rows.filter((row) => row[0] === kind && row[1] === name && row[2] === schema).map((row) => row[3]);
    return {
      name,
      schema,
      functions: named('function'),
      operators: named('operator'),
      types: named('type'),
      columns: named('column'),
    };
  });
}
