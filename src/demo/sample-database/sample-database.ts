import { SAMPLE_DATABASE } from '../../data-sources/domain/data-source.js';
import { type Ask, onConnection } from '../../platform/database/single-connection.js';
import { sampleContent } from './content.js';
import { FILL, READERS, SCHEMA } from './schema.js';

const SAMPLE_LOCK = 4_712_026_006;
const ALREADY_THERE = ['42P04', '23505'];
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes the sample database beside ours, once a server. Installations on one server share it, because none writes to it.
 * A start that dies half-way leaves at most an empty database, which the next one fills.
 * @returns false when our account may not make databases and roles, or not grant what another one made
 */
export async function makeSampleDatabase(databaseUrl: string): Promise<boolean> {
  const url = new URL(databaseUrl);
  url.pathname = `/${SAMPLE_DATABASE}`;
  try {
    return (await onConnection(databaseUrl, createDatabase)) && (await onConnection(url.href, fill));
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

async function createDatabase(ask: Ask): Promise<boolean> {
  const [role] = await ask<{ able: boolean }>(
    `SELECT rolsuper OR (rolcreatedb AND rolcreaterole) AS able FROM pg_roles WHERE rolname = current_user`,
  );
  if (role?.able !== true) return false;
  if ((await ask('SELECT 1 FROM pg_database WHERE datname = $1', [SAMPLE_DATABASE])).length > 0) return true;
  try {
    await ask(`CREATE DATABASE ${SAMPLE_DATABASE} TEMPLATE template0 ENCODING 'UTF8'`);
  } catch (error) {
    // Another instance made it at the same time.
    if (!ALREADY_THERE.includes(codeOf(error))) throw error;
  }
  return true;
}

async function fill(ask: Ask): Promise<boolean> {
  await ask('BEGIN');
  // Locks belong to one database, and this is the one that all who come here share.
  await ask('SELECT pg_advisory_xact_lock($1)', [SAMPLE_LOCK]);
  const isFilled = (await ask(`SELECT 1 FROM pg_namespace WHERE nspname = 'hydrology'`)).length > 0;
  if (!isFilled) {
    await ask('DROP SCHEMA IF EXISTS public');
    await ask(SCHEMA);
    const content = JSON.stringify(sampleContent());
    for (const statement of FILL) await ask(statement, statement.includes('$1') ? [content] : []);
    await grant(ask);
    await ask('ANALYZE');
  }
  // Readers become members of this group, and only its administrator may do that.
  const [group] = await ask<{ mine: boolean }>(
    `SELECT pg_has_role(oid, 'MEMBER WITH ADMIN OPTION') AS mine FROM pg_roles WHERE rolname = $1`,
    [READERS],
  );
  await ask('COMMIT');
  return group?.mine === true;
}

async function grant(ask: Ask): Promise<void> {
  if ((await ask('SELECT 1 FROM pg_roles WHERE rolname = $1', [READERS])).length === 0) await ask(`CREATE ROLE ${READERS} NOLOGIN`);
  await ask(`REVOKE ALL ON DATABASE ${SAMPLE_DATABASE} FROM PUBLIC`);
  await ask(`GRANT CONNECT ON DATABASE ${SAMPLE_DATABASE} TO ${READERS}`);
  await ask(`GRANT USAGE ON SCHEMA hydrology TO ${READERS}`);
  await ask(`GRANT SELECT ON ALL TABLES IN SCHEMA hydrology TO ${READERS}`);
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
