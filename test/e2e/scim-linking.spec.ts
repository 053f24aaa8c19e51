import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AddMember } from '../../src/organizations/application/add-member.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { accountOf, activating, idOf, letDirectorySetPasswords, login, membershipsOf, person, replacing, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';
const OWN_PASSWORD = 'seven swans on the lower weir';

describe('the person behind a user', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let scim: ScimClient;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    await letDirectorySetPasswords(app, 'elsewhere.example');
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

  const someone = () => `someone${(people += 1)}@elsewhere.example`;
  const create = async (userName: string, more: object = {}, client = scim) => {
    const answer = await client.post('/Users', person(userName, more));
    if (answer.status !== 201) throw new Error(`Creating answered ${answer.status} ${answer.text}`);
    return answer;
  };
  /** A person with an account that no organization made and that is a member of none. */
  async function stranger(): Promise<string> {
    const address = someone();
    await app.dataSource.query(
      `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, password_hash, trust_epoch,
                          created_at, updated_at)
       SELECT $1, $1, $1, $1, 'active', false, password_hash, 1, now(), now() FROM users WHERE username = 'nora'`,
      [address],
    );
    return address;
  }
  const invitationTo = async (address: string): Promise<string> => {
    const mails = await mailbox.arrived(app);
    const mail = mails.find(({ to, subject }) => to?.[0]?.address === address && subject?.startsWith('Invitation'));
    return /^([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const accept = (token: string, bearer: string) => app.http.post(`/api/v1/invitations/${token}/accept`, {}, { token: bearer });
  const resource = async (id: string) =>
    (await app.dataSource.query('SELECT user_id, attributes, version FROM scim_resources WHERE id = $1', [id]))[0];

  describe('who is a member already', () => {
    it('is a user with name, address and active, whichever way they came', async () => {
      const { attributes } = await resource(await idOf(app, 'mia'));
      expect(attributes).toEqual({
        userName: 'mia@delta.example',
        displayName: 'mia',
        emails: [{ value: 'mia@delta.example', type: 'work', primary: true }],
        active: true,
      });
    });

    it('is not made twice under the same name', async () => {
      const answer = await scim.post('/Users', person('MIA@delta.example', work('mia@delta.example')));
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    });

    it('is the one whom a client makes under another name with their address, as long as no client has sent them', async () => {
      const id = await idOf(app, 'mia');
      const made = await create('mia.m', { ...work('Mia@Delta.example'), externalId: 'e-1' });
      expect([made.body.id, made.headers.get('etag')]).toEqual([id, 'W/"2"']);
      expect(made.body).toMatchObject({ userName: 'mia.m', externalId: 'e-1' });
      // Now she is taken: a second user with her address stands for no account.
      const second = await create('mia.second', work('mia@delta.example'));
      expect(second.body.id).not.toBe(id);
      expect((await activating(scim, second.body.id, false)).status).toBe(200);
      expect(await membershipsOf(app, 'mia@delta.example')).toEqual([1]);
      await activating(scim, id, false);
      expect(await membershipsOf(app, 'mia@delta.example')).toEqual([-1]);
      await activating(scim, id, true);
    });

    it('keeps name, address and password: those are their own', async () => {
      const before = await accountOf(app, 'adam@delta.example');
      const id = await idOf(app, 'adam');
      const changed = await scim.patch(
        `/Users/${id}`,
        replacing({ userName: 'mallory', ...work('mallory@delta.example'), password: PASSWORD }),
      );
      expect([changed.status, changed.body.userName]).toEqual([200, 'mallory']);
      expect(await accountOf(app, 'adam@delta.example')).toEqual(before);
      expect((await login(app, 'adam', PASSWORD)).status).toBe(401);
      expect((await login(app, 'adam')).status).toBe(200);
    });

    it('is no longer a user once removed by hand', async () => {
      const address = someone();
      const { body } = await create(address, { ...work(address), password: PASSWORD });
      await logIn(app.http, address, PASSWORD);
      const { user_id: userId } = await resource(body.id);
      const { accessToken: token } = await logIn(app.http, 'olivia');
      await app.http.delete(`/api/v1/organizations/1/members/${userId}`, { token });
      expect((await scim.delete(`/Users/${body.id}`)).status).toBe(404);
    });

    it('has another name where a user has taken their address for one', async () => {
      const address = await stranger();
      await create(address, work(someone()));
      const userId = Number((await accountOf(app, address))?.['id']);
      await app.dataSource.query(`UPDATE users SET username = 'wanda', username_key = 'wanda' WHERE id = $1`, [userId]);
      await app.app.get(AddMember, { strict: false }).execute({ organizationId: 1, userId, role: 'viewer', actorUserId: null });
      expect((await resource(await idOf(app, 'wanda'))).attributes.userName).toBe('wanda');
    });
  });

  describe('who has an account of their own elsewhere', () => {
    it('is neither taken over nor revealed: the answer is that for a new person', async () => {
      const [known, unknown] = [await stranger(), someone()];
      const answers = [await create(known, work(known)), await create(unknown, work(unknown))];
      const shapes = answers.map(({ body, headers, status }) => [
        status,
        Object.keys(body).sort(),
        [...headers.keys()].sort(),
        headers.get('etag'),
      ]);
      expect(shapes[0]).toEqual(shapes[1]);
      expect(await membershipsOf(app, known)).toEqual([]);
      expect(await membershipsOf(app, unknown)).toEqual([1]);
      for (const { body } of answers) expect((await activating(scim, body.id, false)).status).toBe(200);
      for (const { body } of answers) expect((await scim.patch(`/Users/${body.id}`, replacing({ password: PASSWORD }))).status).toBe(200);
      expect((await login(app, known, PASSWORD)).status).toBe(401);
      expect((await login(app, known)).status).toBe(200);
    });

    it('is asked by mail, and is the user on accepting', async () => {
      const address = await stranger();
      const { body } = await create(address, work(address));
      const token = await invitationTo(address);
      const { accessToken } = await logIn(app.http, address);
      expect((await accept(token, accessToken)).status).toBe(200);
      expect(await membershipsOf(app, address)).toEqual([1]);
      expect(await resource(body.id)).toMatchObject({ version: 2 });
      await activating(scim, body.id, false);
      expect(await membershipsOf(app, address)).toEqual([-1]);
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
    });

    it('is not asked while inactive, and what was asked is void', async () => {
      const address = await stranger();
      const { body } = await create(address, work(address));
      const first = await invitationTo(address);
      await activating(scim, body.id, false);
      const { accessToken } = await logIn(app.http, address);
      expect((await accept(first, accessToken)).status).toBe(410);
      expect(await invitationTo(address)).toBe('');
      await activating(scim, body.id, true);
      const second = await invitationTo(address);
      expect((await accept(second, accessToken)).status).toBe(200);
    });

    it('cannot accept once the user is deleted', async () => {
      const address = await stranger();
      const { body } = await create(address, work(address));
      const token = await invitationTo(address);
      await scim.delete(`/Users/${body.id}`);
      const { accessToken } = await logIn(app.http, address);
      expect((await accept(token, accessToken)).status).toBe(410);
      expect(await membershipsOf(app, address)).toEqual([]);
    });

    it('is asked at the new address when it changes, and not any more at the old one', async () => {
      const [before, after] = [await stranger(), await stranger()];
      const { body } = await create(`mover${(people += 1)}`, work(before));
      const old = await invitationTo(before);
      await scim.patch(`/Users/${body.id}`, replacing(work(after)));
      const fresh = await invitationTo(after);
      expect((await accept(old, (await logIn(app.http, before)).accessToken)).status).toBe(410);
      expect((await accept(fresh, (await logIn(app.http, after)).accessToken)).status).toBe(200);
      expect((await resource(body.id)).user_id).toBe((await accountOf(app, after))?.['id']);
    });

    it('is not taken by an organization that has no place to invite them to either', async () => {
      const address = await stranger();
      await app.dataSource.query('DELETE FROM workspaces WHERE organization_id = 2');
      const estuary = await scimClient(app, 2);
      await create(address, work(address), estuary);
      expect(await membershipsOf(app, address)).toEqual([]);
      expect(await invitationTo(address)).toBe('');
    });

    it('is never the system administrator', async () => {
      const address = 'sysadmin@headgate.example';
      const [{ email }] = await app.dataSource.query(`SELECT email FROM users WHERE username = 'sysadmin'`);
      const { body } = await create(email ?? address, work(email));
      expect((await resource(body.id)).user_id).toBeNull();
    });
  });

  describe('whose account the organization made', () => {
    it('is called and found as the directory says', async () => {
      const [before, after] = [someone(), someone()];
      const { body } = await create(before, { ...work(before), password: PASSWORD });
      await scim.patch(`/Users/${body.id}`, replacing({ userName: after, ...work(after) }));
      expect(await accountOf(app, before)).toBeUndefined();
      expect(await accountOf(app, after)).toMatchObject({ username: after, email: after });
      expect((await login(app, after, PASSWORD)).status).toBe(200);
    });

    it('does not get the address of another person, and the client does not learn that there is one', async () => {
      const [own, foreign] = [someone(), await stranger()];
      const { body } = await create(own, work(own));
      const answer = await scim.patch(`/Users/${body.id}`, replacing(work(foreign)));
      expect(answer.status).toBe(200);
      expect(await accountOf(app, own)).toMatchObject({ email: own });
    });

    it('is their own from the day they show that the address is theirs: password, sessions and say of the directory end', async () => {
      const address = someone();
      const { body } = await create(address, { ...work(address), password: PASSWORD });
      const { accessToken } = await logIn(app.http, address, PASSWORD);
      await app.http.post('/api/auth/email-verification/request', undefined, { token: accessToken });
      const [verification] = await mailbox.arrived(app);
      expect((await app.http.post('/api/auth/email-verification', { token: tokenIn(verification) })).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
      expect((await login(app, address, PASSWORD)).status).toBe(401);
      const [link] = await mailbox.arrived(app);
      const reset = { token: tokenIn(link), new_password: OWN_PASSWORD };
      expect((await app.http.post('/api/auth/password-reset', reset)).status).toBe(200);
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(200);
      const changed = await scim.patch(`/Users/${body.id}`, replacing({ userName: someone(), password: 'the directory knows this one' }));
      expect(changed.status).toBe(200);
      expect(await accountOf(app, address)).toMatchObject({ username: address });
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(200);
      // But it may still let them go.
      await activating(scim, body.id, false);
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(401);
    });

    it('chooses a first password by the link that they ask for themselves', async () => {
      const address = someone();
      await create(address, work(address));
      await app.http.post('/api/auth/password-reset/request', { email: address });
      const [mail] = await mailbox.arrived(app);
      const reset = { token: tokenIn(mail), new_password: OWN_PASSWORD };
      expect((await app.http.post('/api/auth/password-reset', reset)).status).toBe(200);
      expect((await login(app, address, OWN_PASSWORD)).status).toBe(200);
    });

    it('is not steered while another organization counts on them', async () => {
      const address = someone();
      const { body } = await create(address, { ...work(address), password: PASSWORD });
      const userId = Number((await accountOf(app, address))?.['id']);
      await app.app.get(AddMember, { strict: false }).execute({ organizationId: 2, userId, role: 'viewer', actorUserId: null });
      await scim.patch(`/Users/${body.id}`, replacing({ password: 'the directory knows this one' }));
      expect((await login(app, address, PASSWORD)).status).toBe(200);
      // Nor are they brought back without being asked.
      await scim.delete(`/Users/${body.id}`);
      await create(address, work(address));
      expect(await membershipsOf(app, address)).toEqual([2]);
    });

    it('is not steered once they own the organization, or token issuers would become owners too', async () => {
      const address = someone();
      const { body } = await create(address, { ...work(address), password: PASSWORD });
      await app.dataSource.query(
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner')
          WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
        [address],
      );
      const elsewhere = someone();
      const changed = replacing({
        password: 'the directory knows this one',
        emails: [{ value: elsewhere, primary: true }],
      });
      expect((await scim.patch(`/Users/${body.id}`, changed)).status).toBe(200);
      expect((await login(app, address, PASSWORD)).status).toBe(200);
      expect((await login(app, address, 'the directory knows this one')).status).toBe(401);
      expect(await accountOf(app, elsewhere)).toBeUndefined();
    });

    it('loses what the directory knows on joining another organization by its invitation', async () => {
      const address = someone();
      await create(address, { ...work(address), password: PASSWORD });
      await app.dataSource.query(
        `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
         SELECT 2, 'Guests', id, now(), now() FROM roles WHERE organization_id = 2 AND name = 'viewer'`,
      );
      const { accessToken: oscar } = await logIn(app.http, 'oscar');
      const [{ id: workspace_id, default_role_id: role_id }] = await app.dataSource.query(
        'SELECT id, default_role_id FROM workspaces WHERE organization_id = 2',
      );
      await app.http.post('/api/v1/organizations/2/invitations', { email: address, workspace_id, role_id }, { token: oscar });
      const token = await invitationTo(address);
      const own = await logIn(app.http, address, PASSWORD);
      const other = await logIn(app.http, address, PASSWORD);
      expect((await accept(token, own.accessToken)).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token: own.accessToken })).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token: other.accessToken })).status).toBe(401);
      expect((await login(app, address, PASSWORD)).status).toBe(401);
    });
  });
});
