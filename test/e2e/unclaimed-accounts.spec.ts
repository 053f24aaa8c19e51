import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ImportTotp } from '../../src/mfa/application/import-totp.js';
import { IssueRecoveryCodes } from '../../src/mfa/application/issue-recovery-codes.js';
import { AddMember } from '../../src/organizations/application/add-member.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { enrolTotp, totpAt } from '../support/mfa.js';
import { accountOf, activating, letDirectorySetPasswords, login, person, replacing, work } from '../support/people.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { activeConnection, ownDomain, signIn, startSsoApp } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const DIRECTORYS = 'a heron stands in shallow water';
const OWN = 'seven swans on the lower weir';
const SECRET = 'NB2W45DFOIZA2YTPNZXXG5DBNRSXGZLD';
const OURS = 'delta.example';
const FOREIGN = 'estuary.example';

describe('an unclaimed account', () => {
  let mailbox: Mailbox;
  let idp: OidcIdp;
  let app: TestApp;
  let scim: ScimClient;
  let connectionId: number;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startSsoApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    const accounts = [{ sub: 'linker', email: `linker@${OURS}`, email_verified: true }];
    idp = await startOidcIdp({ accounts, clock: app.clock });
    connectionId = await activeConnection(app, idp);
    for (const [organizationId, domain] of [OURS, FOREIGN].entries()) await letDirectorySetPasswords(app, domain, organizationId + 1);
  });
  beforeEach(async () => {
    scim = await scimClient(app, 1);
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await ownDomain(app, OURS);
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
    await mailbox.close();
  });

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const someone = (domain = OURS) => `newhire${(people += 1)}@${domain}`;
  const provision = async (address: string, client = scim, more: object = { password: DIRECTORYS }) => {
    const { status, body } = await client.post('/Users', person(address, { ...work(address), ...more }));
    expect(status).toBe(201);
    return { id: String(body.id), userId: Number((await accountOf(app, address))?.['id']) };
  };
  const mailTo = async (address: string, subject: RegExp) =>
    (await mailbox.arrived(app)).findLast((one) => one.to?.[0]?.address === address && subject.test(one.subject ?? ''));
  const resetByMail = async (address: string, password = OWN) => {
    await app.http.post('/api/auth/password-reset/request', { email: address });
    const token = tokenIn(await mailTo(address, /^(Reset your|Your Headgate account$)/));
    return app.http.post('/api/auth/password-reset', { token, new_password: password });
  };
  const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  /** What an account may hold from the time before factors waited for its owner. */
  async function planted(address: string): Promise<{ userId: number; token: string }> {
    const { userId } = await provision(address);
    const { accessToken: token } = await logIn(app.http, address, DIRECTORYS);
    await sql(
      `INSERT INTO devices (user_id, family_id, name, status, trust_epoch, created_at, activated_at, last_used_at)
       SELECT id, gen_random_uuid(), 'Theirs', 'trusted', trust_epoch, now(), now(), now() FROM users WHERE id = $1`,
      [userId],
    );
    await sql(
      `INSERT INTO device_tokens (token_hash, family_id) SELECT sha256(family_id::text::bytea), family_id FROM devices WHERE user_id = $1`,
      [userId],
    );
    await app.app.get(IssueRecoveryCodes, { strict: false }).execute(userId);
    return { userId, token };
  }
  const plantFactor = (userId: number) => app.app.get(ImportTotp, { strict: false }).execute({ userId, name: 'Theirs', secret: SECRET });
  const leftOf = async (userId: number) =>
    (
      await sql(
        `SELECT (SELECT count(*)::int FROM mfa_factors WHERE user_id = $1) AS factors,
                (SELECT count(*)::int FROM mfa_recovery_codes WHERE user_id = $1) AS codes,
                (SELECT count(*)::int FROM devices WHERE user_id = $1) AS devices,
                (SELECT count(*)::int FROM device_tokens t WHERE NOT EXISTS
                   (SELECT 1 FROM devices d WHERE d.family_id = t.family_id)) AS tokens,
                (SELECT count(*)::int FROM sessions WHERE user_id = $1 AND ended_at IS NULL) AS sessions,
                (SELECT claimed_at IS NOT NULL FROM users WHERE id = $1) AS claimed`,
        [userId],
      )
    )[0];
  const NOTHING = { factors: 0, codes: 0, devices: 0, tokens: 0, sessions: 0, claimed: true };

  describe('in a domain of another organization', () => {
    it('is not opened by a password of the directory that made it: its owner comes by mail, and no factor stands in the way', async () => {
      const address = someone();
      const theirs = await scimClient(app, 2);
      const { id } = await provision(address, theirs);
      expect((await theirs.patch(`/Users/${id}`, replacing({ password: DIRECTORYS }))).status).toBe(200);
      expect(await accountOf(app, address)).toMatchObject({ password_hash: null, claimed_at: null });
      expect(answerOf(await login(app, address, DIRECTORYS))).toEqual([401, 'UNAUTHORIZED']);
      expect((await resetByMail(address)).status).toBe(200);
      expect((await login(app, address, OWN)).status).toBe(200);
    });

    it('is a user of the directory like any other: it is read, changed and deactivated, and only the login waits', async () => {
      const address = someone('nobodys.example');
      const { id, userId } = await provision(address);
      const renamed = someone('nobodys.example');
      const { status, body } = await scim.patch(`/Users/${id}`, replacing({ userName: renamed, ...work(renamed) }));
      expect([status, body.userName, body.emails[0].value]).toEqual([200, renamed, renamed]);
      expect((await scim.get(`/Users/${id}`)).body.userName).toBe(renamed);
      expect(await accountOf(app, renamed)).toBeUndefined();
      expect(await accountOf(app, address)).toMatchObject({ id: userId, username: address });
      expect((await activating(scim, id, false)).body.active).toBe(false);
      expect((await activating(scim, id, true)).body.active).toBe(true);
    });

    it('is neither led out of a verified domain nor into one: both addresses count', async () => {
      const [inside, outside] = [someone(), someone('nobodys.example')];
      const own = await provision(inside);
      const other = await provision(outside);
      await scim.patch(`/Users/${own.id}`, replacing(work(someone('nobodys.example'))));
      await scim.patch(`/Users/${other.id}`, replacing(work(someone())));
      expect((await accountOf(app, inside))?.['id']).toBe(own.userId);
      expect((await accountOf(app, outside))?.['id']).toBe(other.userId);
    });
  });

  describe('whose domain changes hands', () => {
    it('is steered only while its organization has it verified, judged with every write', async () => {
      const address = someone();
      const { id } = await provision(address);
      const renamed = someone();
      for (const status of ['pending', 'drifted']) {
        await ownDomain(app, OURS, { status });
        expect((await scim.patch(`/Users/${id}`, replacing({ password: OWN, ...work(renamed) }))).status).toBe(200);
        expect(await accountOf(app, renamed)).toBeUndefined();
        await ownDomain(app, OURS);
        expect((await login(app, address, DIRECTORYS)).status).toBe(200);
      }
      expect((await scim.patch(`/Users/${id}`, replacing({ password: OWN }))).status).toBe(200);
      expect((await login(app, renamed, OWN)).status).toBe(200);
    });

    it('keeps its password through a fault of the DNS, and not when the domain is another’s', async () => {
      const address = someone();
      await provision(address);
      await ownDomain(app, OURS, { status: 'drifted' });
      expect((await login(app, address, DIRECTORYS)).status).toBe(200);
      await ownDomain(app, OURS, { status: 'pending' });
      expect(answerOf(await login(app, address, DIRECTORYS))).toEqual([401, 'UNAUTHORIZED']);
      await ownDomain(app, OURS);
      expect((await login(app, address, DIRECTORYS)).status).toBe(200);
    });

    it('is opened by the password of its owner, even if the domain changes hands', async () => {
      const address = someone();
      await provision(address);
      expect((await resetByMail(address)).status).toBe(200);
      await ownDomain(app, OURS, { status: 'pending' });
      expect((await login(app, address, OWN)).status).toBe(200);
    });
  });

  describe('gets no factor, no key and no recovery codes', () => {
    it('before its address is proved, and is told what to do', async () => {
      const address = someone();
      const { userId } = await provision(address);
      const { accessToken: token } = await logIn(app.http, address, DIRECTORYS);
      const refused = [403, 'EMAIL_VERIFICATION_REQUIRED'];
      for (const path of ['/totp', '/webauthn/options', '/recovery-codes']) {
        const answer = await app.http.post(`/api/v1/mfa${path}`, {}, { token });
        expect([path, ...answerOf(answer)]).toEqual([path, ...refused]);
        expect(answer.body.detail ?? answer.text).toContain('ask for a confirmation mail');
      }
      await app.http.post('/api/auth/email-verification/request', undefined, { token });
      const verification = tokenIn(await mailTo(address, /Verify/));
      expect((await app.http.post('/api/auth/email-verification', { token: verification })).status).toBe(200);
      expect(await leftOf(userId)).toEqual(NOTHING);
      expect((await resetByMail(address)).status).toBe(200);
      const { accessToken: own } = await logIn(app.http, address, OWN);
      expect((await enrolTotp(app, own)).recoveryCodes).toHaveLength(10);
    });

    it('not even by a confirmation that began before', async () => {
      const address = someone();
      const { userId } = await provision(address);
      await plantFactor(userId);
      await sql('UPDATE mfa_factors SET confirmed_at = NULL WHERE user_id = $1', [userId]);
      const [{ id }] = await sql('SELECT id FROM mfa_factors WHERE user_id = $1', [userId]);
      const { accessToken: token } = await logIn(app.http, address, DIRECTORYS);
      const code = totpAt(app.clock, { secret: SECRET });
      const confirmed = await app.http.post(`/api/v1/mfa/totp/${id}/confirm`, { code }, { token });
      expect(answerOf(confirmed)).toEqual([403, 'EMAIL_VERIFICATION_REQUIRED']);
      expect((await sql('SELECT confirmed_at FROM mfa_factors WHERE id = $1', [id]))[0].confirmed_at).toBeNull();
    });

    it('which accounts of the demo and of the command line do not wait for', async () => {
      const { accessToken: token } = await logIn(app.http, 'nora');
      expect((await app.http.post('/api/v1/mfa/totp', {}, { token })).status).toBe(201);
    });
  });

  describe('when it is claimed, loses everything that others have set', () => {
    it('by the first reset', async () => {
      const address = someone();
      const { userId, token } = await planted(address);
      await plantFactor(userId);
      expect((await resetByMail(address)).status).toBe(200);
      expect(await leftOf(userId)).toEqual(NOTHING);
      expect((await app.http.get('/api/v1/me', { token })).status).toBe(401);
      expect((await login(app, address, OWN)).status).toBe(200);
      expect((await login(app, address, DIRECTORYS)).status).toBe(401);
    });

    it('by the first verification of its address', async () => {
      const address = someone();
      const { userId, token } = await planted(address);
      await app.http.post('/api/auth/email-verification/request', undefined, { token });
      await plantFactor(userId);
      const verification = tokenIn(await mailTo(address, /Verify/));
      expect((await app.http.post('/api/auth/email-verification', { token: verification })).status).toBe(200);
      expect(await leftOf(userId)).toEqual(NOTHING);
      expect((await login(app, address, DIRECTORYS)).status).toBe(401);
    });

    it('by an invitation that came to its address', async () => {
      const address = someone();
      const { userId, token: theirs } = await planted(address);
      const { accessToken: oscar } = await logIn(app.http, 'oscar');
      await sql(
        `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
         SELECT 2, 'Guests', id, now(), now() FROM roles WHERE organization_id = 2 AND name = 'viewer'`,
      );
      const [{ id: workspace_id, default_role_id: role_id }] = await sql(
        'SELECT id, default_role_id FROM workspaces WHERE organization_id = 2',
      );
      const invitation = { email: address, workspace_id, role_id };
      await app.http.post('/api/v1/organizations/2/invitations', invitation, { token: oscar });
      const token = /^([\w-]{43})$/m.exec((await mailTo(address, /^Invitation/))?.text ?? '')?.[1];
      const { accessToken: own } = await logIn(app.http, address, DIRECTORYS);
      expect((await app.http.post(`/api/v1/invitations/${token}/accept`, {}, { token: own })).status).toBe(200);
      expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1 });
      expect((await app.http.get('/api/v1/me', { token: own })).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token: theirs })).status).toBe(401);
      expect((await login(app, address, DIRECTORYS)).status).toBe(401);
    });

    it('by a link to an identity provider that its owner proves', async () => {
      const address = `linker@${OURS}`;
      const { userId, token } = await planted(address);
      const linkToken = (await signIn(app, idp, connectionId, 'linker')).get('link_token');
      const proof = { link_token: linkToken, password: DIRECTORYS };
      const linked = await app.http.post('/api/auth/sso/link', proof);
      expect(linked.status).toBe(200);
      expect(await leftOf(userId)).toEqual({ ...NOTHING, sessions: 1 });
      expect((await app.http.get('/api/v1/me', { token: linked.body.access_token })).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token })).status).toBe(401);
      expect((await login(app, address, DIRECTORYS)).status).toBe(401);
      expect(await mailTo(address, /^Your Headgate account$/)).toBeDefined();
    });

    it('and links to providers of organizations that the domain of its address does not belong to', async () => {
      const address = someone();
      const { userId } = await provision(address);
      const foreign = await activeConnection(app, idp, { organizationId: 2 });
      for (const connection of [connectionId, foreign])
        await sql(
          `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
           SELECT organization_id, id, $2, issuer, 'planted', 'provisioning', now() FROM sso_connections WHERE id = $1`,
          [connection, userId],
        );
      expect((await resetByMail(address)).status).toBe(200);
      expect(await sql('SELECT connection_id FROM sso_identities WHERE user_id = $1', [userId])).toEqual([{ connection_id: connectionId }]);
    });

    it('once: of twenty who use links to it at the same time one claims it', async () => {
      const address = someone();
      const { userId } = await planted(address);
      await app.http.post('/api/auth/password-reset/request', { email: address });
      const token = tokenIn(await mailTo(address, /^(Reset your|Your Headgate account$)/));
      const attempt = () => app.http.post('/api/auth/password-reset', { token, new_password: OWN });
      const answers = await Promise.all(Array.from({ length: 20 }, attempt));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await leftOf(userId)).toEqual(NOTHING);
    });
  });

  it('keeps the factors of its owner through a reset, once it is claimed', async () => {
    const address = someone();
    const { userId } = await provision(address);
    expect((await resetByMail(address)).status).toBe(200);
    const { accessToken } = await logIn(app.http, address, OWN);
    await enrolTotp(app, accessToken);
    expect((await resetByMail(address, 'a kingfisher over the mill race')).status).toBe(200);
    expect(await leftOf(userId)).toMatchObject({ factors: 1, codes: 10 });
    expect(answerOf(await login(app, address, 'a kingfisher over the mill race'))).toEqual([401, 'MFA_REQUIRED']);
  });

  it('offers to trust no device, although a factor was verified on it', async () => {
    const address = someone();
    const { userId } = await provision(address);
    await plantFactor(userId);
    const challenged = await login(app, address, DIRECTORYS);
    const verified = await app.http.post('/api/auth/mfa/verify', {
      mfa_token: challenged.body.mfa.token,
      method: 'totp',
      code: totpAt(app.clock, { secret: SECRET }),
    });
    expect([verified.status, verified.body.device_activation ?? null]).toEqual([200, null]);
  });

  it('keeps its password, whatever the directory sends, once its owner is a member elsewhere as well', async () => {
    const address = someone();
    const { id, userId } = await provision(address);
    await app.app.get(AddMember, { strict: false }).execute({ organizationId: 2, userId, role: 'viewer', actorUserId: null });
    await scim.patch(`/Users/${id}`, replacing({ password: OWN }));
    expect((await login(app, address, OWN)).status).toBe(401);
  });
});
