import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProvisioningLog } from '../../src/scim/application/ports/provisioning-log.js';
import { BULK_REQUEST_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { accountOf, activating, login, person, replacing, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { TokenScene } from '../support/token-scene.js';

const OKTAS = '1mz050nq';
const STRONG = 'a heron stands in shallow water';
const OWN = 'seven swans on the lower weir';
const ORGANIZATION = '/api/v1/organizations/1';
const WELCOME = 'Your Headgate account';
const CHANGED = 'Your organization changed your Headgate account';

describe('a password that a directory sends', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let scim: ScimClient;
  let owner: string;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
  });
  beforeEach(async () => {
    scim = await scimClient(app, 1);
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const someone = (domain = 'delta.example') => `somebody${(people += 1)}@${domain}`;
  const setting = (directory_passwords: unknown, token = owner) =>
    app.http.patch(ORGANIZATION, { settings: { directory_passwords } }, { token });
  const settings = async () => (await app.http.get(`${ORGANIZATION}/settings`, { token: owner })).body.data.settings;
  const advertised = async () => (await scim.get('/ServiceProviderConfig')).body.changePassword.supported;
  const mailsTo = async (address: string) => (await mailbox.arrived(app)).filter(({ to }) => to?.[0]?.address === address);
  const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
  const send = (address: string, password: string, more: object = {}) =>
    scim.post('/Users', person(address, { ...work(address), password, ...more }));
  const noted = async (): Promise<unknown> => {
    await app.app.get(ProvisioningLog).flush();
    const { body } = await app.http.get(`${ORGANIZATION}/scim-events?limit=1`, { token: owner });
    const [{ status, detail }] = body.data.scim_events;
    return [status, detail];
  };
  const IGNORED = expect.stringContaining('ignores passwords of its directory');

  describe('is ignored, unless the organization wants it otherwise', () => {
    it('which its settings say, and what the service advertises', async () => {
      expect(await settings()).toMatchObject({ directory_passwords: 'ignore' });
      expect(await advertised()).toBe(false);
    });

    it('on POST, PUT and PATCH alike, as weak as it may be: taken, kept nowhere, and noted in the provisioning log', async () => {
      const address = someone();
      const made = await send(address, OKTAS);
      expect([made.status, made.text.includes(OKTAS)]).toEqual([201, false]);
      expect(await noted()).toEqual([201, IGNORED]);
      const { id } = made.body;
      expect((await scim.put(`/Users/${id}`, person(address, { ...work(address), password: OKTAS }))).status).toBe(200);
      expect(await noted()).toEqual([200, IGNORED]);
      for (const password of [OKTAS, STRONG]) {
        expect((await scim.patch(`/Users/${id}`, replacing({ password }))).status).toBe(200);
        expect(await noted()).toEqual([200, IGNORED]);
      }
      expect(await accountOf(app, address)).toMatchObject({ password_hash: null });
      expect((await login(app, address, STRONG)).status).toBe(401);
      await scim.patch(`/Users/${id}`, replacing({ title: 'Gauger' }));
      expect(await noted()).toEqual([200, null]);
    });

    it('in Bulk too, with a note for each operation', async () => {
      const operation = (password?: string) => {
        const address = someone();
        return {
          method: 'POST',
          path: '/Users',
          bulkId: address,
          data: person(address, { ...work(address), password }),
        };
      };
      const body = { schemas: [BULK_REQUEST_MESSAGE], Operations: [operation(OKTAS), operation()] };
      expect((await scim.post('/Bulk', body)).status).toBe(200);
      await app.app.get(ProvisioningLog).flush();
      const rows = await app.dataSource.query(`SELECT detail FROM scim_events WHERE method = 'POST' AND path = '/Users'
        ORDER BY id DESC LIMIT 2`);
      expect(rows.map(({ detail }: { detail: string | null }) => detail)).toEqual([null, IGNORED]);
    });

    it('and the person is mailed the link to choose one: once, however often it is sent', async () => {
      const address = someone();
      const { body } = await send(address, OKTAS);
      for (let time = 0; time < 3; time += 1) await scim.patch(`/Users/${body.id}`, replacing({ password: OKTAS }));
      const mails = await mailsTo(address);
      expect(mails.map(({ subject }) => subject)).toEqual([WELCOME]);
      const reset = { token: tokenIn(mails[0]), new_password: OWN };
      expect((await app.http.post('/api/auth/password-reset', reset)).status).toBe(200);
      expect((await login(app, address, OWN)).status).toBe(200);
      await mailbox.arrived(app);
      app.clock.advance({ days: 8 });
      await scim.patch(`/Users/${body.id}`, replacing({ password: OKTAS }));
      expect(await subjectsTo(address)).toEqual([]);
      ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    });

    it('and no mail goes to people who may not come in yet', async () => {
      const address = someone();
      const { body } = await send(address, OKTAS, { active: false });
      await scim.patch(`/Users/${body.id}`, replacing({ password: OKTAS }));
      expect(await subjectsTo(address)).toEqual([]);
      await activating(scim, body.id, true);
      await scim.patch(`/Users/${body.id}`, replacing({ password: OKTAS }));
      expect(await subjectsTo(address)).toEqual([WELCOME]);
    });

    it('at the address that the directory gives along with it', async () => {
      const [before, after] = [someone(), someone()];
      const { body } = await scim.post('/Users', person(before, work(before)));
      await scim.put(`/Users/${body.id}`, person(after, { ...work(after), password: OKTAS }));
      const mail = (await mailsTo(after)).find(({ subject }) => subject === WELCOME);
      const reset = { token: tokenIn(mail), new_password: OWN };
      expect((await app.http.post('/api/auth/password-reset', reset)).status).toBe(200);
    });

    it('and the answer does not reveal whether there is an account', async () => {
      const [known, unknown] = ['nora@headgate.example', someone('nobodys.example')];
      const [{ email }] = await app.dataSource.query(`SELECT email FROM users WHERE username = 'nora'`);
      const notes = [];
      for (const address of [email ?? known, unknown]) {
        expect((await send(address, OKTAS)).status).toBe(201);
        notes.push(await noted());
      }
      expect(notes[0]).toEqual(notes[1]);
    });
  });

  describe('is accepted where the organization wants it', () => {
    beforeAll(async () => {
      const { accessToken: vera } = await logIn(app.http, 'vera');
      expect((await setting('accept', vera)).status).toBe(403);
      expect((await setting('sometimes')).status).toBe(400);
      expect((await setting('accept')).status).toBe(200);
    });
    afterAll(async () => {
      expect((await setting('ignore')).status).toBe(200);
    });

    it('which its settings say, and what the service advertises', async () => {
      expect(await settings()).toMatchObject({ directory_passwords: 'accept' });
      expect(await advertised()).toBe(true);
    });

    it('and opens the account; a weak one is refused on POST, PUT and PATCH alike', async () => {
      const address = someone();
      expect((await send(address, OKTAS)).status).toBe(400);
      expect(await accountOf(app, address)).toBeUndefined();
      const { status, body } = await send(address, STRONG);
      expect([status, await noted()]).toEqual([201, [201, null]]);
      expect((await login(app, address, STRONG)).status).toBe(200);
      const put = await scim.put(`/Users/${body.id}`, person(address, { ...work(address), password: OKTAS }));
      const patch = await scim.patch(`/Users/${body.id}`, replacing({ password: OKTAS }));
      for (const answer of [put, patch]) expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
      expect((await login(app, address, STRONG)).status).toBe(200);
      expect(await subjectsTo(address)).toEqual([]);
    });

    it('but not in a domain that is not the organization’s: there the person is mailed', async () => {
      const address = someone('nobodys.example');
      expect((await send(address, STRONG)).status).toBe(201);
      expect(await noted()).toEqual([201, expect.stringContaining('not verified the domain')]);
      expect((await login(app, address, STRONG)).status).toBe(401);
      expect(await subjectsTo(address)).toEqual([WELCOME]);
    });

    it.each(['the organization', 'a workspace'])(
      'but opens nothing that the person is given later in %s: they choose one of their own first',
      async (place) => {
        const roles: { id: number; name: string }[] = await app.dataSource.query(
          'SELECT id, name FROM roles WHERE organization_id = 1 AND is_built_in',
        );
        const roleId = (name: string) => roles.find((role) => role.name === name)?.id;
        const address = someone();
        await send(address, STRONG);
        const user_id = Number((await accountOf(app, address))?.['id']);
        const give = (name: string) =>
          place === 'a workspace'
            ? app.http.post('/api/v1/workspaces/1/members', { user_id, role_id: roleId(name) }, { token: owner })
            : app.http.patch(`${ORGANIZATION}/members/${user_id}`, { role_id: roleId(name) }, { token: owner });
        const { access_token: token } = (await login(app, address, STRONG)).body;
        const opened = async () => [(await login(app, address, STRONG)).status, (await app.http.get('/api/v1/me', { token })).status];
        if (place === 'the organization') expect([(await give('viewer')).status, await opened()]).toEqual([200, [200, 200]]);
        expect((await give('admin')).status).toBeLessThan(300);
        const [mail, ...others] = await mailsTo(address);
        expect([mail?.subject, others.length]).toEqual([WELCOME, 0]);
        expect(await opened()).toEqual([401, 401]);
        const chosen = { token: tokenIn(mail), new_password: OWN };
        expect((await app.http.post('/api/auth/password-reset', chosen)).status).toBe(200);
        expect((await login(app, address, OWN)).status).toBe(200);
      },
    );

    describe('but opens nothing that others give later than the setter of the password could', () => {
      let scene: TokenScene;
      let weak: ScimClient;
      let token: string;
      let address: string;
      let member: string;
      let group: string;

      beforeAll(async () => {
        scene = await TokenScene.on(app);
      });
      beforeEach(async () => {
        await scene.reset();
        scim = await scimClient(app, 1);
        weak = await scene.tokenOf(await scene.session('adam'));
        address = someone();
        member = (await weak.post('/Users', person(address, { ...work(address), password: STRONG }))).body.id;
        group = await scene.group(scim);
        ({ access_token: token } = (await login(app, address, STRONG)).body);
      });
      afterAll(() => scene.reset());

      const opened = async () => [(await login(app, address, STRONG)).status, (await app.http.get('/api/v1/me', { token })).status];
      const maps = (mapping: object) => scene.map({ accessToken: owner }, [{ group_id: group, ...mapping }]);
      const expectEnded = async () => {
        expect(await opened()).toEqual([401, 401]);
        expect(await subjectsTo(address)).toEqual([WELCOME]);
      };

      it('by a mapped group of a stronger token', async () => {
        const role_id = scene.role(await scene.customRole(['organization.read', 'abac.grant']));
        expect((await maps({ role_id })).status).toBe(200);
        expect(await opened()).toEqual([200, 200]);
        expect((await scene.join(scim, group, member)).status).toBe(204);
        await expectEnded();
      });

      it('by a mapping of the group that they are in', async () => {
        expect((await scene.join(weak, group, member)).status).toBe(204);
        expect((await maps({ role_id: scene.role(await scene.customRole(['*'])) })).status).toBe(200);
        await expectEnded();
      });

      it('in a workspace', async () => {
        const more = scene.role(await scene.customRole(['workspace.read', 'abac.grant']));
        expect((await maps({ workspace_id: 1, role_id: more })).status).toBe(200);
        expect((await scene.join(scim, group, member)).status).toBe(204);
        await expectEnded();
      });

      it('by a role of theirs that allows more from then on', async () => {
        const name = await scene.customRole(['organization.read']);
        await scene.gives(address, name);
        const widen = (permissions: readonly string[]) =>
          app.http.put(`/api/v1/roles/${scene.role(name)}`, { permissions }, { token: owner });
        expect((await widen(['organization.read', 'member.read'])).status).toBe(200);
        expect(await opened()).toEqual([200, 200]);
        expect((await widen(['organization.read', 'member.read', 'abac.grant'])).status).toBe(200);
        await expectEnded();
      });

      it('also where both come in one moment', async () => {
        const role_id = scene.role(await scene.customRole(['*']));
        expect((await maps({ role_id })).status).toBe(200);
        const rounds = Array.from({ length: 10 }, async () => {
          const one = someone();
          const { id } = (await weak.post('/Users', person(one, work(one)))).body;
          const [set, joined] = await Promise.all([
            weak.patch(`/Users/${id}`, replacing({ password: STRONG })),
            scene.join(scim, group, id),
          ]);
          expect([[200, 403, 503].includes(set.status), [204, 503].includes(joined.status)]).toEqual([true, true]);
          if (joined.status === 204) expect((await login(app, one, STRONG)).status).toBe(401);
        });
        await Promise.all(rounds);
      });

      it('while the token that set it may put them into groups afterwards', async () => {
        expect((await maps({ role_id: scene.role('admin') })).status).toBe(200);
        expect((await scene.join(weak, group, member)).status).toBe(204);
        expect([await scene.roleOf(address), await opened()]).toEqual(['admin', [200, 200]]);
        expect(await subjectsTo(address)).toEqual([]);
      });

      it('and it does not end for people who have chosen one of their own', async () => {
        await app.http.post('/api/auth/password-reset/request', { email: address });
        const [mail] = await mailsTo(address);
        const chosen = { token: tokenIn(mail), new_password: OWN };
        expect((await app.http.post('/api/auth/password-reset', chosen)).status).toBe(200);
        expect((await maps({ role_id: scene.role(await scene.customRole(['*'])) })).status).toBe(200);
        expect((await scene.join(scim, group, member)).status).toBe(204);
        expect((await login(app, address, OWN)).status).toBe(200);
      });
    });

    it('and the person is mailed when the directory changes it', async () => {
      const address = someone();
      const { body } = await send(address, STRONG);
      await scim.patch(`/Users/${body.id}`, replacing({ password: OWN }));
      const [mail, ...others] = await mailsTo(address);
      expect([mail?.subject, others.length]).toEqual([CHANGED, 0]);
      expect(mail?.text).toContain('The password was changed');
      expect(mail?.text).not.toContain('e-mail address of the account');
    });
  });

  it('or an address: the person is mailed at the old one and at the new one', async () => {
    const [before, after] = [someone(), someone()];
    const { body } = await scim.post('/Users', person(before, work(before)));
    expect((await scim.patch(`/Users/${body.id}`, replacing(work(after)))).status).toBe(200);
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      [before, CHANGED],
      [after, CHANGED],
    ]);
    await scim.patch(`/Users/${body.id}`, replacing({ displayName: 'Somebody' }));
    expect(await mailbox.arrived(app)).toEqual([]);
  });
});
