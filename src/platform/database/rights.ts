import type { Ask } from './single-connection.js';

/** Where graphile-worker keeps its jobs. */
const JOBS = 'graphile_worker';
const INSUFFICIENT_PRIVILEGE = '42501';

/** The message is for the operator: what the role may not do, and the statement that grants it. */
class RightsMissing extends Error {
  constructor(role: string, database: string, missing: string) {
    super(`The role ${role} lacks a right on the database ${database}: ${missing}`);
    this.name = 'RightsMissing';
  }
}

interface Rights {
  /** Quoted, as are the others, for use in a statement. */
  readonly role: string;
  readonly database: string;
  /** `null`: no schema of the search path exists and is usable. */
  readonly schema: string | null;
  readonly maySchema: boolean;
  readonly mayDatabase: boolean;
  /** The owner of our tables, when the role neither is a member of it nor may read and write them. */
  readonly foreignOwner: string | null;
  readonly hasJobs: boolean;
  readonly mayJobs: boolean;
  readonly hasJobTables: boolean;
  /** Its tables show their rows only to their owner. */
  readonly foreignJobOwner: string | null;
  readonly hasTrigrams: boolean;
  readonly seesTrigrams: boolean;
}

const RIGHTS = `
  SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
    quote_ident(current_schema()) AS schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "maySchema",
    has_database_privilege(current_database(), 'CREATE') AS "mayDatabase",
    (SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class
       WHERE oid = to_regclass('schema_migrations') AND NOT pg_has_role(relowner, 'USAGE')
         AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'UPDATE'))) AS "foreignOwner",
    jobs.oid IS NOT NULL AS "hasJobs",
    coalesce(has_schema_privilege(jobs.oid, 'USAGE') AND has_schema_privilege(jobs.oid, 'CREATE'), false) AS "mayJobs",
    job_table.oid IS NOT NULL AS "hasJobTables",
    CASE WHEN NOT pg_has_role(job_table.relowner, 'USAGE') AND NOT myself.rolbypassrls
      THEN quote_ident(pg_get_userbyid(job_table.relowner)) END AS "foreignJobOwner",
    trigrams.oid IS NOT NULL AS "hasTrigrams", coalesce(pg_opclass_is_visible(trigrams.oid), false) AS "seesTrigrams"
  FROM pg_roles myself
    LEFT JOIN pg_namespace jobs ON jobs.nspname = $1
    LEFT JOIN pg_class job_table ON job_table.relnamespace = jobs.oid AND job_table.relname = 'migrations'
    LEFT JOIN (pg_opclass trigrams JOIN pg_am method ON method.oid = trigrams.opcmethod AND method.amname = 'gin')
      ON trigrams.opcname = 'gin_trgm_ops'
  WHERE myself.rolname = current_user
  ORDER BY "seesTrigrams" DESC LIMIT 1`;

/**
 * Asks the server before anything is changed, so that a migration does not end half-way with a bare "permission
 * denied".
 * @param isMigrating whether tables will be made
 * @throws RightsMissing
 */
export async function assertRights(ask: Ask, isMigrating: boolean): Promise<void> {
  const [rights] = await ask<Rights>(RIGHTS, [JOBS]);
  if (rights === undefined) return;
  const missing = missingOf(rights, isMigrating);
  if (missing !== undefined) throw new RightsMissing(rights.role, rights.database, missing);
}

/** @returns a sentence and what to run, as an administrator of the database */
function missingOf(rights: Rights, isMigrating: boolean): string | undefined {
  const { role, database, schema } = rights;
  if (schema === null) return `no schema of its search path is there for it. Run: CREATE SCHEMA ${role} AUTHORIZATION ${role};`;
  if (rights.foreignOwner !== null)
    return `the tables in ${schema} belong to ${rights.foreignOwner}. Run for each: ALTER TABLE … OWNER TO ${role};`;
  if (isMigrating && !rights.maySchema)
    return `it may not make tables in ${schema}. Run: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`;
  if (isMigrating && !rights.hasTrigrams && !rights.mayDatabase)
    return 'it may not make the extension pg_trgm. Run in this database: CREATE EXTENSION pg_trgm;';
  if (isMigrating && rights.hasTrigrams && !rights.seesTrigrams)
    return `the extension pg_trgm lies in a schema that it does not see. Run: GRANT USAGE on that schema to ${role}, and put it on the path by ALTER ROLE ${role} SET search_path.`;
  if (!rights.hasJobs && !rights.mayDatabase)
    return `it may not make the schema ${JOBS}. Run: CREATE SCHEMA ${JOBS} AUTHORIZATION ${role}; or GRANT CREATE ON DATABASE ${database} TO ${role};`;
  if (rights.foreignJobOwner !== null)
    return `the tables in ${JOBS} belong to ${rights.foreignJobOwner}, and no other role sees their rows. Run for each: ALTER TABLE … OWNER TO ${role};`;
  if (rights.hasJobs && !rights.hasJobTables && !rights.mayJobs)
    return `it may not make tables in ${JOBS}. Run: GRANT USAGE, CREATE ON SCHEMA ${JOBS} TO ${role};`;
  return undefined;
}

/**
 * If its first table is missing, graphile-worker runs `CREATE SCHEMA IF NOT EXISTS`, which needs `CREATE` on the
 * database even when the schema exists. So its first table is made here, as it would be made there, and it continues
 * from that.
 */
export async function beginJobSchema(ask: Ask): Promise<void> {
  const [found] = await ask<{ schema: string | null; table: string | null }>(
    'SELECT to_regnamespace($1) AS schema, to_regclass($2) AS table',
    [JOBS, `${JOBS}.migrations`],
  );
  if (found?.schema === null || found?.table !== null) return;
  await ask(`CREATE TABLE IF NOT EXISTS ${JOBS}.migrations (
    id int PRIMARY KEY, ts timestamptz DEFAULT now() NOT NULL, breaking boolean NOT NULL DEFAULT false)`);
}

/**
 * For an error of a migration: the sentence that says which right was missing, if that was the cause.
 * @throws RightsMissing
 */
export async function explainRefusal(ask: Ask, error: unknown): Promise<void> {
  const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
  if (code !== INSUFFICIENT_PRIVILEGE) return;
  await assertRights(ask, true);
  const [role] = await ask<{ name: string; database: string }>(
    'SELECT quote_ident(current_user) AS name, quote_ident(current_database()) AS database',
  );
  if (role !== undefined)
    throw new RightsMissing(role.name, role.database, `${message}. GRANT it, or let the role own its schemas and all in them.`);
}
