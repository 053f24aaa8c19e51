import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '../../src/accounts/application/register-user.js';
import { ImportTotp } from '../../src/mfa/application/import-totp.js';
import { AppointOwner } from '../../src/organizations/application/appoint-owner.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { enrolTotp } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code];
const REFUSED = [403, 'OWNER_APPROVAL_REQUIRED'];
const OWN = 'sysadmin@headgate.example';

describe('an organization that has had an owner', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  const roles: Record<string, number> = {};
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    for (const { id, name } of await app.dataSource.query('SELECT id, name FROM roles WHERE organization_id = 1')) roles[name] = id;
  });
  beforeEach(async () => {
    const sql = (text: string) => app.dataSource.query(text);
    await sql('DELETE FROM attempt_throttles');
    await sql('DELETE FROM invitations');
    await sql('DELETE FROM access_requests');
    await sql(`DELETE FROM organization_members WHERE user_id IN (SELECT id FROM users WHERE is_system_admin)`);
    await sql(`UPDATE users SET status = 'active'`);
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const as = async (name: string) => (await logIn(app.http, name)).accessToken;
  const idOf = async (name: string): Promise<number> =>
    (await app.dataSource.query('SELECT id FROM users WHERE username = $1', [name]))[0].id;
  const post = async (path: string, body?: object, who = 'sysadmin') => app.http.post(`/api/v1${path}`, body, { token: await as(who) });
  const invite = (role: string, email: string, who?: string, organization = 1) =>
    post(`/organizations/${organization}/invitations`, { email, workspace_id: 1, role_id: roles[role] }, who);
  const changeRole = async (user: string, role: string) =>
    app.http.send(
      'PATCH',
      `/api/v1/organizations/1/members/${await idOf(user)}`,
      { role_id: roles[role] },
      { token: await as('sysadmin') },
    );
  const join = async (user: string, role: string) =>
    app.dataSource.query(`INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) VALUES (1, $1, $2, now())`, [
      await idOf(user),
      roles[role],
    ]);
  /** In the last mail that came. */
  const invitationToken = async (): Promise<string> => /^([\w-]{43})$/m.exec((await mailbox.arrived(app)).at(-1)?.text ?? '')?.[1] ?? '';
  const secondAdmin = async (username: string) =>
    app.app.get(RegisterUser).execute({ username, email: `${username}@headgate.example`, password: DEMO_PASSWORD, isSystemAdmin: true });

  describe('lets no system administrator without the approval of an owner', () => {
    it.each(['owner', 'admin', 'editor', 'viewer'])('invite their own address as %s', async (role) => {
      expect(outcome(await invite(role, OWN))).toEqual(REFUSED);
    });

    it('invite any other address as owner, for it may be theirs as well', async () => {
      expect(outcome(await invite('owner', 'alias@elsewhere.example'))).toEqual(REFUSED);
    });

    it('have another system administrator do it', async () => {
      await secondAdmin('accomplice');
      expect(outcome(await invite('owner', OWN, 'accomplice'))).toEqual(REFUSED);
    });

    it('raise the role that they or other people hold', async () => {
      await join('sysadmin', 'viewer');
      expect(outcome(await changeRole('sysadmin', 'owner'))).toEqual(REFUSED);
      expect(outcome(await changeRole('vera', 'editor'))).toEqual(REFUSED);
    });

    it('take a role in a workspace', async () => {
      await join('sysadmin', 'viewer');
      const body = { user_id: await idOf('sysadmin'), role_id: roles['editor'] };
      expect(outcome(await post('/workspaces/1/members', body))).toEqual(REFUSED);
    });

    it('make a role that shows data, or one that makes others', async () => {
      for (const permission of ['*', 'data_source.read', 'query.run', 'member.invite', 'sso.manage'])
        expect([permission, ...outcome(await post('/organizations/1/roles', { name: 'Own', permissions: [permission] }))]).toEqual([
          permission,
          403,
          'FORBIDDEN',
        ]);
    });

    it('remove the factors of an owner', async () => {
      const olivia = await logIn(app.http, 'olivia');
      await enrolTotp(app, olivia.accessToken);
      expect(outcome(await post(`/users/${olivia.userId}/mfa-reset`))).toEqual(REFUSED);
      const [{ factors }] = await app.dataSource.query('SELECT count(*)::int AS factors FROM mfa_factors WHERE user_id = $1', [
        olivia.userId,
      ]);
      expect(factors).toBe(1);
      await app.dataSource.query('DELETE FROM mfa_factors WHERE user_id = $1', [olivia.userId]);
    });

    it('count as its first maker of owners, once its owners are disabled', async () => {
      await app.dataSource.query(
        `UPDATE users SET status = 'disabled' WHERE id IN
           (SELECT user_id FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE r.name = 'owner')`,
      );
      expect(outcome(await invite('owner', OWN))).toEqual(REFUSED);
    });

    it('let people in through an identity provider of their own', async () => {
      const [{ id }] = await app.dataSource.query(
        `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at, tested_by,
                                      created_at, updated_at)
         VALUES (1, 'Theirs', 'oidc', 'tested', 'https://127.0.0.1:9',
                 '{"clientId":"h","scopes":["openid"],"tenant":null,"clientAuthentication":"none","attributes":{"email":"email","name":"name","groups":"groups"},
                  "addressProof":"claim","provisions":false,"trustsMfa":false}',
                 1, $1, (SELECT id FROM users WHERE username = 'sysadmin'), $1, $1) RETURNING id`,
        [app.clock.now()],
      );
      expect(outcome(await post(`/sso/connections/${id}/activate`))).toEqual(REFUSED);
      const subject = { connection_id: id, configuration_version: 1 };
      const asked = await post('/organizations/1/access-requests', {
        kind: 'activate_connection',
        reason: 'The provider of the customer.',
        ...subject,
      });
      await post(`/organizations/1/access-requests/${asked.body.data.access_request.id}/approve`, {}, 'olivia');
      const configure = (version: number) =>
        app.dataSource.query('UPDATE sso_connections SET configuration_version = $2, tested_version = $2 WHERE id = $1', [id, version]);
      await configure(2);
      expect(outcome(await post(`/sso/connections/${id}/activate`))).toEqual(REFUSED);
      await configure(1);
      expect((await post(`/sso/connections/${id}/activate`)).status).toBe(200);
      await app.dataSource.query('DELETE FROM sso_connections WHERE id = $1', [id]);
    });
  });

  it('does not honour owner invitations that a system administrator made before it had an owner', async () => {
    const founded = await post('/organizations', { name: 'Fresh', plan: 'starter' });
    const organization = founded.body.data.organization.id;
    const workspace = await post(`/organizations/${organization}/workspaces`, { name: 'First' });
    const [{ id: owner }] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = $1 AND name = 'owner'`, [
      organization,
    ]);
    const tokens: string[] = [];
    for (const email of ['first@fresh.example', 'planted@fresh.example']) {
      const body = { email, workspace_id: workspace.body.data.workspace.id, role_id: owner };
      expect((await post(`/organizations/${organization}/invitations`, body)).status).toBe(201);
      tokens.push(await invitationToken());
    }
    const accept = (token: string | undefined, username: string) =>
      app.http.post(`/api/v1/invitations/${token}/accept`, { username, password: 'a heron stands in shallow water' });
    expect((await accept(tokens[0], 'first-owner')).status).toBe(200);
    expect(outcome(await accept(tokens[1], 'planted-owner'))).toEqual([410, 'INVITATION_EXPIRED']);
  });

  it('gets a new owner from the operator of the installation, and every previous owner is told', async () => {
    await app.app.get(AppointOwner, { strict: false }).execute({ organizationId: 1, userId: await idOf('vera') });
    const told = (await mailbox.arrived(app)).map(({ to, subject }) => [to?.[0]?.address, subject]);
    expect(told).toContainEqual(['olivia@delta.example', 'Delta Analytics has a new owner']);
    expect(told).not.toContainEqual(['vera@delta.example', expect.anything()]);
    const { body } = await app.http.get('/api/v1/organizations/1/members?search=vera', { token: await as('vera') });
    expect(body.data.members[0].role.name).toBe('owner');
    await app.dataSource.query('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [
      await idOf('vera'),
      roles['viewer'],
    ]);
  });

  describe('lets an owner', () => {
    const REASON = 'Replaces the owner who left; ticket 4711.';
    const requests = '/organizations/1/access-requests';
    const ask = (body: object, who?: string) => post(requests, { reason: REASON, ...body }, who);
    const askForRole = (email: string, role = 'owner') => ask({ kind: 'give_role', email, role_id: roles[role] });
    const idIn = ({ body }: Answer): number => body.data.access_request.id;
    const decide = (id: number, decision: 'approve' | 'refuse', who = 'olivia') => post(`${requests}/${id}/${decision}`, undefined, who);

    it('approve one act of one system administrator, once and within a day', async () => {
      const asked = await askForRole('New.Owner@delta.example');
      expect([asked.status, asked.body.data.access_request]).toMatchObject([
        201,
        { kind: 'give_role', status: 'requested', emergency: false, subject: { email: 'new.owner@delta.example' } },
      ]);
      const [mail, ...others] = await mailbox.arrived(app);
      expect([mail?.to?.[0]?.address, mail?.text?.includes(REASON), others]).toEqual(['olivia@delta.example', true, []]);
      expect(outcome(await invite('owner', 'new.owner@delta.example'))).toEqual(REFUSED);
      expect((await decide(idIn(asked), 'approve')).body.data.access_request).toMatchObject({
        status: 'approved',
        requested_by: { user_id: await idOf('sysadmin'), username: 'sysadmin', display_name: null },
        decided_by: { user_id: await idOf('olivia'), username: 'olivia', display_name: 'Olivia Okafor' },
      });
      await secondAdmin('bystander');
      expect(outcome(await invite('owner', 'new.owner@delta.example', 'bystander'))).toEqual(REFUSED);
      expect(outcome(await invite('owner', OWN))).toEqual(REFUSED);
      expect(outcome(await invite('admin', 'new.owner@delta.example'))).toEqual(REFUSED);
      expect((await invite('owner', 'NEW.owner@delta.example')).status).toBe(201);
      const token = await invitationToken();
      expect(outcome(await invite('owner', 'new.owner@delta.example'))).toEqual(REFUSED);
      const body = { username: 'new-owner', password: 'a heron stands in shallow water' };
      expect((await app.http.post(`/api/v1/invitations/${token}/accept`, body)).status).toBe(200);
      const late = await askForRole('late@delta.example');
      await decide(idIn(late), 'approve');
      app.clock.advance({ hours: 24 });
      expect(outcome(await invite('owner', 'late@delta.example'))).toEqual(REFUSED);
    });

    it(
      'decide alone: no admin, no owner of another organization and no system administrator, least of all the one ' + 'who asks',
      async () => {
        const id = idIn(await askForRole('somebody@delta.example'));
        await secondAdmin('colleague');
        for (const who of ['adam', 'vera', 'oscar', 'sysadmin', 'colleague'])
          expect([who, ...outcome(await decide(id, 'approve', who))]).toEqual([who, 403, 'FORBIDDEN']);
        await join('sysadmin', 'owner');
        expect(outcome(await decide(id, 'approve', 'sysadmin'))).toEqual([403, 'FORBIDDEN']);
      },
    );

    it.each([
      [
        'demoted',
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'admin' AND is_built_in)`,
      ],
      ['suspended', 'UPDATE organization_members SET suspended_at = now()'],
      ['disabled', `UPDATE users SET status = 'disabled'`],
    ])('leave nothing in force when they are %s', async (_, how) => {
      const admin = await as('sysadmin');
      const seesData = async () => (await app.http.get('/api/v1/data-sources/1', { token: admin })).status === 200;
      const adam = await idOf('adam');
      await app.dataSource.query('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [
        adam,
        roles['owner'],
      ]);
      for (const asked of [await askForRole('left@delta.example'), await ask({ kind: 'act_as_owner' })])
        expect((await decide(idIn(asked), 'approve', 'adam')).status).toBe(200);
      expect(await seesData()).toBe(true);
      const column = how.includes('users') ? 'id' : 'user_id';
      await app.dataSource.query(`${how} WHERE ${column} = $1`, [adam]);
      expect(await seesData()).toBe(false);
      expect(outcome(await invite('owner', 'left@delta.example'))).toEqual(REFUSED);
      await app.dataSource.query(
        `UPDATE organization_members SET suspended_at = NULL, role_id = $2 WHERE organization_id = 1 AND user_id = $1`,
        [adam, roles['admin']],
      );
    });

    it('refuse, which is final, and leaves an approval to one of twenty at once', async () => {
      const id = idIn(await askForRole('refused@delta.example'));
      expect((await decide(id, 'refuse')).status).toBe(200);
      expect(outcome(await decide(id, 'approve'))).toEqual([409, 'CONFLICT']);
      const other = idIn(await askForRole('twenty@delta.example'));
      const token = await as('olivia');
      const path = `/api/v1${requests}/${other}/approve`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.http.post(path, {}, { token })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)]);
    });

    it('cannot approve with a session that is merely live, nor a request that is older than three days', async () => {
      const id = idIn(await askForRole('old@delta.example'));
      const token = await as('olivia');
      app.clock.advance({ minutes: 10 });
      const path = `/api/v1${requests}/${id}/approve`;
      expect(outcome(await app.http.post(path, {}, { token }))).toEqual([401, 'STEP_UP_REQUIRED']);
      app.clock.advance({ hours: 72 });
      expect(outcome(await decide(id, 'approve'))).toEqual([409, 'CONFLICT']);
      const { body } = await app.http.get(`/api/v1${requests}`, { token: await as('olivia') });
      expect(body.data.access_requests[0]).toMatchObject({ id, status: 'expired' });
    });

    it('let an owner in who lost every factor', async () => {
      const olivia = await idOf('olivia');
      const asked = await ask({ kind: 'reset_factors', user_id: olivia });
      expect(outcome(await post(`/users/${olivia}/mfa-reset`))).toEqual(REFUSED);
      await decide(idIn(asked), 'approve');
      expect((await post(`/users/${olivia}/mfa-reset`)).status).toBe(200);
      expect(outcome(await post(`/users/${olivia}/mfa-reset`))).toEqual(REFUSED);
    });

    it('are asked again for a person who has a new factor by then', async () => {
      const olivia = await idOf('olivia');
      const asked = await ask({ kind: 'reset_factors', user_id: olivia });
      await decide(idIn(asked), 'approve');
      await app.app.get(ImportTotp, { strict: false }).execute({ userId: olivia, name: 'New', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' });
      expect(outcome(await post(`/users/${olivia}/mfa-reset`))).toEqual(REFUSED);
      const again = await ask({ kind: 'reset_factors', user_id: olivia });
      expect([again.status, idIn(again) === idIn(asked)]).toEqual([201, false]);
      await app.dataSource.query('DELETE FROM mfa_factors WHERE user_id = $1', [olivia]);
    });

    describe('hear of an emergency, and end it', () => {
      const seesData = async () => (await app.http.get('/api/v1/data-sources/1', { token: await as('sysadmin') })).status;
      const emergency = (kind = 'act_as_owner', more = {}) => ask({ kind, emergency: true, ...more });

      it('which shows the data to a system administrator for an hour, and mails every owner, the disabled ones too', async () => {
        await app.dataSource.query(`UPDATE users SET status = 'disabled' WHERE username = 'olivia'`);
        expect(await seesData()).toBe(403);
        const asked = await emergency();
        expect([asked.status, asked.body.data.access_request]).toMatchObject([
          201,
          { kind: 'act_as_owner', emergency: true, status: 'approved' },
        ]);
        const told = (await mailbox.arrived(app)).map(({ to, subject }) => [to?.[0]?.address, subject]);
        expect(told).toContainEqual(['olivia@delta.example', 'Emergency access of a system administrator to Delta Analytics']);
        expect(await seesData()).toBe(200);
        const listed = await app.http.get('/api/v1/data-sources', { token: await as('sysadmin') });
        expect(listed.body.data.data_sources.length).toBeGreaterThan(0);
        const elsewhere = await app.http.get('/api/v1/data-sources?organization_id=2', { token: await as('sysadmin') });
        expect(elsewhere.status === 403 || elsewhere.body.data.data_sources.length === 0).toBe(true);
        const rows = await app.dataSource.query(
          `SELECT action, outcome, organization_id FROM audit_events WHERE action = 'access_request.created' ORDER BY id DESC LIMIT 1`,
        );
        expect(rows).toEqual([{ action: 'access_request.created', outcome: 'success', organization_id: 1 }]);
        app.clock.advance({ minutes: 59 });
        expect(await seesData()).toBe(200);
        app.clock.advance({ minutes: 1 });
        expect(await seesData()).toBe(403);
      });

      it('at once', async () => {
        const id = idIn(await emergency());
        expect(await seesData()).toBe(200);
        expect((await decide(id, 'refuse')).status).toBe(200);
        expect(await seesData()).toBe(403);
      });

      it('for a day: what an owner has ended does not begin anew', async () => {
        expect((await decide(idIn(await emergency()), 'refuse')).status).toBe(200);
        expect(outcome(await emergency())).toEqual([409, 'CONFLICT']);
        expect(outcome(await emergency('reset_factors', { user_id: await idOf('olivia') }))).toEqual([409, 'CONFLICT']);
        expect((await ask({ kind: 'act_as_owner' })).status).toBe(201);
        app.clock.advance({ hours: 24 });
        expect((await emergency()).status).toBe(201);
      });

      it('which gives no one a role that outlives it', async () => {
        await emergency();
        expect(outcome(await invite('viewer', OWN))).toEqual(REFUSED);
        expect(outcome(await post('/organizations/1/roles', { name: 'All', permissions: ['*'] }))).toEqual([403, 'FORBIDDEN']);
        const connection = await emergency('activate_connection', { connection_id: 1 });
        const role = await emergency('give_role', { email: OWN, role_id: roles['owner'] });
        expect([connection, role].map(outcome)).toEqual([
          [400, 'VALIDATION_FAILED'],
          [400, 'VALIDATION_FAILED'],
        ]);
      });

      it('which helps an owner in who lost every factor, once', async () => {
        const olivia = await idOf('olivia');
        expect((await emergency('reset_factors', { user_id: olivia })).status).toBe(201);
        expect((await post(`/users/${olivia}/mfa-reset`)).status).toBe(200);
        expect(outcome(await post(`/users/${olivia}/mfa-reset`))).toEqual(REFUSED);
        const subjects = (await mailbox.arrived(app)).map(({ subject }) => subject);
        expect(subjects[0]).toContain('Emergency access');
      });
    });

    it.each([
      [{ kind: 'give_role' }, 'email'],
      [{ kind: 'give_role', email: 'a@b.example', role_id: 2_000_000_000 }, 'role_id'],
      [{ kind: 'give_role', email: 'none', role_id: 1 }, 'email'],
      [{ kind: 'reset_factors', user_id: 2_000_000_000 }, 'user_id'],
      [{ kind: 'everything' }, 'kind'],
      [{ kind: 'act_as_owner', reason: 'short' }, 'reason'],
      [{ kind: 'act_as_owner', reason: 'one line\nand another' }, 'reason'],
      [{ kind: 'act_as_owner', status: 'approved' }, 'status'],
    ])('not be bothered with %j', async (body, field) => {
      const answer = await ask(body);
      expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
      expect(await mailbox.arrived(app)).toEqual([]);
    });
  });
});
