import type { TypeOrmSession } from './typeorm-session.js';

/** The first of the two keys of the lock; the other is the organization. */
const NAMES = 4_712_029;

/** Tables whose rows belong to an organization and have a name in it. */
type Named = 'abac_policies' | 'data_policies' | 'data_sources' | 'prompt_templates' | 'sso_connections' | 'workspaces';

/** Raw: ICU folds as JavaScript does. Joiners and soft hyphens are not seen in most writing. */
const folded = (name: string): string => `lower(normalize(translate(${name}, E'\\u200C\\u200D\\u00AD', ''), NFKC) COLLATE "und-x-icu")`;

/**
 * Raw: holds a lock, and folds in SQL. Refuses a name that people would take for that of another row: it differs in case, spelling (NFKC) or what is not seen.
 * Twins from before stay and can be changed. The lock lets one of two through that come at once; call it in the unit of work that writes.
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
    [NAMES, organizationId, id, name],
  );
  if (renamed.length === 0) return;
  const archived = table === 'abac_policies' ? `AND status <> 'archived'` : '';
  const twins = await session.query(
    `SELECT FROM ${table}
      WHERE organization_id = $1 AND id IS DISTINCT FROM $2 ${archived} AND ${folded('name')} = ${folded('$3::text')} LIMIT 1`,
    [organizationId, id, name],
  );
  if (twins.length > 0) throw taken();
}
