import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { enrolTotp } from '../support/mfa.js';
import { accountOf, activating, login, membershipsOf, person, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { addConnection, logInBySso } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const DIRECTORYS = 'a heron stands in shallow water';
const OWN = 'seven swans on the lower weir';
const TITLE = { op: 'replace', path: 'title', value: 'Guide' };
const NEXT = 'nine ducks below the upper weir';

describe('an address that another person gets', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let scim: ScimClient;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
  });
  beforeEach(async () => {
    scim = await scimClient(app, 1);
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const someone = () => `holder${(people += 1)}@delta.example`;
  const create = async (address: string, more: object = {}) => {
    const answer = await scim.post('/Users', person(address, { ...work(address), ...more }));
    expect(answer.status).toBe(201);
    return String(answer.body.id);
  };
  const mailTo = async (address: string) =>
    (await mailbox.arrived(app)).findLast(
      ({ to, subject }) => to?.[0]?.address === address && /^(Reset your|Your Headgate account$)/.test(subject ?? ''),
    );
  const choose = async (mail: Awaited<ReturnType<typeof mailTo>>, password: string) =>
    (await app.http.post('/api/auth/password-reset', { token: tokenIn(mail), new_password: password })).status;
  const resetByMail = async (address: string, password: string) => {
    await app.http.post('/api/auth/password-reset/request', { email: address });
    return choose(await mailTo(address), password);
  };
  const ANNA = { externalId: 'anna', displayName: 'Anna' };
  const BEA = { externalId: 'bea', displayName: 'Bea' };
  /** Anna with an account that she has claimed. */
  async function anna(address = someone()): Promise<{ id: string; address: string; userId: number }> {
    const id = await create(address, ANNA);
    expect(await resetByMail(address, OWN)).toBe(200);
    return { id, address, userId: Number((await accountOf(app, address))?.['id']) };
  }
  const userIdOf = async (address: string) => Number((await accountOf(app, address))?.['id']);
  const rowsOf = async (table: string, userId: number) =>
    (await app.dataSource.query(`SELECT * FROM ${table} WHERE user_id = $1`, [userId])).length;

  describe('after the directory has deleted the first one', () => {
    it('opens nothing to them: password, factors, keys, links and sessions end, and the new person comes by mail', async () => {
      const { id, address, userId } = await anna();
      const { accessToken } = await logIn(app.http, address, OWN);
      await logInBySso(app, String((await accountOf(app, address))?.['username']), await addConnection(app));
      const key = { name: 'Key', organization_id: 1, scopes: ['schema.read'] };
      expect((await app.http.post('/api/v1/access-keys', key, { token: accessToken })).status).toBe(201);
      await enrolTotp(app, accessToken);
      await scim.delete(`/Users/${id}`);
      await mailbox.arrived(app);
      await create(address, { ...BEA, password: DIRECTORYS });

      expect((await login(app, address, OWN)).status).toBe(401);
      expect((await login(app, address, DIRECTORYS)).status).toBe(401);
      for (const table of ['mfa_factors', 'mfa_recovery_codes', 'devices', 'sso_identities', 'access_keys'])
        expect([table, await rowsOf(table, userId)]).toEqual([table, 0]);
      expect(await membershipsOf(app, address)).toEqual([1]);
      expect(await choose(await mailTo(address), NEXT)).toBe(200);
      expect((await login(app, address, NEXT)).status).toBe(200);
      expect((await login(app, address, OWN)).status).toBe(401);
    });

    it('makes the new person another one: what the first one wrote and did stays theirs', async () => {
      const { id, address, userId } = await anna();
      await scim.delete(`/Users/${id}`);
      await create(address, BEA);
      expect(await userIdOf(address)).not.toBe(userId);
      const [former] = await app.dataSource.query('SELECT username, email, status FROM users WHERE id = $1', [userId]);
      expect(former).toEqual({
        username: `${address} (former)`,
        email: `account-${userId}@former.invalid`,
        status: 'disabled',
      });
      expect((await login(app, `former:${userId}`, OWN)).status).toBe(401);
      const { accessToken: token } = await logIn(app.http, 'olivia');
      const { body } = await app.http.get('/api/v1/organizations/1/scim-events?limit=1', { token });
      expect(body.data.scim_events[0].detail).toContain('Another person had the address before.');
      const trail = await app.dataSource.query(`SELECT target_id FROM audit_events WHERE action = 'user.retired' AND target_id = $1`, [
        String(userId),
      ]);
      expect(trail).toHaveLength(1);
    });

    it.each([
      ['the same externalId, under another name', { externalId: 'anna', displayName: 'Anna Sommer' }],
      ['the same externalId and everything else', ANNA],
    ])('is still that of the first one who comes back with %s', async (_, again) => {
      const { id, address, userId } = await anna();
      await scim.delete(`/Users/${id}`);
      expect((await login(app, address, OWN)).status).toBe(200);
      await create(address, again);
      expect(await userIdOf(address)).toBe(userId);
      expect((await login(app, address, OWN)).status).toBe(200);
      expect(await membershipsOf(app, address)).toEqual([1]);
    });

    it('is that of a new person where nothing is known of the one before', async () => {
      const { id, address, userId } = await anna();
      await scim.delete(`/Users/${id}`);
      await app.dataSource.query('DELETE FROM scim_departures');
      await create(address, ANNA);
      expect(await userIdOf(address)).not.toBe(userId);
    });
  });

  it('is taken the same way after a removal by hand', async () => {
    const { address, userId } = await anna();
    await logIn(app.http, address, OWN);
    const { accessToken: token } = await logIn(app.http, 'olivia');
    expect((await app.http.delete(`/api/v1/organizations/1/members/${userId}`, { token })).status).toBe(200);
    await create(address, BEA);
    expect((await login(app, address, OWN)).status).toBe(401);
    expect(await userIdOf(address)).not.toBe(userId);
    expect(await resetByMail(address, NEXT)).toBe(200);
    expect((await login(app, address, NEXT)).status).toBe(200);
  });

  it('lets no one in who does not read its mail, when it is invited by hand after a removal by hand', async () => {
    const { address, userId } = await anna();
    const { accessToken: own } = await logIn(app.http, address, OWN);
    const { accessToken: token } = await logIn(app.http, 'olivia');
    await app.http.delete(`/api/v1/organizations/1/members/${userId}`, { token });
    const [{ id: role_id }] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    const invited = { email: address, workspace_id: 1, role_id };
    expect((await app.http.post('/api/v1/organizations/1/invitations', invited, { token })).status).toBe(201);
    // The password still opens the account, and with it nothing of the organization: the invitation is in the mail only.
    expect((await app.http.get('/api/v1/me', { token: own })).body.data.organizations).toEqual([]);
    expect(await membershipsOf(app, address)).toEqual([]);
  });

  describe('while another user of the directory has it', () => {
    const listed = async (id: string) => {
      const { accessToken: token } = await logIn(app.http, 'olivia');
      const { body } = await app.http.get('/api/v1/organizations/1/provisioned-people?limit=100', { token });
      return body.data.provisioned_people.find((each: { id: string }) => each.id === id);
    };
    const eventOf = async (id: string) => {
      const { accessToken: token } = await logIn(app.http, 'olivia');
      const { body } = await app.http.get(`/api/v1/organizations/1/scim-events?resource_id=${id}`, { token });
      return body.data.scim_events[0].detail;
    };
    const namedBy = (userName: string, address: string, more: object) =>
      scim.post('/Users', person(userName, { ...work(address), ...more }));

    it('makes them wait, as Entra ID deletes and makes people, and they come as soon as it is free', async () => {
      const { id, address, userId } = await anna();
      const hidden = `0123456789abcdef0123456789abcdef${address}`;
      const softly = [
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Replace', path: 'userName', value: hidden },
      ];
      expect((await scim.patch(`/Users/${id}`, { schemas: [PATCH_MESSAGE], Operations: softly })).status).toBe(200);
      const bea = await create(address, BEA);
      expect(await eventOf(bea)).toContain(`The address is that of the user ${id}`);
      expect(await listed(bea)).toMatchObject({ waits_for: { id, username: hidden } });
      const { accessToken: token } = await logIn(app.http, 'olivia');
      const { body } = await app.http.post('/api/v1/sso/enforcement/migration-plan/1', undefined, { token });
      const held = body.data.org_blockers.find(({ code }: { code: string }) => code === 'ADDRESS_HELD');
      expect(held.message).toContain(`${address} (the address is that of ${hidden})`);
      expect((await login(app, address, OWN)).status).toBe(401);

      expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
      expect(await listed(bea)).toMatchObject({ waits_for: null });
      expect(await membershipsOf(app, address)).toEqual([1]);
      expect(await userIdOf(address)).not.toBe(userId);
      expect(await choose(await mailTo(address), NEXT)).toBe(200);
      expect((await login(app, address, NEXT)).status).toBe(200);
      expect((await login(app, address, OWN)).status).toBe(401);
      await activating(scim, bea, false);
      expect((await login(app, address, NEXT)).status).toBe(401);
    });

    it('is the same for a person and their second account, and for a third one', async () => {
      const { id, address } = await anna();
      const { body: second } = await namedBy(`admin.${address}`, address, { externalId: 'anna-admin' });
      const { body: third } = await namedBy(`third.${address}`, address, { externalId: 'anna-third' });
      await activating(scim, id, false);
      expect(await listed(second.id)).toMatchObject({ waits_for: { id } });
      await scim.delete(`/Users/${id}`);
      expect(await listed(second.id)).toMatchObject({ waits_for: null });
      expect(await listed(third.id)).toMatchObject({ waits_for: { id: second.id } });
      await scim.delete(`/Users/${second.id}`);
      expect(await listed(third.id)).toMatchObject({ waits_for: null });
      expect(await membershipsOf(app, address)).toEqual([1]);
    });

    it('passes over who is deactivated, and gives it to them when they come back', async () => {
      const { id, address } = await anna();
      const { body: bea } = await namedBy(`bea.${address}`, address, { ...BEA, active: false });
      await scim.delete(`/Users/${id}`);
      expect(await membershipsOf(app, address)).toEqual([]);
      await activating(scim, bea.id, true);
      expect(await membershipsOf(app, address)).toEqual([1]);
    });

    it('is given to them after a removal by hand', async () => {
      const { address, userId } = await anna();
      await logIn(app.http, address, OWN);
      const { body: bea } = await namedBy(`bea.${address}`, address, BEA);
      const { accessToken: token } = await logIn(app.http, 'olivia');
      expect((await app.http.delete(`/api/v1/organizations/1/members/${userId}`, { token })).status).toBe(200);
      await mailbox.arrived(app);
      expect(await listed(bea.id)).toMatchObject({ waits_for: null });
      expect(await membershipsOf(app, address)).toEqual([1]);
      expect((await login(app, address, OWN)).status).toBe(401);
    });

    it('is freed by the new address of the other one too', async () => {
      const [address, other] = [someone(), someone()];
      const id = await create(address, ANNA);
      await app.dataSource.query(
        `INSERT INTO sso_domains (organization_id, domain, challenge, status, verified_at, checked_at, created_at)
         VALUES (1, 'delta.example', 'challenge', 'verified', $1, $1, $1) ON CONFLICT DO NOTHING`,
        [app.clock.now()],
      );
      const { body: bea } = await namedBy(`bea.${address}`, address, BEA);
      await scim.put(`/Users/${id}`, person(other, { ...work(other), ...ANNA }));
      expect(await listed(bea.id)).toMatchObject({ waits_for: null });
      expect([await membershipsOf(app, address), await membershipsOf(app, other)]).toEqual([[1], [1]]);
    });

    it('asks the owners, and deletes all the same, where the token may let no one in', async () => {
      const { id, address } = await anna();
      const { body: bea } = await namedBy(`bea.${address}`, address, BEA);
      const olivia = `UPDATE organization_members SET suspended_at = $1 WHERE organization_id = 1
        AND user_id = (SELECT id FROM users WHERE username = 'olivia')`;
      // Who approved the token is no active owner any more: it deletes whom it made, and lets no one in.
      await app.dataSource.query(olivia, [app.clock.now()]);
      expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
      expect(await membershipsOf(app, address)).toEqual([]);
      await app.dataSource.query(olivia, [null]);
      const [asked] = await app.dataSource.query(`SELECT approval_asked_at IS NOT NULL AS asked FROM scim_tokens WHERE id = $1`, [
        scim.tokenId,
      ]);
      expect(asked).toEqual({ asked: true });
      // The next change by the directory finds the address free.
      await scim.patch(`/Users/${bea.id}`, { schemas: [PATCH_MESSAGE], Operations: [TITLE] });
      expect(await membershipsOf(app, address)).toEqual([1]);
    });
  });

  describe('with a user that is given to another person in place', () => {
    const write = async (id: string, userName: string, address: string, more: object) => {
      const answer = await scim.put(`/Users/${id}`, person(userName, { ...work(address), ...more }));
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    };
    const note = async () => {
      const { accessToken: token } = await logIn(app.http, 'olivia');
      return (await app.http.get('/api/v1/organizations/1/scim-events?limit=1', { token })).body.data.scim_events[0].detail;
    };

    it('ends the ways of the one before, who is no member any more, and lets the new one in by mail', async () => {
      const { id, address, userId } = await anna();
      const { accessToken } = await logIn(app.http, address, OWN);
      const other = someone();
      await mailbox.arrived(app);
      await write(id, other, other, BEA);
      expect(await note()).toContain('are those of another person');
      expect(await membershipsOf(app, address)).toEqual([]);
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
      expect(await userIdOf(other)).not.toBe(userId);
      expect((await login(app, other, OWN)).status).toBe(401);
      expect(await resetByMail(other, NEXT)).toBe(200);
      expect([(await login(app, other, NEXT)).status, await membershipsOf(app, other)]).toEqual([200, [1]]);
    });

    it('retires the account of the one before where the address stays', async () => {
      const { id, address, userId } = await anna();
      await write(id, `bea.${address}`, address, BEA);
      expect(await userIdOf(address)).not.toBe(userId);
      expect((await login(app, address, OWN)).status).toBe(401);
      expect(await choose(await mailTo(address), NEXT)).toBe(200);
      expect(await membershipsOf(app, address)).toEqual([1]);
    });

    it('locks both accounts before the organization, as a removal by hand does, so that neither waits in a circle', async () => {
      const { id } = await anna();
      const bea = someone();
      await create(bea);
      const removal = app.dataSource.createQueryRunner();
      await removal.startTransaction();
      await removal.query('SELECT FROM users WHERE email = $1 FOR UPDATE', [bea]);
      const given = scim.put(`/Users/${id}`, person(bea, { ...work(bea), ...BEA, userName: `new.${bea}` }));
      await eventually('the change waits', async () => {
        const [{ waiting }] = await app.dataSource.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting > 0;
      });
      await removal.query('SELECT FROM organizations WHERE id = 1 FOR UPDATE');
      await removal.commitTransaction();
      await removal.release();
      expect((await given).status).toBe(200);
    });

    it.each([
      ['the externalId alone, as a new directory does', { externalId: 'a-0815', displayName: 'Anna' }, false],
      ['the externalId and the address', { externalId: 'a-0815', displayName: 'Anna' }, true],
      ['the externalId, the address and a part of the name', { externalId: 'a-0815', displayName: 'Anna Sommer' }, true],
      ['the address and the name', { externalId: 'anna', displayName: 'Bea' }, true],
      ['all of them, to a name in other letters', { externalId: 'a-0815', displayName: 'Анна' }, true],
    ])('is still that of the same person after a change of %s', async (_, more, moves) => {
      const { id, address, userId } = await anna();
      const to = moves ? someone() : address;
      await write(id, to, to, more);
      const [{ user_id: now }] = await app.dataSource.query('SELECT user_id FROM scim_resources WHERE id = $1', [id]);
      expect(now).toBe(userId);
    });
  });
});
