import { ImportTotp } from '../../src/mfa/application/import-totp.js';
import { UnitOfWork } from '../../src/shared/ports/unit-of-work.js';
import { OpenSsoSession } from '../../src/sessions/application/open-sso-session.js';
import { RequireSignOn } from '../../src/sso-enforcement/application/require-sign-on.js';
import { DEMO_TOTP } from '../../src/demo/demo-data.js';
import type { LoggedIn, TestApp } from './test-app.js';

const ORIGIN = { ip: '203.0.113.9', userAgent: null, deviceName: 'Test' };

export async function userIdOf(app: TestApp, username: string): Promise<number> {
  const [row] = await app.dataSource.query('SELECT id FROM users WHERE username = $1', [username]);
  if (row === undefined) throw new Error(`There is no ${username}.`);
  return row.id;
}

/** An active connection that was tested now, with a domain of the organization. */
export async function addConnection(
  app: TestApp,
  { organizationId = 1, domain = 'delta.example', status = 'active' } = {},
): Promise<number> {
  const now = app.clock.now();
  const [{ id }] = await app.dataSource.query(
    `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at, created_at, updated_at)
     VALUES ($1, 'Provider ' || $2::text, 'oidc', $2, 'https://idp.example/' || $1::int, '{}', 1, $3, $3, $3) RETURNING id`,
    [organizationId, status, now],
  );
  await app.dataSource.query(
    `INSERT INTO sso_domains (organization_id, domain, challenge, status, connection_id, verified_at, checked_at, created_at)
     VALUES ($1, $2, 'challenge', 'verified', $3, $4, $4, $4)
     ON CONFLICT (organization_id, domain) DO UPDATE SET connection_id = $3, checked_at = $4 WHERE sso_domains.connection_id IS NULL`,
    [organizationId, domain, id, now],
  );
  return id;
}

/** A session as a login through the connection opens it. */
export async function logInBySso(app: TestApp, username: string, connectionId: number): Promise<LoggedIn> {
  const [{ id: userId, trust_epoch: trustEpoch }] = await app.dataSource.query('SELECT id, trust_epoch FROM users WHERE username = $1', [
    username,
  ]);
  const [{ id: identityId }] = await app.dataSource.query(
    `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at, last_login_at, login_count)
     SELECT organization_id, id, $2, issuer, 'subject-' || $2::int, 'proof', $3, $3, 1 FROM sso_connections WHERE id = $1
     ON CONFLICT (connection_id, user_id) DO UPDATE SET last_login_at = excluded.last_login_at RETURNING id`,
    [connectionId, userId, app.clock.now()],
  );
  const signOn = { connectionId, identityId, providerSessionId: null, idToken: null };
  const open = app.app.get(OpenSsoSession, { strict: false });
  const pair = await app.app
    .get(UnitOfWork, { strict: false })
    .run(() => open.execute({ userId, trustEpoch, acr: 'aal2', signOn, origin: ORIGIN }));
  if (pair === null) throw new Error(`No session was opened for ${username}.`);
  return { accessToken: pair.accessToken, refreshToken: pair.refreshToken, userId };
}

export type Mode = 'off' | 'optional' | 'report_only' | 'required';

/** Past the preconditions, which have tests of their own. */
export async function enforce(app: TestApp, mode: Mode, { organizationId = 1, graceSeconds = 0 } = {}): Promise<void> {
  await app.dataSource.query('DELETE FROM sso_requirements WHERE organization_id = $1', [organizationId]);
  await app.dataSource.query(
    `INSERT INTO sso_enforcement (organization_id, mode, version, changed_at) VALUES ($1, $2, 1, $3)
     ON CONFLICT (organization_id) DO UPDATE SET mode = excluded.mode, version = sso_enforcement.version + 1`,
    [organizationId, mode, app.clock.now()],
  );
  if (mode === 'required')
    await app.app.get(RequireSignOn, { strict: false }).execute({ organizationId, userIds: null, waveNumber: null, graceSeconds });
}

/** An account with the password of the demo, at the domain of organization 1, and a member of it. @returns the id */
export async function addPerson(app: TestApp, username: string, role = 'viewer'): Promise<number> {
  await app.dataSource.query(
    `INSERT INTO users (username, username_key, email, email_key, email_verified_at, claimed_at, password_hash, status, is_system_admin, trust_epoch,
                        created_at, updated_at)
     SELECT $1, $1, mail, mail, created_at, created_at, password_hash, 'active', false, 1, created_at, created_at
       FROM users, LATERAL (SELECT $1::text || '@delta.example' AS mail) x WHERE username = 'mia'`,
    [username],
  );
  await addMember(app, username, role);
  return userIdOf(app, username);
}

/** A member with a role of the organization. An existing member gets the role. */
export async function addMember(app: TestApp, username: string, role = 'viewer', organizationId = 1): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
     SELECT $2, u.id, r.id, $4, $4 FROM users u, roles r
      WHERE u.username = $1 AND r.organization_id = $2 AND r.name = $3 AND r.is_built_in
     ON CONFLICT (organization_id, user_id) DO UPDATE SET role_id = excluded.role_id`,
    [username, organizationId, role, app.clock.now()],
  );
}

/** An owner with an authenticator app, kept for emergencies and drilled. */
export async function addBreakGlass(app: TestApp, username: string, organizationId = 1): Promise<void> {
  await addMember(app, username, 'owner', organizationId);
  await enrol(app, username);
  await app.dataSource.query(
    `INSERT INTO sso_break_glass (organization_id, user_id, designated_at, drilled_at)
     SELECT $2, id, $3, $3 FROM users WHERE username = $1`,
    [username, organizationId, app.clock.now()],
  );
}

/** Lets a member use their password until then, past the terms, which have tests of their own. */
export async function exempt(app: TestApp, username: string, expiresAt: Date, organizationId = 1): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO sso_exemptions (organization_id, user_id, reason, granted_at, expires_at)
     SELECT $2, id, 'Not known to the provider yet.', $3, $4 FROM users WHERE username = $1
     ON CONFLICT (organization_id, user_id) DO UPDATE SET expires_at = excluded.expires_at`,
    [username, organizationId, app.clock.now(), expiresAt],
  );
}

/** From then on, past the terms, which have tests of their own; `null` requires nothing any more. */
export async function requireFactor(
  app: TestApp,
  from: Date | null = app.clock.now(),
  { organizationId = 1, graceDays = 0 } = {},
): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO sign_in_requirements (organization_id, version, factor_from, factor_grace_days, changed_at) VALUES ($1, 1, $2, $3, $4)
     ON CONFLICT (organization_id) DO UPDATE SET factor_from = excluded.factor_from, factor_grace_days = excluded.factor_grace_days`,
    [organizationId, from, graceDays, app.clock.now()],
  );
}

/** Gives a person the secret of mia's authenticator app. */
export async function enrol(app: TestApp, username: string): Promise<void> {
  const userId = await userIdOf(app, username);
  const enrolled = await app.dataSource.query('SELECT 1 FROM mfa_factors WHERE user_id = $1', [userId]);
  if (enrolled.length > 0) return;
  const importTotp = app.app.get(ImportTotp, { strict: false });
  await importTotp.execute({ userId, name: 'App', secret: DEMO_TOTP.secret });
}

/** Live sessions that no identity provider vouches for. */
export async function unsignedSessionsOf(app: TestApp, username: string): Promise<number> {
  const [{ count }] = await app.dataSource.query(
    `SELECT count(*)::int FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE u.username = $1 AND s.sso_connection_id IS NULL AND s.ended_at IS NULL AND s.expires_at > $2`,
    [username, app.clock.now()],
  );
  return count;
}
