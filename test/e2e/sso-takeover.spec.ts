import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { accountOf } from '../support/people.js';
import { activeConnection, exchange, ownDomain, refusals, signIn, startSsoApp } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const VERA = { email: 'vera@delta.example', email_verified: true };

describe('an account that another person wants', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let other: OidcIdp;
  let connectionId: number;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    const { clock } = app;
    idp = await startOidcIdp({
      accounts: [
        { sub: 'vera', ...VERA },
        { sub: 'root', email: 'sysadmin@delta.example', email_verified: true },
        { sub: 'olivia', email: 'olivia@delta.example', email_verified: true },
        { sub: 'early', email: 'early@delta.example', email_verified: true },
      ],
      clock,
    });
    other = await startOidcIdp({
      accounts: [
        { sub: 'intruder', ...VERA },
        { sub: 'vera', ...VERA },
      ],
      clock,
    });
    connectionId = await activeConnection(app, idp, { provisions: true });
    await ownDomain(app, 'delta.example');
    await app.dataSource.query(
      `UPDATE users SET email = 'sysadmin@delta.example', email_key = 'sysadmin@delta.example' WHERE username = 'sysadmin'`,
    );
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
    await other.close();
  });
  const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => app.dataSource.query(text, values);
  beforeEach(() => sql('DELETE FROM sso_identities'));

  /** Vera as she is linked at the first provider. */
  const linkVera = (): Promise<unknown> =>
    sql(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       SELECT 1, $1, id, $2, 'vera', 'proof', now() FROM users WHERE username = 'vera'`,
      [connectionId, idp.issuer],
    );

  it('is not reached by its address from another tenant, whose issuer and subject are others', async () => {
    await linkVera();
    const foreign = await activeConnection(app, other, { organizationId: 2, provisions: true });
    for (const subject of ['intruder', 'vera'])
      expect((await signIn(app, other, foreign, subject)).get('error')).toBe('EMAIL_DOMAIN_NOT_OWNED');
    expect(await sql('SELECT subject FROM sso_identities')).toEqual([{ subject: 'vera' }]);
    expect((await refusals(app, 'sso.login.refused'))[0]).toEqual({ fault: 'EMAIL_DOMAIN_NOT_OWNED' });
  });

  it('is not reached by another subject of the same provider that has got its address', async () => {
    await linkVera();
    await sql(`UPDATE sso_identities SET subject = 'vera-of-old'`);
    expect((await signIn(app, idp, connectionId, 'vera')).get('error')).toBe('IDENTITY_CONFLICT');
    const [vera] = await sql(`SELECT id FROM users WHERE username = 'vera'`);
    expect((await refusals(app, 'sso.login.refused'))[0]).toEqual({
      fault: 'IDENTITY_CONFLICT',
      user_id: vera?.['id'],
    });
  });

  it('is not reached by the same subject of another issuer, once its connection was pointed there', async () => {
    await linkVera();
    await sql('UPDATE sso_connections SET issuer = $2 WHERE id = $1', [connectionId, other.issuer]);
    // Vera has a password, so a person who comes has to show that they are Vera.
    expect([...(await signIn(app, other, connectionId, 'vera')).keys()]).toEqual(['link_token']);
    expect(await sql('SELECT issuer FROM sso_identities')).toEqual([{ issuer: idp.issuer }]);
    await sql('UPDATE sso_connections SET issuer = $2 WHERE id = $1', [connectionId, idp.issuer]);
  });

  it('is not shared with a person who registered its address before its owner came', async () => {
    await sql(
      `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, password_hash, trust_epoch,
                          created_at, updated_at)
       SELECT 'squatter', 'squatter', 'early@delta.example', 'early@delta.example', 'active', false, password_hash, 1, now(), now()
         FROM users WHERE username = 'nora'`,
    );
    const { accessToken } = await logIn(app.http, 'squatter');
    expect([...(await signIn(app, idp, connectionId, 'early')).keys()]).toEqual(['link_token']);
    expect(await sql('SELECT id FROM sso_identities')).toEqual([]);
    expect((await app.http.get('/api/v1/me', { token: accessToken })).body.data.organizations).toEqual([]);
  });

  it('is not reached where it administers the installation, or is kept for emergencies', async () => {
    await sql(`UPDATE users SET password_hash = NULL, email_verified_at = now() WHERE username IN ('sysadmin', 'olivia')`);
    await sql(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
       SELECT 1, u.id, r.id, now() FROM users u, roles r
        WHERE u.username = 'sysadmin' AND r.organization_id = 1 AND r.name = 'viewer'`,
    );
    expect((await signIn(app, idp, connectionId, 'root')).get('error')).toBe('ACCOUNT_EXEMPT');
    await sql(
      `INSERT INTO sso_break_glass (organization_id, user_id, designated_at) SELECT 1, id, now() FROM users WHERE username = 'olivia'`,
    );
    expect((await signIn(app, idp, connectionId, 'olivia')).get('error')).toBe('ACCOUNT_EXEMPT');
    expect(await sql('SELECT id FROM sso_identities')).toEqual([]);
  });

  it('does not call its address verified because its owner says so', async () => {
    const { accessToken: token } = await logIn(app.http, 'vera');
    for (const field of ['email_verified', 'emailVerified', 'email_verified_at', 'provisioned_by'])
      expect(
        (await app.http.post('/api/auth/password', { current_password: 'x', new_password: 'y', [field]: true }, { token })).status,
      ).toBe(400);
    expect(await accountOf(app, 'vera@delta.example')).toMatchObject({ email_verified_at: null });
  });

  it('is shut where it is suspended, disabled, of no member any more, or of an administrator of it all, although it is linked', async () => {
    await linkVera();
    const member = `organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`;
    await sql(`UPDATE organization_members SET suspended_at = now() WHERE ${member}`);
    expect((await signIn(app, idp, connectionId, 'vera')).get('error')).toBe('ACCOUNT_NOT_ACTIVE');
    await sql(`UPDATE organization_members SET suspended_at = NULL WHERE ${member}`);
    const code = (await signIn(app, idp, connectionId, 'vera')).get('code');
    await sql(`UPDATE users SET status = 'disabled', trust_epoch = trust_epoch + 1 WHERE username = 'vera'`);
    expect((await exchange(app, code)).status).toBe(401);
    expect((await signIn(app, idp, connectionId, 'vera')).get('error')).toBe('ACCOUNT_NOT_ACTIVE');
    await sql(`UPDATE users SET status = 'active' WHERE username = 'vera'`);
    const later = (await signIn(app, idp, connectionId, 'vera')).get('code');
    await sql(`UPDATE users SET is_system_admin = true WHERE username = 'vera'`);
    expect((await exchange(app, later)).status).toBe(401);
    await sql(`UPDATE users SET is_system_admin = false WHERE username = 'vera'`);
    await sql(`DELETE FROM organization_members WHERE ${member}`);
    expect((await signIn(app, idp, connectionId, 'vera')).get('error')).toBe('ACCOUNT_NOT_ACTIVE');
  });
});
