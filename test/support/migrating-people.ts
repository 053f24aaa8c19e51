import { userIdOf } from './sign-on.js';
import type { TestApp } from './test-app.js';
import type { Migration } from './waves.js';

const FIRST = 50_000;

/** People of organization 1 by what a plan says of them. */
export interface MigratingPeople {
  readonly through: number;
  readonly ready: number;
  readonly withoutFactor: number;
  readonly foreign: number;
}

/** Fills the organization with people who logged in by password in the last days. */
export async function addMigratingPeople(
  { app, connectionId }: Migration,
  { through, ready, withoutFactor, foreign }: MigratingPeople,
): Promise<void> {
  const now = app.clock.now();
  const run = (text: string, values: unknown[]) => app.dataSource.query(text, values);
  const total = through + ready + withoutFactor + foreign;
  await run(
    `INSERT INTO users (id, username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
     SELECT $1::int + n, 'person-' || n, 'person-' || n, address, address, 'active', false, 1, $2, $2
       FROM generate_series(1, $3::int) n,
            LATERAL (SELECT 'person-' || n || CASE WHEN n > $4 THEN '@elsewhere.example' ELSE '@delta.example' END AS address) a`,
    [FIRST, now, total, total - foreign],
  );
  await run(
    `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
     SELECT 1, u.id, r.id, $2 FROM users u JOIN roles r ON r.organization_id = 1 AND r.name = 'viewer' WHERE u.id > $1`,
    [FIRST, now],
  );
  await run(
    `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at, confirmed_at)
     SELECT id, 'totp', 'App', 'sealed', $2, $2 FROM users WHERE id > $1 AND id <= $1 + $3::int`,
    [FIRST, now, through + ready],
  );
  await run(
    `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at, last_login_at, login_count)
     SELECT 1, c.id, u.id, c.issuer, 'subject-' || u.id, 'proof', $2, $2, 3
       FROM users u, sso_connections c WHERE c.id = $4 AND u.id > $1 AND u.id <= $1 + $3::int`,
    [FIRST, now, through, connectionId],
  );
  await run(
    `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name)
     SELECT id, sha256(id::text::bytea), '{pwd}', 'aal1', at, at, at, at + interval '30 days', '192.0.2.1', 'Firefox'
       FROM users, LATERAL (SELECT $2::timestamptz - make_interval(hours => (id % 20)::int) AS at) times WHERE id > $1`,
    [FIRST, now],
  );
}

/** Days before today, on which one after the other became ready and came through. */
export async function addDays(app: TestApp, days: number): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO sso_progress (organization_id, day, users_already_using_sso, users_ready_for_migration, users_needing_mfa_setup,
                               users_requiring_admin_intervention, total_users, reasons, lockout_count)
     SELECT 1, ($1::timestamptz - make_interval(days => n))::date, 10 + 2 * ($2 - n), 30 + ($2 - n), 90 - 3 * ($2 - n), 10, 140, '{}', 4
       FROM generate_series(1, $2::int) n`,
    [app.clock.now(), days],
  );
}

/** What an attacker could try to put on the pages of an administrator. */
export const HOSTILE = `"><img src=x onerror=document.title='gone'>`;

/** A name that no form of the service takes today, as an import or an older version may have left it. */
export async function nameHostile(app: TestApp, username: string): Promise<void> {
  await app.dataSource.query('UPDATE users SET username = $2, display_name = $2 WHERE id = $1', [await userIdOf(app, username), HOSTILE]);
}
