import type { TypeOrmSession } from './typeorm-session.js';

/**
 * Tables whose rows belong to an organization and have a name in it, each with the first of the two keys of its lock; the other is the
 * organization. With one key for all, units of work that lock rows of different tables could deadlock.
 */
export const NAME_LOCKS = {
  abac_policies: 4_712_029,
  data_policies: 4_712_030,
  data_sources: 4_712_031,
  prompt_templates: 4_712_032,
  sso_connections: 4_712_033,
  workspaces: 4_712_034,
} as const;

type Named = keyof typeof NAME_LOCKS;

/** Raw: ICU folds as JavaScript does. Joiners and soft hyphens are not seen in most writing. */
const folded = (name: string): string => `lower(normalize(translate(${name}, E'\\u200C\\u200D\\u00AD', ''), NFKC) COLLATE "und-x-icu")`;

const onlyLive = (table: Named): string => (table === 'abac_policies' ? `AND status <> 'archived'` : '');

/**
 * Raw: holds a lock, and folds in SQL. Refuses a name that people would take for that of another row: it differs in case, spelling (NFKC) or what is not seen.
 * Twins from before stay and can be changed. It folds the names of the organization, 4 µs each, when one is made or renamed; an index over
 * folded names would depend on the version of ICU. The lock lets one of two through that come at once; call it in the unit of work that writes.
 * @param id `null` for a new row
 */
export async function refuseTwin(
  session: TypeOrmSession,
  table: Named,
  { organizationId, id, name }: { readonly organizationId: number; readonly id: number | null; readonly name: string },
  taken: () => Error,
): Promise<void> {
  const renamed = await session.query(
    `SELECT pg_advisory_xact_lock($1, $2) WHERE NOT EXISTS (SELECT FROM ${table} WHERE id = $3 AND name = $4)`,
    [NAME_LOCKS[table], organizationId, id, name],
  );
  if (renamed.length === 0) return;
  const twins = await session.query(
    `SELECT FROM ${table}
      WHERE organization_id = $1 AND id IS DISTINCT FROM $2 ${onlyLive(table)} AND ${folded('name')} = ${folded('$3::text')} LIMIT 1`,
    [organizationId, id, name],
  );
  if (twins.length > 0) throw taken();
}

/** What `refuseTwin` would say of new names. */
export interface JudgedName {
  readonly name: string;
  /** Equal for names that people would take for each other. */
  readonly key: string;
  /** Whether a row has a name like it, but not the same. */
  readonly hasTwin: boolean;
}

/** Raw: folds in SQL. Each name once, in one statement. */
export async function judgedNames(
  session: TypeOrmSession,
  table: Named,
  organizationId: number,
  names: readonly string[],
): Promise<readonly JudgedName[]> {
  return session.query<JudgedName & object>(
    `SELECT given.name, ${folded('given.name')} AS key, count(kept.name) > 0 AS "hasTwin"
       FROM (SELECT DISTINCT unnest($2::text[]) AS name) given
       LEFT JOIN ${table} kept
         ON kept.organization_id = $1 AND kept.name <> given.name ${onlyLive(table)} AND ${folded('kept.name')} = ${folded('given.name')}
      GROUP BY given.name`,
    [organizationId, names],
  );
}
