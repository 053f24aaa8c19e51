import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { PurgeInvitations } from '../../src/invitations/application/purge-invitations.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { type InvitationMail, InvitationMails } from '../support/invitation-mails.js';
import { logInWithTotp } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';
const INVITATIONS = '/api/v1/organizations/1/invitations';
const WRONG_TOKEN = 'A'.repeat(43);
const outcome = ({ status, body }: Answer) => [status, body.code];
const fieldsOf = ({ body }: Answer) => body.details.map(({ field }: { field: string }) => field);

describe('invitations', () => {
  let mails: InvitationMails;
  let app: TestApp;
  let olivia: string;
  let people = 0;

  beforeAll(async () => {
    mails = await InvitationMails.open();
    app = await startTestApp({ environment: mails.environment });
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    olivia = await as('olivia');
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });

  const as = async (username: string, password?: string) => (await logIn(app.http, username, password)).accessToken;
  const someone = () => `guest${(people += 1)}@elsewhere.example`;
  const roleId = async (name: string, organizationId = 1): Promise<number> =>
    (await app.dataSource.query('SELECT id FROM roles WHERE organization_id = $1 AND name = $2', [organizationId, name]))[0].id;
  const userId = async (username: string): Promise<number> =>
    (await app.dataSource.query('SELECT id FROM users WHERE username = $1', [username]))[0].id;

  async function createWorkspace(name: string): Promise<number> {
    const { body } = await app.http.post('/api/v1/organizations/1/workspaces', { name }, { token: olivia });
    return body.data.workspace.id;
  }
  async function createRole(name: string, permissions: string[]): Promise<number> {
    const { body } = await app.http.post('/api/v1/organizations/1/roles', { name, permissions }, { token: olivia });
    return body.data.role.id;
  }
  interface Wish {
    readonly email?: string;
    readonly role?: string | number;
    readonly workspace?: number;
    readonly token?: string;
  }
  async function tryToInvite({ email = someone(), role = 'viewer', workspace = 1, token = olivia }: Wish = {}) {
    const role_id = typeof role === 'number' ? role : await roleId(role);
    return app.http.post(INVITATIONS, { email, workspace_id: workspace, role_id }, { token });
  }
  async function invite(wish: Wish = {}): Promise<InvitationMail & { id: number; email: string }> {
    const answer = await tryToInvite(wish);
    if (answer.status !== 201) throw new Error(`Inviting answered ${answer.status} ${answer.text}`);
    const { id, email } = answer.body.data.invitation;
    return { ...(await mails.next(app, email)), id, email };
  }
  const read = (token: string) => app.http.get(`/api/v1/invitations/${token}`);
  const accept = (token: string, body: unknown, bearer?: string) =>
    app.http.post(`/api/v1/invitations/${token}/accept`, body, { token: bearer });
  const join = (token: string, username: string, password = PASSWORD) => accept(token, { username, password });
  const resend = (id: number, token = olivia) => app.http.post(`${INVITATIONS}/${id}/resend`, undefined, { token });
  const revoke = (id: number, token = olivia) => app.http.delete(`${INVITATIONS}/${id}`, { token });
  const list = (query = '', token = olivia) => app.http.get(`${INVITATIONS}${query}`, { token });
  const mailOf = async (id: number) => (await list('?limit=100')).body.data.invitations.find((one: { id: number }) => one.id === id).mail;
  const memberships = async (email: string): Promise<unknown> =>
    (
      await app.dataSource.query(
        `SELECT (SELECT count(*)::int FROM users WHERE email_key = lower($1)) AS accounts,
                (SELECT count(*)::int FROM organization_members m JOIN users u ON u.id = m.user_id
                  WHERE u.email_key = lower($1) AND m.organization_id = 1) AS organization,
                (SELECT count(*)::int FROM workspace_members m JOIN users u ON u.id = m.user_id
                  WHERE u.email_key = lower($1)) AS workspaces`,
        [email],
      )
    )[0];
  const mailCount = async (email: string): Promise<number> =>
    (await app.dataSource.query('SELECT count(*)::int AS n FROM outbox_mails WHERE recipient = $1', [email]))[0].n;

  describe('whose mail does not arrive', () => {
    it.each([
      [550, 'undeliverable'],
      [451, 'waiting'],
    ])('say so with the reason in the list, after an answer %d', async (code, state) => {
      const email = someone();
      const { id } = (await tryToInvite({ email })).body.data.invitation;
      await mails.refuse(app, email, code);
      expect(await mailOf(id)).toEqual({ state, reason: `EMESSAGE ${code} at DATA` });
    });

    it('begin anew with the next mail', async () => {
      const email = someone();
      const { id } = (await tryToInvite({ email })).body.data.invitation;
      await mails.refuse(app, email, 550);
      expect((await resend(id)).body.data.invitation.mail).toEqual({ state: 'waiting', reason: null });
      await mails.refuse(app, email, 550);
      expect(await mailOf(id)).toMatchObject({ state: 'undeliverable' });
    });

    it('say that a mail server has taken it', async () => {
      const { id } = await invite();
      expect(await mailOf(id)).toEqual({ state: 'delivered', reason: null });
    });
  });

  describe('are sent', () => {
    it('with a token that is in the mail only: no answer has it, and of it only a hash is stored [statements 38, 57]', async () => {
      const email = 'Ines.Ferreira@Elsewhere.example';
      const answer = await tryToInvite({ email, role: 'editor' });
      const { token, link, subject, text } = await mails.next(app, email);
      expect(answer.status).toBe(201);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual({
        success: true,
        message: 'Invitation sent.',
        data: {
          message: 'Invitation sent.',
          invitation: {
            id: expect.any(Number),
            email,
            organization: { id: 1, name: 'Delta Analytics' },
            workspace: { id: 1, name: 'Hydrology' },
            role: { id: await roleId('editor'), name: 'editor' },
            expires_at: new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
            status: 'pending',
            invited_by: { user_id: await userId('olivia'), username: 'olivia', display_name: 'Olivia Okafor' },
            created_at: app.clock.now().toISOString(),
            accepted_at: null,
            mail: { state: 'waiting', reason: null },
          },
        },
      });
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(link).toBe(`http://headgate.test/invitations#token=${token}`);
      expect(subject).toBe('Invitation to Delta Analytics on Headgate');
      for (const part of ['olivia', 'Delta Analytics', 'Hydrology', 'editor']) expect(text).toContain(part);
      const [{ dump }] = await app.dataSource.query(
        `SELECT (SELECT string_agg(i::text, '') FROM invitations i) || (SELECT string_agg(m::text, '') FROM outbox_mails m)
                || (SELECT string_agg(a::text, '') FROM audit_events a) AS dump`,
      );
      const again = await resend(answer.body.data.invitation.id);
      expect(again.status).toBe(200);
      const later = await mails.next(app, email);
      for (const shown of [answer.text, again.text, (await list()).text, (await read(later.token)).text, dump, app.log.join('')])
        for (const secret of [token, later.token]) expect(shown).not.toContain(secret);
      expect(dump).toContain(email);
    });

    it('with a link to the configured host, whatever the request says', async () => {
      const email = someone();
      const headers = {
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
        Origin: 'http://evil.example',
      };
      const body = { email, workspace_id: 1, role_id: await roleId('viewer') };
      expect((await app.http.post(INVITATIONS, body, { token: olivia, headers })).status).toBe(201);
      const { text, link } = await mails.next(app, email);
      expect(link).toMatch(/^http:\/\/headgate\.test\//);
      expect(text).not.toContain('evil.example');
    });

    it('without a mail line that a person’s name made [statement 54]', async () => {
      const rename = (name: string) => app.http.patch('/api/v1/organizations/1', { name }, { token: olivia });
      const forged = 'Delta\r\nBcc: all@evil.example\r\n\r\nhttps://evil.example';
      expect((await rename(forged)).status).toBe(400);
      // As another way in, such as provisioning, might leave it.
      await app.dataSource.query('UPDATE organizations SET name = $1 WHERE id = 1', [forged]);
      const { subject, headers, text } = await invite();
      await app.dataSource.query(`UPDATE organizations SET name = 'Delta Analytics' WHERE id = 1`);
      expect(subject).toBe('Invitation to Delta Bcc: all@evil.\u200Bexample https:\u200B//evil.\u200Bexample on Headgate');
      expect(headers).not.toContain('bcc');
      expect(text).not.toMatch(/https:\/\/evil/);
      for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'a@b.example\n.\nDATA'])
        expect([email, ...fieldsOf(await tryToInvite({ email }))]).toEqual([email, 'email']);
    });

    it('with the same answer and the same mail, whether or not the address has an account [statement 13]', async () => {
      const workspace = await createWorkspace('Same for all');
      const stranger = someone();
      const [known, unknown] = ['nora@headgate.example', stranger];
      const answers = [await tryToInvite({ email: known, workspace }), await tryToInvite({ email: unknown, workspace })];
      const texts = [await mails.next(app, known), await mails.next(app, unknown)];
      const faceless = (text: string) =>
        text
          .replaceAll(known, 'X')
          .replaceAll(unknown, 'X')
          .replaceAll(/[\w-]{43}|"id":\d+|"request_id":"[^"]*"/g, '');
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(faceless(answers[0]?.text ?? '')).toBe(faceless(answers[1]?.text ?? ''));
      expect(faceless(texts[0]?.text ?? '')).toBe(faceless(texts[1]?.text ?? ''));
      const views = await Promise.all(texts.map(({ token }) => read(token)));
      expect(faceless(views[0]?.text ?? '')).toBe(faceless(views[1]?.text ?? ''));
    });

    it('only by people who may invite: 403 for viewers, editors and other organizations, without a mail', async () => {
      const email = someone();
      for (const name of ['vera', 'oscar', 'nora']) {
        expect([name, ...outcome(await tryToInvite({ email, token: await as(name) }))]).toEqual([name, 403, 'FORBIDDEN']);
      }
      expect(await mailCount(email)).toBe(0);
      expect((await tryToInvite({ email, token: await as('adam') })).status).toBe(201);
    });

    it('not because of a role in a workspace alone: the guest would get it in the whole organization', async () => {
      const inviter = await createRole('Inviter', ['member.invite', 'workspace.read']);
      const vera = await userId('vera');
      const body = { user_id: vera, role_id: inviter };
      expect((await app.http.post('/api/v1/workspaces/1/members', body, { token: olivia })).status).toBe(201);
      expect((await tryToInvite({ token: await as('vera') })).status).toBe(403);
      await app.http.delete(`/api/v1/workspaces/1/members/${vera}`, { token: olivia });
    });

    it('never with a role or workspace of another organization: 400 that names each', async () => {
      const foreignRole = await roleId('viewer', 2);
      const { body } = await app.http.post('/api/v1/organizations/2/workspaces', { name: 'Foreign' }, { token: await as('oscar') });
      const foreign = { workspace: body.data.workspace.id as number, role: foreignRole };
      const answer = await tryToInvite(foreign);
      expect([...outcome(answer), fieldsOf(answer)]).toEqual([400, 'VALIDATION_FAILED', ['workspace_id', 'role_id']]);
      expect(fieldsOf(await tryToInvite({ role: foreignRole }))).toEqual(['role_id']);
      expect(fieldsOf(await tryToInvite({ workspace: 999_999 }))).toEqual(['workspace_id']);
      const nowhere = await app.http.post(
        '/api/v1/organizations/999999/invitations',
        { email: someone(), workspace_id: 1, role_id: 1 },
        { token: await as('sysadmin') },
      );
      expect(outcome(nowhere)).toEqual([404, 'NOT_FOUND']);
    });

    it.each([
      [{ email: 'no address' }, 'email'],
      [{ email: ['a@b.example'] }, 'email'],
      [{ email: `${'a'.repeat(400)}@b.example` }, 'email'],
      [{ workspace_id: '1' }, 'workspace_id'],
      [{ role_id: 2_147_483_648 }, 'role_id'],
      [{ status: 'accepted' }, 'status'],
      [{ token: WRONG_TOKEN }, 'token'],
      [{ invited_by: 1 }, 'invited_by'],
      [{ organization_id: 2 }, 'organization_id'],
    ])('never with %j: 400 that names it', async (part, field) => {
      const body = { email: someone(), workspace_id: 1, role_id: await roleId('viewer'), ...part };
      const answer = await app.http.post(INVITATIONS, body, { token: olivia });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    });

    it('never to a member of the workspace: 409; but to a member of the organization only', async () => {
      const workspace = await createWorkspace('Members only');
      const { token } = await invite({ email: 'vera@delta.example', workspace, role: 'editor' });
      expect((await accept(token, undefined, await as('vera'))).status).toBe(200);
      expect(outcome(await tryToInvite({ email: 'VERA@delta.example', workspace }))).toEqual([409, 'CONFLICT']);
      const { body } = await app.http.get('/api/v1/organizations/1/members?search=vera', { token: olivia });
      expect(body.data.members[0].role.name).toBe('viewer');
    });
  });

  describe('in the list', () => {
    it('show their state and never a token, page by page, to people who may invite [statement 57]', async () => {
      const workspace = await createWorkspace('Listed');
      const [pending, accepted, revoked, late] = [
        await invite({ workspace }),
        await invite({ workspace }),
        await invite({ workspace }),
        await invite({ workspace }),
      ];
      expect((await join(accepted.token, 'listed-guest')).status).toBe(200);
      await revoke(revoked.id);
      await app.dataSource.query('UPDATE invitations SET expires_at = $2 WHERE id = $1', [late.id, app.clock.now()]);
      const expected = { pending, accepted, revoked, expired: late };
      for (const [status, { id }] of Object.entries(expected)) {
        const { body } = await list(`?status=${status}&limit=100`);
        expect([status, body.data.invitations.map((one: { id: number }) => one.id)]).toEqual([status, expect.arrayContaining([id])]);
        expect(new Set(body.data.invitations.map((one: { status: string }) => one.status))).toEqual(new Set([status]));
        expect(body.data.pagination.total).toBe(body.data.invitations.length);
      }
      const all = await list('?limit=100');
      expect(all.headers.get('cache-control')).toBe('no-store');
      for (const { token } of Object.values(expected)) expect(all.text).not.toContain(token);
      const ids = all.body.data.invitations.map((one: { id: number }) => one.id);
      const second = await list('?page=2&limit=2');
      expect(second.body.data.invitations.map((one: { id: number }) => one.id)).toEqual(ids.slice(2, 4));
      expect((await list('?page=9999')).body.data.invitations).toEqual([]);
      const found = all.body.data.invitations.find((one: { id: number }) => one.id === accepted.id);
      expect(found.accepted_at).toBe(app.clock.now().toISOString());
    });

    it.each(['?status=open', '?status=', '?status=pending&status=revoked', '?limit=101', '?page=0'])(
      'are asked for properly: 400 for %s',
      async (query) => {
        expect(outcome(await list(query))).toEqual([400, 'VALIDATION_FAILED']);
      },
    );
  });

  describe('are not seen by others', () => {
    it('not by an admin of another organization, who can neither read, resend nor revoke them [statement 58]', async () => {
      const { id, token } = await invite();
      const oscar = await as('oscar');
      for (const path of [INVITATIONS, '/api/v1/organizations/2/invitations']) {
        const expected = path === INVITATIONS ? [403, 'FORBIDDEN'] : [404, 'NOT_FOUND'];
        expect(outcome(await app.http.post(`${path}/${id}/resend`, undefined, { token: oscar }))).toEqual(expected);
        expect(outcome(await app.http.delete(`${path}/${id}`, { token: oscar }))).toEqual(expected);
      }
      expect(outcome(await list('', oscar))).toEqual([403, 'FORBIDDEN']);
      const own = await app.http.get('/api/v1/organizations/2/invitations', { token: oscar });
      expect([own.status, own.body.data.invitations]).toEqual([200, []]);
      expect((await read(token)).status).toBe(200);
    });

    it('not by a member who may not invite', async () => {
      const { id } = await invite();
      const vera = await as('vera');
      for (const answer of [await list('', vera), await resend(id, vera), await revoke(id, vera)])
        expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
    });

    it('and an unknown one is 404, a malformed id 400', async () => {
      expect(outcome(await resend(999_999))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await revoke(999_999))).toEqual([404, 'NOT_FOUND']);
      expect((await app.http.delete(`${INVITATIONS}/1e3`, { token: olivia })).status).toBe(400);
    });
  });

  describe('in public', () => {
    it('show exactly what the specification says to the holder of the token', async () => {
      const { token, id, email } = await invite({ role: 'editor' });
      const answer = await read(token);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          success: true,
          message: 'Invitation found.',
          data: {
            message: 'Invitation found.',
            invitation: {
              id,
              email,
              organization: { id: 1, name: 'Delta Analytics' },
              workspace: { id: 1, name: 'Hydrology' },
              role: { id: await roleId('editor'), name: 'editor' },
              expires_at: new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
              sso: null,
            },
          },
        },
      ]);
      expect((await read(token)).status).toBe(200);
    });

    it.each([WRONG_TOKEN, 'x', '1', `${'A'.repeat(42)}B`, "'%20OR%201=1", '%00', 'a'.repeat(5_000)])(
      'are not found by %j: 404',
      async (token) => {
        expect(outcome(await read(token))).toEqual([404, 'INVITATION_NOT_FOUND']);
        expect(outcome(await join(token, 'nobody'))).toEqual([404, 'INVITATION_NOT_FOUND']);
      },
    );
  });

  describe('are accepted', () => {
    it('by a new person: an account with the invited address, verified, in workspace and organization', async () => {
      const workspace = await createWorkspace('Newcomers');
      const { token, email, id } = await invite({ role: 'editor', workspace });
      const answer = await join(token, 'newcomer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const newcomer = String(await userId('newcomer'));
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          success: true,
          message: 'Invitation accepted.',
          data: {
            organization: { id: 1, name: 'Delta Analytics' },
            workspace: { id: workspace, name: 'Newcomers' },
            role: { id: await roleId('editor'), name: 'editor' },
            user: { id: newcomer, username: 'newcomer', email },
            message: 'Invitation accepted.',
          },
        },
      ]);
      const [account] = await app.dataSource.query('SELECT * FROM users WHERE username = $1', ['newcomer']);
      expect(account).toMatchObject({ email, email_verified_at: app.clock.now(), is_system_admin: false });
      const bearer = await as('newcomer', PASSWORD);
      const { body } = await app.http.get('/api/v1/me', { token: bearer });
      expect(body.data.organizations).toMatchObject([{ id: 1, name: 'Delta Analytics', role: 'editor' }]);
      const members = await app.http.get(`/api/v1/workspaces/${workspace}/members`, { token: bearer });
      expect(members.body.data.members).toMatchObject([{ username: 'newcomer', role: { name: 'editor' } }]);
      expect(outcome(await read(token))).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
      for (const again of [await join(token, 'second'), await accept(token, undefined, bearer)])
        expect(outcome(again)).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
      expect(outcome(await resend(id))).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
      expect(outcome(await revoke(id))).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
    });

    it('with the name that others are to call them, which belongs to a new account', async () => {
      const { token, email } = await invite();
      expect((await accept(token, { display_name: 'Ines Castro' })).status).toBe(400);
      expect((await accept(token, { username: 'ines.castro', password: PASSWORD, display_name: '\u2800' })).status).toBe(400);
      const account = { username: 'ines.castro', password: PASSWORD, display_name: ' Ines Castro' };
      expect((await accept(token, account)).status).toBe(200);
      expect(await app.dataSource.query('SELECT display_name, is_name_own FROM users WHERE email_key = lower($1)', [email])).toEqual([
        { display_name: 'Ines Castro', is_name_own: true },
      ]);
    });

    it('by the account with the invited address, in any case', async () => {
      const workspace = await createWorkspace('Known people');
      const { token } = await invite({ email: 'Nora@Headgate.example', workspace });
      const answer = await accept(token, undefined, await as('nora'));
      expect([answer.status, answer.body.data.user]).toEqual([
        200,
        { id: String(await userId('nora')), username: 'nora', email: 'nora@headgate.example' },
      ]);
      expect(await memberships('nora@headgate.example')).toEqual({ accounts: 1, organization: 1, workspaces: 1 });
    });

    it('with the token in the body, as pages do: the same answers, and the same errors', async () => {
      const open = (given: string) => app.http.post('/api/v1/invitations/open', { token: given });
      const acceptBy = (body: object, bearer?: string) => app.http.post('/api/v1/invitations/accept', body, { token: bearer });
      const { token } = await invite({ email: 'fleur@headgate.example' });
      const [byBody, byPath] = [await open(token), await read(token)];
      expect([byBody.status, byBody.body]).toEqual([200, byPath.body]);
      expect(outcome(await acceptBy({ token }))).toEqual([400, 'VALIDATION_FAILED']);
      expect(outcome(await acceptBy({ token }, await as('oscar')))).toEqual([403, 'FORBIDDEN']);
      const joined = await acceptBy({ token, username: 'fleur', password: PASSWORD });
      expect([joined.status, joined.body.data.user.email]).toEqual([200, 'fleur@headgate.example']);
      for (const again of [await open(token), await acceptBy({ token }, await as('fleur', PASSWORD))])
        expect(outcome(again)).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
      for (const unknown of [await open('nobody'), await acceptBy({ token: 'nobody', username: 'nobody', password: PASSWORD })])
        expect(outcome(unknown)).toEqual([404, 'INVITATION_NOT_FOUND']);
    });

    it('with the token in the path, and are told that this way ends, also by an error', async () => {
      const tells = ({ headers }: { readonly headers: Headers }) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
      const { token } = await invite();
      const ends = ['@1795910400', 'Tue, 01 Jun 2027 00:00:00 GMT'];
      expect(tells(await accept('nobody', { username: 'by.path', password: PASSWORD }))).toEqual([...ends, null]);
      expect(tells(await accept(token, { username: 'by.path', password: PASSWORD }))).toEqual([
        ...ends,
        '</docs>; rel="deprecation"; type="text/html"',
      ]);
      expect(tells(await read(token))).toEqual([null, null, null]);
    });

    it('or not: who declines ends the link, and whoever invited them sees it', async () => {
      const decline = (given: string) => app.http.post('/api/v1/invitations/decline', { token: given });
      const { id, token } = await invite();
      const answer = await decline(token);
      expect([answer.status, answer.body.data]).toEqual([200, { success: true }]);
      for (const again of [await decline(token), await read(token), await join(token, 'regretful')])
        expect(outcome(again)).toEqual([410, 'INVITATION_EXPIRED']);
      expect(outcome(await decline('nobody'))).toEqual([404, 'INVITATION_NOT_FOUND']);
      expect(outcome(await resend(id))).toEqual([409, 'CONFLICT']);
      const { body } = await list('?status=declined');
      expect(body.data.invitations).toEqual([expect.objectContaining({ id, status: 'declined', accepted_at: null })]);
      expect((await list('?status=revoked&limit=100')).body.data.invitations).not.toContainEqual(expect.objectContaining({ id }));
    });

    it('with the role that the newest mail names; then they may leave the workspace and the organization', async () => {
      const workspace = await createWorkspace('Passing through');
      const { id, email } = await invite({ workspace });
      expect((await tryToInvite({ email, workspace, role: 'editor' })).body).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/Send that invitation again, with another role/),
      });
      const changed = await app.http.post(`${INVITATIONS}/${id}/resend`, { role_id: await roleId('editor') }, { token: olivia });
      expect([changed.status, changed.body.data.invitation.role.name]).toEqual([200, 'editor']);
      await join((await mails.next(app, email)).token, 'passenger');
      const token = await as('passenger', PASSWORD);
      const placesOf = async () => {
        const { organizations, workspaces } = (await app.http.get('/api/v1/me', { token })).body.data;
        return [...organizations, ...workspaces].map(({ name, role }: { name: string; role: string }) => `${name}: ${role}`);
      };
      expect(await placesOf()).toEqual(['Delta Analytics: editor', 'Passing through: editor']);
      for (const [path, left] of [
        [`workspaces/${workspace}`, ['Delta Analytics: editor']],
        ['organizations/1', []],
      ] as const) {
        const leave = () => app.http.delete(`/api/v1/me/${path}`, { token });
        expect((await leave()).body.data).toEqual({ success: true });
        expect(await placesOf()).toEqual(left);
        expect(outcome(await leave())).toEqual([404, 'NOT_FOUND']);
      }
      expect(outcome(await app.http.delete('/api/v1/me/organizations/1', { token: await as('oscar') }))).toEqual([404, 'NOT_FOUND']);
    });

    it('by no other account: 403, and the invitation stays open [statement 57]', async () => {
      const { token } = await invite();
      expect(outcome(await accept(token, undefined, await as('oscar')))).toEqual([403, 'FORBIDDEN']);
      expect((await read(token)).status).toBe(200);
      expect(await memberships('oscar@estuary.example')).toMatchObject({ organization: 0, workspaces: 0 });
    });

    it('with an access token only if it is valid: 401, never as a new person', async () => {
      const { token, email } = await invite();
      const path = `/api/v1/invitations/${token}/accept`;
      const body = { username: 'sneaky', password: PASSWORD };
      for (const authorization of ['Bearer nonsense', `Bearer ${olivia}x`, 'Basic b2xpdmlhOng=', 'Bearer']) {
        const answer = await app.http.post(path, body, { headers: { Authorization: authorization } });
        expect([authorization, ...outcome(answer)]).toEqual([authorization, 401, 'UNAUTHORIZED']);
      }
      expect(await memberships(email)).toMatchObject({ accounts: 0 });
    });

    it.each([
      ['nothing', undefined, ['username', 'password']],
      ['an empty object', {}, ['username', 'password']],
      ['a username alone', { username: 'half' }, ['password']],
      ['a password alone', { password: PASSWORD }, ['username']],
      ['an e-mail address', { username: 'mass', password: PASSWORD, email: 'x@y.example' }, ['email']],
      ['a role', { username: 'mass', password: PASSWORD, role_id: 1 }, ['role_id']],
      ['a flag', { username: 'mass', password: PASSWORD, is_system_admin: true }, ['is_system_admin']],
      ['a weak password', { username: 'weak-one', password: 'short' }, ['password']],
      ['the organization’s name for a password', { username: 'weak-one', password: 'Delta Analytics Delta' }, ['password']],
      ['no username', { username: '<>', password: PASSWORD }, ['username']],
      ['null for both', { username: null, password: null }, ['username', 'password']],
    ])('not with %s: 400, and the invitation stays open', async (_, body, fields) => {
      const { token, email } = await invite();
      const answer = await accept(token, body);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
      expect((await read(token)).status).toBe(200);
      expect(await memberships(email)).toMatchObject({ accounts: 0 });
    });

    it('not with an access token and a new account at once: 400', async () => {
      const { token } = await invite({ email: 'oscar@estuary.example' });
      const oscar = await as('oscar');
      const answer = await accept(token, { username: 'oscar2', password: PASSWORD }, oscar);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ['username', 'password']]);
      expect((await accept(token, {}, oscar)).status).toBe(200);
    });

    it('once, by 20 who come at once with the same account, over two instances', async () => {
      const other = await startTestApp({
        clock: app.clock,
        database: { url: app.databaseUrl },
        environment: mails.environment,
      });
      const workspace = await createWorkspace('Rush');
      const { token } = await invite({ email: 'adam@delta.example', workspace });
      const adam = await as('adam');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? app : other).http.post(`/api/v1/invitations/${token}/accept`, undefined, { token: adam }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
      expect(await memberships('adam@delta.example')).toEqual({ accounts: 1, organization: 1, workspaces: 1 });
      await other.close();
    });

    it('each, when one person accepts for several workspaces at once', async () => {
      const email = 'sysadmin@headgate.example';
      const offers: string[] = [];
      for (const name of ['North', 'East', 'South', 'West'])
        offers.push((await invite({ email, workspace: await createWorkspace(name) })).token);
      const sysadmin = await as('sysadmin');
      const answers = await Promise.all(offers.map((token) => accept(token, undefined, sysadmin)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await memberships(email)).toEqual({ accounts: 1, organization: 1, workspaces: 4 });
    });

    it('or sent again, revoked or gone with their workspace, in any order, without a deadlock', async () => {
      for (let round = 0; round < 5; round += 1) {
        const workspace = await createWorkspace(`Meeting ${round}`);
        const [one, two] = [await invite({ workspace }), await invite({ workspace })];
        const answers = await Promise.all([
          join(one.token, `meeting-${round}`),
          resend(one.id),
          revoke(one.id),
          join(two.token, `parting-${round}`),
          resend(two.id),
          app.http.delete(`/api/v1/workspaces/${workspace}`, { token: olivia }),
        ]);
        for (const { status } of answers) expect([200, 400, 404, 409, 410]).toContain(status);
      }
    });

    it('never while their workspace is being deleted: acceptance waits for that, and neither waits in a circle', async () => {
      const workspace = await createWorkspace('Crossing');
      const { token } = await invite({ email: 'mia@delta.example', workspace });
      const { accessToken: mia } = await logInWithTotp(app);
      const deletion = app.dataSource.createQueryRunner();
      await deletion.startTransaction();
      await deletion.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [workspace]);
      const accepting = accept(token, undefined, mia);
      await eventually('the acceptance waits', async () => {
        const [{ waiting }] = await app.dataSource.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting > 0;
      });
      await deletion.query('DELETE FROM workspaces WHERE id = $1', [workspace]);
      await deletion.commitTransaction();
      await deletion.release();
      expect(outcome(await accepting)).toEqual([404, 'INVITATION_NOT_FOUND']);
    });
  });

  describe('end', () => {
    it('after seven days, for good: only sending them again brings them back [statement 59]', async () => {
      const workspace = await createWorkspace('Too late');
      const email = 'late@elsewhere.example';
      const home = await invite({ email });
      const { token, id } = await invite({ email, workspace });
      expect((await join(home.token, 'late-guest')).status).toBe(200);
      app.clock.advance({ days: 7 });
      olivia = await as('olivia');
      const expired = [410, 'INVITATION_EXPIRED'];
      expect(outcome(await read(token))).toEqual(expired);
      expect(outcome(await join(token, 'too-late'))).toEqual(expired);
      const guest = await as('late-guest', PASSWORD);
      expect(outcome(await accept(token, undefined, guest))).toEqual(expired);
      const change = { current_password: PASSWORD, new_password: 'an eel leaves the pond at night' };
      expect((await app.http.post('/api/auth/password', change, { token: guest })).status).toBe(200);
      await app.app.get(SetAccountStatus).execute({ login: email, status: 'disabled', actorUserId: null });
      await app.app.get(SetAccountStatus).execute({ login: email, status: 'active', actorUserId: null });
      const anew = await as('late-guest', change.new_password);
      expect(outcome(await accept(token, undefined, anew))).toEqual(expired);
      expect((await list('?status=expired&limit=100')).text).toContain(`"id":${id},`);
      const again = await resend(id);
      expect([again.status, again.body.data.invitation.status]).toEqual([200, 'pending']);
      const { token: fresh } = await mails.next(app, email);
      expect(outcome(await read(token))).toEqual([404, 'INVITATION_NOT_FOUND']);
      expect((await accept(fresh, undefined, anew)).status).toBe(200);
    });

    it('with their workspace: 404', async () => {
      const workspace = await createWorkspace('Short-lived');
      const { token } = await invite({ workspace });
      expect((await app.http.delete(`/api/v1/workspaces/${workspace}`, { token: olivia })).status).toBe(200);
      expect(outcome(await read(token))).toEqual([404, 'INVITATION_NOT_FOUND']);
    });

    it('and are forgotten 90 days later', async () => {
      const { id, token } = await invite();
      await revoke(id);
      app.clock.advance({ days: 89 });
      await app.app.get(PurgeInvitations, { strict: false }).execute();
      expect((await read(token)).status).toBe(410);
      app.clock.advance({ days: 2 });
      expect(await app.app.get(PurgeInvitations, { strict: false }).execute()).toBeGreaterThan(0);
      expect((await read(token)).status).toBe(404);
    });
  });

  describe('depend on their inviter', () => {
    const GONE = [410, 'INVITATION_EXPIRED'];
    const member = async () => `/api/v1/organizations/1/members/${await userId('adam')}`;
    const give = async (role: string) => app.http.patch(await member(), { role_id: await roleId(role) }, { token: olivia });

    it('and end with the inviter’s permission, until another person sends them again', async () => {
      const offer = await invite({ role: 'admin', token: await as('adam') });
      expect((await give('editor')).status).toBe(200);
      expect(outcome(await read(offer.token))).toEqual(GONE);
      expect(outcome(await join(offer.token, 'fallen'))).toEqual(GONE);
      expect(await memberships(offer.email)).toMatchObject({ accounts: 0 });
      expect((await give('admin')).status).toBe(200);
      expect((await read(offer.token)).status).toBe(200);
      await give('editor');
      const again = await resend(offer.id);
      expect(again.body.data.invitation.invited_by.username).toBe('olivia');
      expect((await join((await mails.next(app, offer.email)).token, 'risen')).status).toBe(200);
      await give('admin');
    });

    it('and end when the role comes to allow more than the inviter has', async () => {
      const role = await createRole('Growing', ['workspace.read']);
      const offer = await invite({ role, token: await as('adam') });
      const grow = (permissions: string[]) => app.http.put(`/api/v1/roles/${role}`, { permissions }, { token: olivia });
      expect((await grow(['workspace.read', 'abac.grant'])).status).toBe(200);
      expect(outcome(await join(offer.token, 'grown'))).toEqual(GONE);
      await grow(['workspace.read']);
      expect((await join(offer.token, 'grown')).status).toBe(200);
    });

    it('and can be sent again only within the new sender’s own grants', async () => {
      const offer = await invite({ role: 'owner' });
      expect(outcome(await resend(offer.id, await as('adam')))).toEqual([403, 'FORBIDDEN']);
      expect((await read(offer.token)).status).toBe(200);
    });

    it('which counts for a system administrator who is not a member, as far as they may give', async () => {
      const role = await createRole('Caretaker', ['workspace.read']);
      const { token } = await invite({ role, token: await as('sysadmin') });
      expect((await join(token, 'caretaker')).status).toBe(200);
    });
  });

  it('keep their role from being deleted while they are open, and its name after that', async () => {
    const role = await createRole('Temporary', ['workspace.read']);
    const { id } = await invite({ role });
    const remove = () => app.http.delete(`/api/v1/roles/${role}`, { token: olivia });
    expect(outcome(await remove())).toEqual([409, 'ROLE_IN_USE']);
    await revoke(id);
    expect((await remove()).status).toBe(200);
    const { body } = await list('?limit=100&status=revoked');
    const found = body.data.invitations.find((one: { id: number }) => one.id === id);
    expect(found.role).toEqual({ id: role, name: 'Temporary' });
  });

  it('leave one audit row for each step and each refusal, but for unknown tokens, none with a token or an address', async () => {
    const [{ last }] = await app.dataSource.query('SELECT max(id) AS last FROM audit_events');
    const { id, token, email } = await invite();
    await tryToInvite({ email });
    await join(token, 'olivia');
    await resend(id);
    const { token: fresh } = await mails.next(app, email);
    await read(token);
    await join(fresh, 'audited');
    await revoke(id);
    const rows = await app.dataSource.query(
      `SELECT action, outcome, target_type || ' ' || target_id AS target, organization_id, detail->>'reason' AS reason,
              detail::text AS detail FROM audit_events WHERE id > $1 AND action LIKE 'invitation.%' ORDER BY id`,
      [last],
    );
    const target = `invitation ${id}`;
    expect(rows).toMatchObject([
      { action: 'invitation.created', outcome: 'success', target, organization_id: 1, reason: null },
      { action: 'invitation.created', outcome: 'refused', target: null, organization_id: 1, reason: 'AlreadyInvited' },
      { action: 'invitation.accepted', outcome: 'refused', target, organization_id: 1, reason: 'NameTaken' },
      { action: 'invitation.resent', outcome: 'success', target, organization_id: 1, reason: null },
      { action: 'invitation.accepted', outcome: 'success', target, organization_id: 1, reason: null },
      {
        action: 'invitation.revoked',
        outcome: 'refused',
        target,
        organization_id: 1,
        reason: 'InvitationAlreadyAccepted',
      },
    ]);
    const counted = `SELECT FROM refusal_counts WHERE action = 'invitation.read' AND reason = 'unknown'`;
    expect((await app.dataSource.query(counted)).length).toBeGreaterThan(0);
    const details = rows.map(({ detail }: { detail: string }) => detail).join('');
    for (const secret of [token, fresh, email, PASSWORD, DEMO_PASSWORD]) expect(details).not.toContain(secret);
  });
});
