import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { logInWithTotp } from '../support/mfa.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { idOf, person, replacing, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { addPerson, userIdOf } from '../support/sign-on.js';
import { activeConnection, exchange, follow, ownDomain, signIn, startSsoApp, toCallback } from '../support/sso-login.js';
import { type LoggedIn, type TestApp, logIn } from '../support/test-app.js';

interface Mapped {
  readonly group: string;
  readonly role_id: number;
  readonly workspace_id?: number | null;
}

const MISSING = 2_000_000_000;

describe('groups among the claims of a login', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  let connection: number;
  let roles: Record<string, number>;
  let next = 0;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startOidcIdp({ accounts: [], clock: app.clock });
    [olivia, adam] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
    [vera, oscar] = [await logIn(app.http, 'vera'), await logIn(app.http, 'oscar')];
    await ownDomain(app, 'corp.example');
    await ownDomain(app, 'delta.example');
    const rows = await sql('SELECT id, name FROM roles WHERE organization_id = 1');
    roles = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });
  beforeEach(async () => {
    connection = await activeConnection(app, idp, { provisions: true });
  });

  const sql = (text: string, values: unknown[] = []): Promise<Record<string, never>[]> => app.dataSource.query(text, values);
  const role = (name: string): number => roles[name] ?? 0;
  const path = (id = connection): string => `/api/v1/sso/connections/${id}/group-mapping`;
  const read = (who: LoggedIn) => app.http.get(path(), { token: who.accessToken });
  const put = async (who: LoggedIn | null, body: object, headers?: Record<string, string>): Promise<Answer> => {
    const seen = headers ?? { 'If-Match': (await read(olivia)).headers.get('etag') ?? '' };
    return app.http.put(path(), body, { token: who?.accessToken, headers: seen });
  };
  const map = async (mappings: Mapped[], rest: object = {}, who = olivia): Promise<void> => {
    const { status, text } = await put(who, { mappings, ...rest });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  /** Somebody new at the provider. */
  const newcomer = (groups?: readonly string[]): string => {
    const sub = `person-${(next += 1)}`;
    idp.accounts.push({ sub, email: `${sub}@corp.example`, email_verified: true, ...(groups && { groups }) });
    return sub;
  };
  const inGroups = (sub: string, groups?: readonly string[]): void => {
    const at = idp.accounts.findIndex((one) => one.sub === sub);
    const { groups: _before, ...account } = idp.accounts[at] ?? { sub };
    idp.accounts[at] = { ...account, ...(groups && { groups }) };
  };
  const come = async (sub: string, through = connection): Promise<LoggedIn> => {
    const { status, body } = await exchange(app, (await signIn(app, idp, through, sub)).get('code'));
    expect(status).toBe(200);
    return { accessToken: body.access_token, refreshToken: body.refresh_token, userId: Number(body.user.id) };
  };
  const roleOf = async (userId: number): Promise<string | undefined> =>
    (
      await sql(
        'SELECT r.name FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE m.organization_id = 1 AND m.user_id = $1',
        [userId],
      )
    )[0]?.['name'];
  const workspacesOf = (userId: number) =>
    sql(
      `SELECT m.workspace_id AS id, r.name AS role FROM workspace_members m JOIN roles r ON r.id = m.role_id
        WHERE m.organization_id = 1 AND m.user_id = $1 ORDER BY m.workspace_id`,
      [userId],
    );
  const audited = (action: string, userId: number) =>
    sql('SELECT actor_user_id AS actor, outcome, detail FROM audit_events WHERE action = $1 AND target_id = $2 ORDER BY id', [
      action,
      String(userId),
    ]);
  const custom = async (permissions: string[]): Promise<number> =>
    (await app.http.post('/api/v1/organizations/1/roles', { name: `Custom ${(next += 1)}`, permissions }, { token: olivia.accessToken }))
      .body.data.role.id;
  const changeRole = (userId: number, roleId: number) =>
    app.http.patch(`/api/v1/organizations/1/members/${userId}`, { role_id: roleId }, { token: olivia.accessToken });
  /** A member of organization 1 with a role, who came through the connection. */
  const member = async (roleId: number): Promise<LoggedIn> => {
    const who = await come(newcomer());
    expect((await changeRole(who.userId, roleId)).status).toBe(200);
    return who;
  };

  describe('are mapped', () => {
    it('to nothing before the first time, and as it was put afterwards', async () => {
      const before = await read(olivia);
      expect([before.status, before.headers.get('etag')]).toEqual([200, '"0"']);
      const nothing = { mappings: [], absent_groups: 'keep', responsible_user_id: null };
      expect(before.body.data).toEqual({ group_mapping: nothing, is_withheld: false, message: 'Mapping found.' });
      const mappings = [
        { group: 'Admins', role_id: role('admin'), workspace_id: null },
        { group: 'Analysts', role_id: role('editor'), workspace_id: 1 },
      ];
      const answer = await put(olivia, { mappings, absent_groups: 'none' }, { 'If-Match': '"0"' });
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
      const after = { mappings, absent_groups: 'none', responsible_user_id: olivia.userId };
      expect((await read(adam)).body.data.group_mapping).toEqual(after);
      const [event] = await sql(
        `SELECT actor_user_id AS actor, detail FROM audit_events WHERE action = 'sso.group_mapping.replaced' ORDER BY id DESC`,
      );
      expect(event).toMatchObject({
        actor: olivia.userId,
        detail: { mappings: [`Admins ${role('admin')} `, `Analysts ${role('editor')} 1`] },
      });
      expect(outcome(await put(adam, { mappings: [] }, { 'If-Match': '"0"' }))).toEqual([412, 'PRECONDITION_FAILED']);
    });

    it.each<[string, unknown]>([
      ['no name', { group: '' }],
      ['a name with a control character', { group: 'Analy\u0000sts' }],
      ['a name of two lines', { group: 'Analysts\nAdmins' }],
      ['half a character', { group: 'Analysts \ud800' }],
      ['a name that begins with a space', { group: ' Analysts' }],
      ['a name that is too long', { group: 'a'.repeat(256) }],
      ['a number', { group: 7 }],
      ['no role', { group: 'a', role_id: undefined }],
      ['a role that is not there', { group: 'a', role_id: MISSING }],
      ['a workspace that is not there', { group: 'a', workspace_id: MISSING }],
    ])('not from %s', async (_what, change) => {
      const answer = await put(olivia, { mappings: [{ group: 'a', role_id: role('editor'), ...(change as object) }] });
      expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect((await read(olivia)).headers.get('etag')).toBe('"0"');
    });

    it('not to the role of owners, twice at a place, by 501 rows, or by an unknown word for absent groups', async () => {
      const row = { group: 'a', role_id: role('editor') };
      for (const body of [
        { mappings: [{ ...row, role_id: role('owner') }] },
        { mappings: [row, row] },
        { mappings: Array.from({ length: 501 }, (_, at) => ({ ...row, group: `g${at}` })) },
        { mappings: [row], absent_groups: 'strip' },
      ])
        expect(outcome(await put(olivia, body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('not to roles and workspaces of another organization, and not by its people', async () => {
      const [foreign] = await sql('SELECT id FROM roles WHERE organization_id = 2 LIMIT 1');
      const [other] = await sql(
        `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
         VALUES (2, 'Foreign', $1, now(), now()) RETURNING id`,
        [foreign?.['id']],
      );
      const row = { group: 'a', role_id: role('editor') };
      expect(outcome(await put(olivia, { mappings: [{ ...row, workspace_id: other?.['id'] }] }))).toEqual([400, 'VALIDATION_FAILED']);
      expect(outcome(await put(olivia, { mappings: [{ ...row, role_id: foreign?.['id'] }] }))).toEqual([400, 'VALIDATION_FAILED']);
      expect([(await put(oscar, { mappings: [row] })).status, (await read(oscar)).status]).toEqual([404, 404]);
      expect([(await put(vera, { mappings: [row] })).status, (await put(null, { mappings: [row] })).status]).toEqual([403, 401]);
    });

    it('not to a role that allows more than the own one, nor over one', async () => {
      const signOn = await custom(['sso.read', 'sso.manage', 'workspace.read']);
      const sam = await member(signOn);
      const admins = { group: 'Admins', role_id: role('admin') };
      expect(outcome(await put(sam, { mappings: [admins] }))).toEqual([403, 'FORBIDDEN']);
      await map([{ group: 'Sign-on', role_id: signOn }], {}, sam);
      await map([admins]);
      expect(outcome(await put(sam, { mappings: [] }))).toEqual([403, 'FORBIDDEN']);
    });

    it('after the second factor, where there is one', async () => {
      await changeRole(await userIdOf(app, 'mia'), role('admin'));
      const mia = await logInWithTotp(app);
      app.clock.advance({ minutes: 11 });
      expect((await put(mia, { mappings: [] })).body.code).toBe('STEP_UP_REQUIRED');
    });

    it('to roles that cannot be deleted meanwhile', async () => {
      const mapped = await custom(['workspace.read']);
      await map([{ group: 'a', role_id: mapped }]);
      expect(outcome(await app.http.delete(`/api/v1/roles/${mapped}`, { token: olivia.accessToken }))).toEqual([409, 'ROLE_IN_USE']);
    });
  });

  describe('give', () => {
    beforeEach(() =>
      map([
        { group: 'Admins', role_id: role('admin') },
        { group: 'Editors', role_id: role('editor') },
        { group: 'Everyone', role_id: role('viewer'), workspace_id: 1 },
        { group: 'Editors', role_id: role('editor'), workspace_id: 1 },
      ]),
    );

    it('role and workspaces with the first login, and others with the next one', async () => {
      const sub = newcomer(['Everyone', 'Editors']);
      const { userId } = await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['editor', [{ id: 1, role: 'viewer' }]]);
      const reason = { sso_connection_id: connection, claimed_group: 'Editors', from: 'viewer', to: 'editor' };
      expect(await audited('member.role_changed', userId)).toEqual([{ actor: null, outcome: 'success', detail: reason }]);
      inGroups(sub, ['Admins', 'Editors']);
      await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['admin', [{ id: 1, role: 'editor' }]]);
      inGroups(sub, []);
      await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['viewer', []]);
    });

    it('in a workspace its default role, where no role is named', async () => {
      const settings = { default_role_id: role('editor') };
      const made = await app.http.post(
        '/api/v1/organizations/1/workspaces',
        { name: `Default ${(next += 1)}`, settings },
        { token: olivia.accessToken },
      );
      const workspace_id: number = made.body.data.workspace.id;
      const answer = await put(olivia, { mappings: [{ group: 'Guests', workspace_id }] });
      expect(answer.body.data.group_mapping.mappings).toEqual([{ group: 'Guests', role_id: role('editor'), workspace_id }]);
      const { userId } = await come(newcomer(['Guests']));
      expect(await workspacesOf(userId)).toEqual([{ id: workspace_id, role: 'editor' }]);
      expect((await put(olivia, { mappings: [{ group: 'Guests' }] })).body.details).toMatchObject([{ field: 'mappings[0].role_id' }]);
    });

    it('what counts on the next request of sessions that are open already', async () => {
      const sub = newcomer(['Admins']);
      const first = await come(sub);
      const list = () => app.http.get('/api/v1/organizations/1/scim-groups', { token: first.accessToken });
      expect((await list()).status).toBe(200);
      inGroups(sub, []);
      await come(sub);
      expect((await list()).status).toBe(403);
    });

    it('nothing over a role that was given by hand, but over the one that everybody has', async () => {
      const sub = newcomer([]);
      const { userId } = await come(sub);
      inGroups(sub, ['Editors']);
      await come(sub);
      expect(await roleOf(userId)).toBe('editor');
      await changeRole(userId, role('admin'));
      await come(sub);
      inGroups(sub, []);
      await come(sub);
      expect(await roleOf(userId)).toBe('admin');
    });

    it('nothing in a workspace over what was given by hand, and take only their own away', async () => {
      const sub = newcomer([]);
      const { userId } = await come(sub);
      const byHand = { user_id: userId, role_id: role('admin') };
      expect((await app.http.post('/api/v1/workspaces/1/members', byHand, { token: olivia.accessToken })).status).toBe(201);
      inGroups(sub, ['Editors']);
      await come(sub);
      inGroups(sub, []);
      await come(sub);
      expect(await workspacesOf(userId)).toEqual([{ id: 1, role: 'admin' }]);
    });

    it('owners no other role, and the last owner stays', async () => {
      const sub = newcomer(['Editors']);
      const { userId } = await come(sub);
      await sql(`UPDATE organization_members SET role_id = $2, is_from_claims = true WHERE organization_id = 1 AND user_id = $1`, [
        userId,
        role('owner'),
      ]);
      for (const groups of [['Admins'], []]) {
        inGroups(sub, groups);
        await come(sub);
        expect(await roleOf(userId)).toBe('owner');
      }
      await sql('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [userId, role('viewer')]);
    });

    it('the default role of the connection to people who are in no mapped group any more', async () => {
      const fallback = await custom(['workspace.read']);
      await sql('UPDATE sso_connections SET default_role_id = $2 WHERE id = $1', [connection, fallback]);
      const sub = newcomer(['Editors']);
      const { userId } = await come(sub);
      expect(await roleOf(userId)).toBe('editor');
      inGroups(sub, ['Strangers']);
      await come(sub);
      expect(await roleOf(userId)).toMatch(/^Custom/);
    });

    it('by their exact names: neither in another case, nor in another form of Unicode, nor without a slash', async () => {
      await map([
        { group: '/Ana\u0301lysts', role_id: role('admin') },
        { group: '/An\u00e1lysts', role_id: role('editor') },
      ]);
      const expected = { '/Ana\u0301lysts': 'admin', '/An\u00e1lysts': 'editor', '/an\u00e1lysts': 'viewer', 'An\u00e1lysts': 'viewer' };
      for (const [group, name] of Object.entries(expected)) {
        const { userId } = await come(newcomer([group, 'Analy\u0000sts', '/An\u00e1lysts\n']));
        expect([group, await roleOf(userId)]).toEqual([group, name]);
      }
    });

    it('to people with 10,000 groups, and nothing new to people with more', async () => {
      const many = (count: number) => [...Array.from({ length: count - 1 }, (_, at) => `${at}`), 'Editors'];
      const sub = newcomer(many(10_000));
      const { userId } = await come(sub);
      expect(await roleOf(userId)).toBe('editor');
      inGroups(sub, [...many(10_001).slice(0, -1), 'Admins']);
      await come(sub);
      expect(await roleOf(userId)).toBe('editor');
    });

    it('what they gave before, where an answer says nothing of groups, unless that means none', async () => {
      const sub = newcomer(['Editors']);
      const { userId } = await come(sub);
      inGroups(sub);
      await come(sub);
      expect(await roleOf(userId)).toBe('editor');
      await map([{ group: 'Editors', role_id: role('editor') }], { absent_groups: 'none' });
      await come(sub);
      expect(await roleOf(userId)).toBe('viewer');
    });

    it('nothing any more once the mapping is empty, and nothing through another connection', async () => {
      const sub = newcomer(['Editors']);
      const { userId } = await come(sub);
      const other = await activeConnection(app, idp, { provisions: true });
      await sql(
        `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
         VALUES (1, $1, $2, $3, $4, 'proof', now())`,
        [other, userId, idp.issuer, sub],
      );
      await come(sub, other);
      expect(await roleOf(userId)).toBe('editor');
      await map([]);
      await come(sub);
      expect(await roleOf(userId)).toBe('viewer');
    });

    it('to a person who first had to show that the account is theirs', async () => {
      idp.accounts.push({ sub: 'vera', email: 'vera@delta.example', email_verified: true, groups: ['Editors'] });
      const to = await signIn(app, idp, connection, 'vera');
      expect(await roleOf(vera.userId)).toBe('viewer');
      const { status } = await app.http.post('/api/auth/sso/link', { link_token: to.get('link_token') ?? '', password: DEMO_PASSWORD });
      expect([status, await roleOf(vera.userId)]).toEqual([200, 'editor']);
    });
  });

  describe('of a connection that is deleted', () => {
    const setStatus = async (id: number, status: string): Promise<void> => {
      await sql('UPDATE sso_connections SET status = $2 WHERE id = $1', [id, status]);
    };
    const remove = (who: LoggedIn) => app.http.delete(`/api/v1/sso/connections/${connection}`, { token: who.accessToken });
    const rows = () => [
      { group: 'Editors', role_id: role('editor') },
      { group: 'Editors', role_id: role('editor'), workspace_id: 1 },
    ];

    it('give nothing any more, also to people who are not linked to it now; while it is disabled they keep it', async () => {
      await sql('DELETE FROM sso_group_settings');
      await map(rows());
      const [{ userId }, unlinked, byHand] = [
        await come(newcomer(['Editors'])),
        await come(newcomer(['Editors'])),
        await come(newcomer([])),
      ];
      await sql('DELETE FROM sso_identities WHERE user_id = $1', [unlinked.userId]);
      await changeRole(byHand.userId, role('editor'));
      expect((await app.http.post(`/api/v1/sso/connections/${connection}/disable`, {}, { token: olivia.accessToken })).status).toBe(200);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['editor', [{ id: 1, role: 'editor' }]]);
      expect((await remove(olivia)).status).toBe(200);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['viewer', []]);
      expect([await roleOf(unlinked.userId), await roleOf(byHand.userId)]).toEqual(['viewer', 'editor']);
      const detail = { sso_connection_id: connection, claimed_group: null, from: 'editor', to: 'viewer' };
      expect((await audited('member.role_changed', userId)).at(-1)).toEqual({ actor: olivia.userId, outcome: 'success', detail });
    });

    it('stay for people whom another connection with a mapping lets in, and for its own people', async () => {
      await map(rows());
      const both = await come(newcomer(['Editors']));
      const here = await come(newcomer(['Editors']));
      const deleted = connection;
      connection = await activeConnection(app, idp, { provisions: true });
      await map(rows());
      const there = await come(newcomer(['Editors']));
      await sql(
        `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
         VALUES (1, $1, $2, $3, 'both', 'proof', now())`,
        [connection, both.userId, idp.issuer],
      );
      connection = deleted;
      await setStatus(connection, 'disabled');
      expect((await remove(olivia)).status).toBe(200);
      expect([await roleOf(both.userId), await roleOf(there.userId), await roleOf(here.userId)]).toEqual(['editor', 'editor', 'viewer']);
    });

    it('are not ended by somebody who may not give what they gave', async () => {
      const sam = await member(await custom(['sso.read', 'sso.manage', 'workspace.read']));
      await map([{ group: 'Admins', role_id: role('admin') }]);
      const { userId } = await come(newcomer(['Admins']));
      await setStatus(connection, 'disabled');
      expect(outcome(await remove(sam))).toEqual([403, 'FORBIDDEN']);
      expect([await roleOf(userId), (await read(olivia)).status]).toEqual(['admin', 200]);
    });
  });

  describe('and a directory', () => {
    let scim: ScimClient;
    beforeAll(async () => {
      scim = await scimClient(app, 1);
    });
    beforeEach(() =>
      map([
        { group: 'Editors', role_id: role('editor') },
        { group: 'Editors', role_id: role('viewer'), workspace_id: 1 },
      ]),
    );

    it('the directory decides alone where it manages the person, and what claims gave ends', async () => {
      const sub = newcomer(['Editors']);
      const { userId } = await come(sub);
      const [{ username } = { username: '' }] = await sql('SELECT username FROM users WHERE id = $1', [userId]);
      await scim.patch(`/Users/${await idOf(app, username)}`, replacing({ displayName: 'From the directory' }));
      await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['viewer', []]);
      const managed = `managed-${(next += 1)}`;
      await scim.post('/Users', person(`${managed}@corp.example`, work(`${managed}@corp.example`)));
      idp.accounts.push({ sub: managed, email: `${managed}@corp.example`, email_verified: true, groups: ['Editors'] });
      const came = await come(managed);
      expect(await roleOf(came.userId)).toBe('viewer');
    });

    it('the directory takes over what claims gave, and claims take nothing from it', async () => {
      const sub = newcomer(['Editors']);
      const { userId } = await come(sub);
      const [{ username } = { username: '' }] = await sql('SELECT username FROM users WHERE id = $1', [userId]);
      const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
      const members = [{ value: await idOf(app, username) }];
      const { body } = await scim.post('/Groups', { schemas: [GROUP], displayName: `Group ${(next += 1)}`, members });
      const mappings = [null, 1].map((workspace_id) => ({ group_id: body.id, role_id: role('admin'), workspace_id }));
      await app.http.put('/api/v1/organizations/1/scim-mapping', { mappings }, { token: olivia.accessToken });
      inGroups(sub, []);
      await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['admin', [{ id: 1, role: 'admin' }]]);
      await app.http.put('/api/v1/organizations/1/scim-mapping', { mappings: [] }, { token: olivia.accessToken });
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['viewer', []]);
    });

    it('a change of what groups of the directory give leaves alone what claims gave', async () => {
      const { userId } = await come(newcomer(['Editors']));
      await app.http.put('/api/v1/organizations/1/scim-mapping', { mappings: [] }, { token: olivia.accessToken });
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['editor', [{ id: 1, role: 'viewer' }]]);
    });
  });

  describe('give no more than the person who answers for them may', () => {
    it('at each login: a mapping of somebody who was demoted since gives nothing, and keeps nobody out', async () => {
      const former = await member(role('admin'));
      await map([{ group: 'Admins', role_id: role('admin') }], {}, former);
      const early = newcomer(['Admins']);
      const { userId } = await come(early);
      expect(await roleOf(userId)).toBe('admin');
      await changeRole(former.userId, role('viewer'));
      const late = await come(newcomer(['Admins']));
      await come(early);
      expect([await roleOf(late.userId), await roleOf(userId)]).toEqual(['viewer', 'admin']);
      const withheld = { actor: late.userId, outcome: 'refused', detail: { connection_id: connection, reason: 'above_ceiling' } };
      expect(await audited('sso.claims.withheld', late.userId)).toEqual([withheld]);
      expect((await read(olivia)).body.data).toMatchObject({ is_withheld: true, group_mapping: { responsible_user_id: former.userId } });
      // What they take away is not the mapping's doing any more.
      inGroups(early, []);
      await come(early);
      expect(await roleOf(userId)).toBe('viewer');
      const { mappings } = (await read(olivia)).body.data.group_mapping;
      await map(mappings);
      expect((await read(olivia)).body.data.is_withheld).toBe(false);
    });

    it('and keep of what they gave no more than the groups still name, while the mapping gives too much', async () => {
      const former = await member(role('admin'));
      const mappings = [
        { group: 'Admins', role_id: role('admin') },
        { group: 'Everyone', role_id: role('viewer'), workspace_id: 1 },
        { group: 'Editors', role_id: role('editor'), workspace_id: 1 },
        { group: 'Staff', role_id: role('editor') },
      ];
      await map(mappings, {}, former);
      const editor = newcomer(['Staff']);
      const { userId: editorId } = await come(editor);
      const sub = newcomer(['Admins', 'Everyone']);
      const { userId } = await come(sub);
      await sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, [former.userId]);
      inGroups(sub, ['Everyone']);
      await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['viewer', [{ id: 1, role: 'viewer' }]]);
      inGroups(sub, ['Admins', 'Editors']);
      await come(sub);
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['viewer', []]);
      inGroups(editor, ['Admins', 'Staff']);
      await come(editor);
      expect(await roleOf(editorId)).toBe('editor');
    });

    it('neither give nor end anything once somebody has said where groups come from, until all of it is given again', async () => {
      const sam = await member(await custom(['sso.read', 'sso.manage', 'workspace.read']));
      const mappings = [
        { group: 'Admins', role_id: role('admin') },
        { group: 'Analysts', role_id: role('viewer'), workspace_id: 1 },
      ];
      await map(mappings);
      const sub = newcomer(['Admins']);
      const { userId } = await come(sub);
      const rename = async (groups: string) =>
        (await app.http.patch(`/api/v1/sso/connections/${connection}`, { config: { attributes: { groups } } }, { token: sam.accessToken }))
          .status;
      // The provider sends an address in each answer, and it names no mapped group.
      expect(await rename('email')).toBe(200);
      await come(sub);
      expect(await roleOf(userId)).toBe('admin');
      const own = newcomer(['Analysts']);
      expect(await rename('groups')).toBe(200);
      const came = await come(own);
      expect([await roleOf(came.userId), await workspacesOf(came.userId)]).toEqual(['viewer', []]);
      expect((await read(olivia)).body.data).toMatchObject({ is_withheld: true, group_mapping: { responsible_user_id: null } });
      // A person who does not see a workspace takes over no row about it.
      expect(outcome(await put(sam, { mappings }))[0]).toBe(403);
      await map(mappings);
      await come(own);
      expect(await workspacesOf(came.userId)).toEqual([{ id: 1, role: 'viewer' }]);
    });

    it('nor what a login has read before the mapping was saved by somebody who may give more', async () => {
      const sam = await member(await custom(['sso.read', 'sso.manage', 'workspace.read']));
      const mappings = [{ group: 'Admins', role_id: role('admin') }];
      await map(mappings);
      const username = `linker-${(next += 1)}`;
      const person = await addPerson(app, username);
      idp.accounts.push({ sub: username, email: `${username}@delta.example`, email_verified: true, groups: ['Admins'] });
      const to = await signIn(app, idp, connection, username);
      app.clock.advance({ seconds: 1 });
      const config = { attributes: { groups: 'departments' } };
      expect((await app.http.patch(`/api/v1/sso/connections/${connection}`, { config }, { token: sam.accessToken })).status).toBe(200);
      await map(mappings);
      const linked = await app.http.post('/api/auth/sso/link', { link_token: to.get('link_token') ?? '', password: DEMO_PASSWORD });
      expect([linked.status, await roleOf(person)]).toEqual([200, 'viewer']);
    });

    it('nor once somebody else has said where groups come from', async () => {
      const sam = await member(await custom(['sso.read', 'sso.manage', 'workspace.read']));
      await map([{ group: 'Admins', role_id: role('admin') }]);
      const config = { attributes: { groups: 'departments' } };
      const changed = await app.http.patch(`/api/v1/sso/connections/${connection}`, { config }, { token: sam.accessToken });
      expect(changed.status).toBe(200);
      expect((await read(olivia)).body.data).toMatchObject({ is_withheld: true, group_mapping: { responsible_user_id: null } });
      const renamed = await app.http.patch(
        `/api/v1/sso/connections/${connection}`,
        { name: `Named ${connection}` },
        { token: olivia.accessToken },
      );
      expect(renamed.status).toBe(200);
      expect((await read(olivia)).body.data.group_mapping.responsible_user_id).toBeNull();
    });

    it('but go on once an owner has said where groups come from', async () => {
      await map([{ group: 'Editors', role_id: role('editor') }], {}, adam);
      const config = { attributes: { groups: 'departments' } };
      expect((await app.http.patch(`/api/v1/sso/connections/${connection}`, { config }, { token: olivia.accessToken })).status).toBe(200);
      const [event] = await sql(`SELECT detail FROM audit_events WHERE action = 'sso.connection.changed' ORDER BY id DESC LIMIT 1`);
      expect((await read(adam)).body.data).toMatchObject({ is_withheld: false, group_mapping: { responsible_user_id: adam.userId } });
      expect(event?.['detail']).toMatchObject({ group_mapping: 'kept' });
    });
  });

  describe('at once', () => {
    it('are the same for 20 logins of one person', async () => {
      await map([
        { group: 'Editors', role_id: role('editor') },
        { group: 'Editors', role_id: role('editor'), workspace_id: 1 },
      ]);
      const sub = newcomer([]);
      const { userId } = await come(sub);
      inGroups(sub, ['Editors']);
      const browsers = Array.from({ length: 20 }, () => new Browser());
      const callbacks = [];
      for (const browser of browsers) callbacks.push(await toCallback(app, idp, connection, sub, { browser }));
      const ended = await Promise.all(
        callbacks.map(async (callback, at) => (await follow(app, callback, browsers[at] ?? new Browser())).to.has('code')),
      );
      expect(ended).toEqual(Array<boolean>(20).fill(true));
      expect([await roleOf(userId), await workspacesOf(userId)]).toEqual(['editor', [{ id: 1, role: 'editor' }]]);
      expect(await audited('member.role_changed', userId)).toHaveLength(1);
      expect(await audited('workspace.member_added', userId)).toHaveLength(1);
    });

    it('give what the former mapping says or what the new one says, never both', async () => {
      for (let each = 0; each < 5; each += 1) {
        await map([{ group: 'Editors', role_id: role('editor') }]);
        const sub = newcomer(['Editors']);
        const browser = new Browser();
        const callback = await toCallback(app, idp, connection, sub, { browser });
        const [{ to }] = await Promise.all([
          follow(app, callback, browser),
          map([
            { group: 'Editors', role_id: role('admin') },
            { group: 'Editors', role_id: role('editor'), workspace_id: 1 },
          ]),
        ]);
        const { body } = await exchange(app, to.get('code'));
        const found = [await roleOf(body.user.id), (await workspacesOf(body.user.id)).length];
        expect([
          ['editor', 0],
          ['admin', 1],
        ]).toContainEqual(found);
      }
    });
  });

  describe('of a test login', () => {
    const report = async (groups?: readonly string[]) => {
      idp.accounts.splice(0, idp.accounts.length, {
        ...{ sub: 'adam', email: 'adam@delta.example', email_verified: true },
        ...(groups && { groups }),
      });
      const { body, text } = await app.http.post(`/api/v1/sso/connections/${connection}/test`, {}, { token: adam.accessToken });
      expect([body.data.test.status, text]).toEqual(['running', expect.anything()]);
      const browser = new Browser();
      const { pathname, searchParams } = new URL(body.data.test.start_url);
      expect(pathname).toBe(`/api/auth/sso/${connection}/start`);
      await signIn(app, idp, connection, 'adam', { browser, query: { test: searchParams.get('test') ?? '' } });
      const { body: found } = await app.http.get(`/api/v1/sso/connections/${connection}/tests`, { token: adam.accessToken });
      const { outcome: ended, steps } = found.data.tests[0];
      return { roles: ended.roles, step: steps.find(({ step }: { step: string }) => step === 'groups') };
    };

    it('are shown with what they meet and what would change, and change nothing', async () => {
      const { userId } = adam;
      await sql(`UPDATE organization_members SET role_id = $2, is_from_claims = false WHERE organization_id = 1 AND user_id = $1`, [
        userId,
        role('viewer'),
      ]);
      await sql(`UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1`, [userId, role('admin')]);
      await map([
        { group: 'Editors', role_id: role('editor'), workspace_id: 1 },
        { group: 'Everyone', role_id: role('viewer'), workspace_id: 1 },
        { group: 'Everyone', role_id: role('viewer') },
      ]);
      const held = await workspacesOf(userId);
      const { roles: foreseen, step } = await report(['Everyone', 'Editors', 'Unknown']);
      const before = { role: 'admin', workspaces: held.map(({ id, role: name }) => ({ workspace_id: id, role: name })) };
      expect(foreseen).toEqual({
        decided_by: 'claims',
        groups_said: 'listed',
        received: 3,
        is_withheld: false,
        met: [
          { group: 'Editors', role_id: role('editor'), workspace_id: 1, counts: true },
          { group: 'Everyone', role_id: role('viewer'), workspace_id: 1, counts: false },
          { group: 'Everyone', role_id: role('viewer'), workspace_id: null, counts: true },
        ],
        before,
        after: { role: 'admin', workspaces: [{ workspace_id: 1, role: 'editor' }] },
      });
      expect(step).toMatchObject({ outcome: 'passed' });
      expect(await workspacesOf(userId)).toEqual(held);
      expect(await audited('workspace.member_added', userId)).toEqual([]);
    });

    it('say how many rows fit, and what to do if none does', async () => {
      await map([{ group: 'Editors', role_id: role('editor') }]);
      const counted = 'Groups in the answer: 1. Rows of the mapping that name one of them:';
      expect((await report(['Editors'])).step).toEqual({ step: 'groups', outcome: 'passed', message: `${counted} 1.` });
      const message = `${counted} 0. No row fits. Compare the names with what the provider sends.`;
      expect((await report(['Unknown'])).step).toEqual({ step: 'groups', outcome: 'warned', message });
    });

    it('say what is wrong: absent, too many, withheld, or a directory decides', async () => {
      await map([{ group: 'Editors', role_id: role('editor') }]);
      expect(await report()).toMatchObject({ roles: { groups_said: 'absent', met: [] }, step: { outcome: 'warned' } });
      const many = Array.from({ length: 10_001 }, (_, at) => `${at}`);
      expect(await report(many)).toMatchObject({ roles: { groups_said: 'incomplete', met: [] }, step: { outcome: 'warned' } });
      const former = await sql('SELECT responsible_user_id FROM sso_group_settings WHERE connection_id = $1', [connection]);
      expect(former).toEqual([{ responsible_user_id: olivia.userId }]);
      await sql('UPDATE sso_group_settings SET responsible_user_id = $2 WHERE connection_id = $1', [
        connection,
        await userIdOf(app, 'vera'),
      ]);
      const withheld = { is_withheld: true, met: [{ group: 'Editors', counts: false }] };
      expect(await report(['Editors'])).toMatchObject({ roles: withheld, step: { outcome: 'warned' } });
      const scim = await scimClient(app, 1);
      await scim.patch(`/Users/${await idOf(app, 'adam')}`, replacing({ displayName: 'Adam of the directory' }));
      expect(await report(['Editors'])).toMatchObject({ roles: { decided_by: 'directory' }, step: { outcome: 'warned' } });
    });

    it('are left out while nothing was ever mapped', async () => {
      expect(await report(['Editors'])).toEqual({ roles: null, step: undefined });
    });
  });
});
