import type { TestApp } from './test-app.js';

/** What the groups of a migration depend on, as rows; ids of people and connections count from 1 within a population. */
export interface Population {
  readonly domains: readonly { readonly domain: string; readonly status: string; readonly connection: number | null }[];
  readonly connections: readonly { readonly id: number; readonly status: string; readonly issuer: string }[];
  readonly people: readonly Person[];
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly isDisabled: boolean;
  readonly isSuspended: boolean;
  readonly isSystemAdmin: boolean;
  readonly isBreakGlass: boolean;
  /** At present, or not any more. */
  readonly exemption: 'none' | 'running' | 'ended';
  readonly directory: {
    readonly isInferred: boolean;
    readonly isActive: boolean;
    readonly userType: string | null;
    readonly address: string;
  } | null;
  readonly links: readonly {
    readonly connection: number;
    readonly issuer: string;
    readonly subject: string;
    readonly isUsed: boolean;
    readonly email: string | null;
  }[];
  readonly factors: readonly { readonly type: 'totp' | 'webauthn'; readonly isConfirmed: boolean }[];
  readonly hasRecoveryCode: boolean;
  /** What another organization asks of them. */
  readonly elsewhere: 'nothing' | 'member' | 'everybody' | 'this_person' | 'later' | 'exempt' | 'exempt_for_a_time' | 'suspended';
}

/** The organizations that people are in as well: in 9002 single sign-on is required of all, in 9003 of some. */
const [REQUIRED, WAVES] = [9_002, 9_003];
const CLEARED = [
  'sso_requirements',
  'sso_break_glass',
  'sso_exemptions',
  'sso_identities',
  'sso_domains',
  'sso_connections',
  'sso_snapshots',
  'sso_plans',
  'sso_progress',
];

export const FIRST_USER = 100_000;
export const FIRST_CONNECTION = 100_000;

/** Makes the organization hold exactly these people. */
export async function populate(app: TestApp, organizationId: number, population: Population): Promise<void> {
  const sql = (text: string, values: unknown[] = []): Promise<unknown> => app.dataSource.query(text, values);
  const organizations = [organizationId, REQUIRED, WAVES];
  for (const table of CLEARED) await sql(`DELETE FROM ${table} WHERE organization_id = ANY ($1)`, [organizations]);
  await sql(`DELETE FROM scim_resources WHERE organization_id = ANY ($1)`, [organizations]);
  await sql(`DELETE FROM organization_members WHERE organization_id = ANY ($1)`, [organizations]);
  await sql(`DELETE FROM mfa_recovery_codes WHERE user_id > $1`, [FIRST_USER]);
  await sql(`DELETE FROM users WHERE id > $1`, [FIRST_USER]);
  await sql(
    `INSERT INTO organizations (id, name, plan, created_at, updated_at)
     SELECT id, 'Population ' || id, 'enterprise', now(), now() FROM unnest($1::integer[]) id ON CONFLICT DO NOTHING`,
    [organizations],
  );
  await sql(
    `INSERT INTO roles (organization_id, name, is_built_in, permissions)
     SELECT id, 'owner', true, '{*}' FROM unnest($1::integer[]) id ON CONFLICT DO NOTHING`,
    [organizations],
  );
  const rows = JSON.stringify(population.people);
  await insertConnections(app, organizationId, population);
  await sql(
    `INSERT INTO users (id, username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
     SELECT ${FIRST_USER} + id, 'person-' || id, 'person-' || id, email, email,
            CASE WHEN "isDisabled" THEN 'disabled' ELSE 'active' END, "isSystemAdmin", 1, now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, email text, "isDisabled" boolean, "isSystemAdmin" boolean)`,
    [rows],
  );
  await sql(
    `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, suspended_at)
     SELECT $2, ${FIRST_USER} + p.id, r.id, now(), CASE WHEN p."isSuspended" THEN now() END
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, "isSuspended" boolean)
       JOIN roles r ON r.organization_id = $2 AND r.name = 'owner'`,
    [rows, organizationId],
  );
  await insertDetails(sql, organizationId, rows);
  await insertElsewhere(sql, rows);
}

async function insertConnections(app: TestApp, organizationId: number, population: Population): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO sso_connections (id, organization_id, name, type, status, issuer, settings, tested_version, created_at, updated_at)
     SELECT ${FIRST_CONNECTION} + id, $2, 'Connection ' || id, 'oidc', status, issuer, '{}', 1, now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS c (id integer, status text, issuer text)`,
    [JSON.stringify(population.connections), organizationId],
  );
  // The organizations of the demo have theirs verified, and a domain has one holder.
  const domains = population.domains.map(({ domain }) => domain);
  await app.dataSource.query('DELETE FROM sso_domains WHERE domain = ANY ($1)', [domains]);
  await app.dataSource.query(
    `INSERT INTO sso_domains (organization_id, domain, challenge, status, connection_id, created_at)
     SELECT $2, domain, '', status, ${FIRST_CONNECTION} + connection, now()
       FROM jsonb_to_recordset($1::jsonb) AS d (domain text, status text, connection integer)`,
    [JSON.stringify(population.domains), organizationId],
  );
}

async function insertDetails(
  sql: (text: string, values?: unknown[]) => Promise<unknown>,
  organizationId: number,
  rows: string,
): Promise<void> {
  await sql(
    `INSERT INTO scim_resources (id, organization_id, type, name_key, user_id, attributes, search, is_inferred, version,
                                 created_at, last_modified_at)
     SELECT gen_random_uuid(), $2, 'User', directory->>'address', ${FIRST_USER} + id, '{}',
            jsonb_build_object('username', directory->'address', 'active', directory->'isActive', 'usertype', directory->'userType',
              'emails', jsonb_build_array(jsonb_build_object('value', 'old@elsewhere.example', 'type', 'home'),
                jsonb_build_object('value', directory->'address', 'type', 'work', 'primary', true))),
            (directory->>'isInferred')::boolean, 1, now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, directory jsonb) WHERE jsonb_typeof(directory) = 'object'`,
    [rows, organizationId],
  );
  await sql(
    `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, email, email_key, linked_by, linked_at,
                                 last_login_at, login_count)
     SELECT $2, ${FIRST_CONNECTION} + l.connection, ${FIRST_USER} + p.id, l.issuer, l.subject, l.email, lower(l.email), 'proof', now(),
            CASE WHEN l."isUsed" THEN now() END, CASE WHEN l."isUsed" THEN 3 ELSE 0 END
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, links jsonb),
            jsonb_to_recordset(p.links) AS l (connection integer, issuer text, subject text, email text, "isUsed" boolean)`,
    [rows, organizationId],
  );
  await sql(
    `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, credential_id, public_key, sign_count, created_at, confirmed_at)
     SELECT ${FIRST_USER} + p.id, f.type, 'Factor', CASE f.type WHEN 'totp' THEN 'sealed' END,
            CASE f.type WHEN 'webauthn' THEN gen_random_uuid()::text END, CASE f.type WHEN 'webauthn' THEN '\\x00'::bytea END,
            CASE f.type WHEN 'webauthn' THEN 0 END, now(), CASE WHEN f."isConfirmed" THEN now() END
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, factors jsonb),
            jsonb_to_recordset(p.factors) AS f (type text, "isConfirmed" boolean)`,
    [rows],
  );
  await sql(
    `INSERT INTO mfa_recovery_codes (user_id, code_hash) SELECT ${FIRST_USER} + id, '\\x01'
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, "hasRecoveryCode" boolean) WHERE "hasRecoveryCode"`,
    [rows],
  );
  await sql(
    `INSERT INTO sso_break_glass (organization_id, user_id, designated_at) SELECT $2, ${FIRST_USER} + id, now()
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, "isBreakGlass" boolean) WHERE "isBreakGlass"`,
    [rows, organizationId],
  );
  await sql(
    `INSERT INTO sso_exemptions (organization_id, user_id, reason, granted_at, expires_at)
     SELECT $2, ${FIRST_USER} + id, 'Merger', '2020-01-01', CASE exemption WHEN 'running' THEN '2100-01-01' ELSE '2020-01-02' END::timestamptz
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, exemption text) WHERE exemption <> 'none'`,
    [rows, organizationId],
  );
}

async function insertElsewhere(sql: (text: string, values?: unknown[]) => Promise<unknown>, rows: string): Promise<void> {
  const people = `FROM jsonb_to_recordset($1::jsonb) AS p (id integer, elsewhere text)`;
  await sql(
    `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, suspended_at)
     SELECT o.id, ${FIRST_USER} + p.id, r.id, now(), CASE WHEN elsewhere = 'suspended' THEN now() END ${people}
       JOIN unnest(ARRAY[${REQUIRED}, ${WAVES}]) AS o (id)
         ON (o.id = ${REQUIRED}) = (elsewhere IN ('everybody', 'exempt', 'exempt_for_a_time', 'suspended'))
       JOIN roles r ON r.organization_id = o.id AND r.name = 'owner' WHERE elsewhere <> 'nothing'`,
    [rows],
  );
  await sql(
    `INSERT INTO sso_break_glass (organization_id, user_id, designated_at)
     SELECT ${REQUIRED}, ${FIRST_USER} + id, now() ${people} WHERE elsewhere = 'exempt'`,
    [rows],
  );
  await sql(
    `INSERT INTO sso_exemptions (organization_id, user_id, reason, granted_at, expires_at)
     SELECT ${REQUIRED}, ${FIRST_USER} + id, 'Merger', '2020-01-01', '2100-01-01' ${people} WHERE elsewhere = 'exempt_for_a_time'`,
    [rows],
  );
  await sql(
    `INSERT INTO sso_requirements (organization_id, user_id, logins_from, sessions_from)
     VALUES (${REQUIRED}, NULL, '2020-01-01', '2020-01-01')`,
  );
  await sql(
    `INSERT INTO sso_requirements (organization_id, user_id, wave_number, logins_from, sessions_from)
     SELECT ${WAVES}, ${FIRST_USER} + id, 1, CASE elsewhere WHEN 'later' THEN timestamptz '2100-01-01' ELSE '2020-01-01' END, '2020-01-01'
       ${people} WHERE elsewhere IN ('this_person', 'later')`,
    [rows],
  );
}
