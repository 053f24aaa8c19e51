import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BUILT_IN_ROLES } from '../../src/organizations/domain/role.js';
import type { Caller } from '../../src/shared/caller.js';
import { ALL_PERMISSIONS, isAdministrative } from '../../src/shared/permission.js';
import { AccessControl, type Place } from '../../src/shared/ports/access-control.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface PlaceOfCaller {
  readonly id: number;
  readonly organization_id?: number;
  readonly permissions: readonly string[];
  readonly needs: string | null;
}

describe('what the caller may do, according to `me`', () => {
  let app: TestApp;
  let vera: LoggedIn, olivia: LoggedIn, sysadmin: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp();
    vera = await logIn(app.http, 'vera');
    olivia = await logIn(app.http, 'olivia');
    sysadmin = await logIn(app.http, 'sysadmin');
  });
  beforeEach(async () => {
    await sql('DELETE FROM sso_requirements');
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [vera.userId]);
    await sql('UPDATE sessions SET sso_connection_id = NULL');
    await sql('DELETE FROM sso_connections');
    await sql('DELETE FROM workspace_members WHERE user_id = $1', [vera.userId]);
    await sql('UPDATE organization_members SET suspended_at = NULL');
    await sql('DELETE FROM organization_members WHERE organization_id = 2 AND user_id IN ($1, $2)', [vera.userId, sysadmin.userId]);
  });
  afterAll(() => app.close());

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const me = async (who: LoggedIn) => (await app.http.get('/api/v1/me', { token: who.accessToken })).body.data;
  const join = (who: LoggedIn, organizationId: number, role: string) =>
    sql(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT $1, $2, id, now(), now() FROM roles WHERE organization_id = $1 AND name = $3`,
      [organizationId, who.userId, role],
    );
  const giveInWorkspace = async (who: LoggedIn, role: string): Promise<number> => {
    const [{ id }] = await sql(
      `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
       SELECT w.id, 1, $1, r.id, now() FROM workspaces w, roles r
        WHERE w.organization_id = 1 AND r.organization_id = 1 AND r.name = $2 ORDER BY w.id LIMIT 1 RETURNING workspace_id AS id`,
      [who.userId, role],
    );
    return id;
  };
  const connection = async (organizationId: number): Promise<number> => {
    const [{ id }] = await sql(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES ($1, 'Theirs', 'oidc', 'active', 'https://idp.example', '{}', now(), now()) RETURNING id`,
      [organizationId],
    );
    return id;
  };
  const signOnThrough = (who: LoggedIn, connectionId: number) =>
    sql('UPDATE sessions SET sso_connection_id = $2 WHERE user_id = $1', [who.userId, connectionId]);
  const enrol = (who: LoggedIn) =>
    sql(
      `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at, confirmed_at)
       VALUES ($1, 'totp', 'Phone', 'x', now(), now())`,
      [who.userId],
    );
  const requireSignOn = (organizationId: number) =>
    sql(
      `INSERT INTO sso_requirements (organization_id, user_id, logins_from, sessions_from)
       VALUES ($1, NULL, '2026-01-01', '2026-01-01')`,
      [organizationId],
    );
  /** What the one door lets the session do. */
  const decided = async (who: LoggedIn, place: Place): Promise<string[]> => {
    const [row] = await sql(
      `SELECT s.id AS "sessionId", u.id AS "userId", username, email, is_system_admin AS "isSystemAdmin", amr, acr, mfa_at AS "mfaAt",
              authenticated_at AS "authenticatedAt", device_id AS "deviceId", sso_connection_id AS "ssoConnectionId"
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.id = $1`,
      [who.userId],
    );
    const access = app.app.get(AccessControl, { strict: false });
    const allowed: string[] = [];
    for (const permission of ALL_PERMISSIONS)
      await access.require(row as Caller, permission, place).then(
        () => allowed.push(permission),
        () => undefined,
      );
    return allowed;
  };
  const compared = async (who: LoggedIn) => {
    const { organizations, workspaces } = await me(who);
    for (const { id, permissions } of organizations as PlaceOfCaller[])
      expect(permissions).toEqual(await decided(who, { organizationId: id }));
    for (const { id, organization_id: organizationId = 0, permissions } of workspaces as PlaceOfCaller[])
      expect(permissions).toEqual(await decided(who, { organizationId, workspaceId: id }));
    return { organizations: organizations as PlaceOfCaller[], workspaces: workspaces as PlaceOfCaller[] };
  };

  it('lists one by one what the role holds, and everything for an owner', async () => {
    const { organizations } = await compared(vera);
    expect(organizations).toEqual([expect.objectContaining({ id: 1, role: 'viewer', permissions: BUILT_IN_ROLES.viewer, needs: null })]);
    expect((await compared(olivia)).organizations[0]?.permissions).toEqual(ALL_PERMISSIONS);
    expect((await me(olivia)).permissions_everywhere).toEqual([]);
  });

  it('adds what the role in a workspace holds in that workspace, and nowhere else', async () => {
    const workspace = await giveInWorkspace(vera, 'editor');
    const { organizations, workspaces } = await compared(vera);
    expect(workspaces).toEqual([expect.objectContaining({ id: workspace, organization_id: 1, role: 'editor' })]);
    expect(workspaces[0]?.permissions).toContain('query.run');
    expect(organizations[0]?.permissions).not.toContain('query.run');
  });

  it('lists nothing where single sign-on is missing, says so, and is unchanged elsewhere', async () => {
    await giveInWorkspace(vera, 'editor');
    await join(vera, 2, 'editor');
    await requireSignOn(1);
    const { organizations, workspaces } = await compared(vera);
    expect(organizations.map(({ id, needs, permissions }) => [id, needs, permissions.length > 0])).toEqual([
      [2, null, true],
      [1, 'single_sign_on', false],
    ]);
    expect(workspaces.map(({ needs, permissions }) => [needs, permissions])).toEqual([['single_sign_on', []]]);
  });

  it('lists nothing for users with a second factor when another organization’s provider opened the session', async () => {
    await join(vera, 2, 'viewer');
    await enrol(vera);
    await signOnThrough(vera, await connection(2));
    const { organizations } = await compared(vera);
    expect(organizations.map(({ id, needs }) => [id, needs])).toEqual([
      [1, 'second_factor'],
      [2, null],
    ]);
  });

  it('leaves out an organization that suspends the member', async () => {
    await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [vera.userId]);
    expect((await compared(vera)).organizations).toEqual([]);
  });

  it('tells system administrators what they may do everywhere, and what a role adds', async () => {
    expect((await me(sysadmin)).permissions_everywhere).toEqual(ALL_PERMISSIONS.filter(isAdministrative));
    expect(await decided(sysadmin, { organizationId: 1 })).toEqual(ALL_PERMISSIONS.filter(isAdministrative));
    await join(sysadmin, 2, 'viewer');
    await requireSignOn(2);
    const { organizations } = await compared(sysadmin);
    expect(organizations[0]?.permissions).toContain('template.read');
  });
});
