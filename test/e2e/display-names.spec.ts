import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { accountOf, idOf, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { addMember } from '../support/sign-on.js';
import { activeConnection, ownDomain, signIn, startSsoApp } from '../support/sso-login.js';
import { type LoggedIn, type TestApp, logIn } from '../support/test-app.js';

const MEMBERS = '/api/v1/organizations/1/members';
const SCHEMAS = ['urn:ietf:params:scim:schemas:core:2.0:User'];
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

describe('what people are called', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let scim: ScimClient;
  let olivia: LoggedIn;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    const accounts = [
      { sub: 'new', email: 'new@delta.example', email_verified: true, name: '  Nia  New ' },
      { sub: 'vera', email: 'vera@delta.example', email_verified: true, name: 'Vera of the provider' },
    ];
    idp = await startOidcIdp({ accounts, clock: app.clock });
    await ownDomain(app, 'delta.example');
    scim = await scimClient(app, 1);
    olivia = await logIn(app.http, 'olivia');
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  const nameOf = async (address: string): Promise<unknown> => (await accountOf(app, address))?.['display_name'];
  const provision = async (address: string, more: object = {}): Promise<string> => {
    const { status, body } = await scim.post('/Users', { schemas: SCHEMAS, userName: address, ...work(address), ...more });
    expect(status).toBe(201);
    return body.id;
  };
  const patch = async (id: string, value: object) => {
    const answer = await scim.patch(`/Users/${id}`, { schemas: PATCH, Operations: [{ op: 'replace', value }] });
    expect(answer.status).toBe(200);
  };
  const call = (token: string, name: unknown) => app.http.patch('/api/v1/me', { display_name: name }, { token });

  it('is what they choose themselves, beside the username that stays', async () => {
    const { accessToken: token, userId } = await logIn(app.http, 'nora');
    const answer = await call(token, '  Nora  Hadd\u00adad ');
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { display_name: 'Nora Hadd\u00adad', message: 'Name changed.' }, message: 'Name changed.' },
    ]);
    const { body } = await app.http.get('/api/v1/me', { token });
    expect(body.data.user).toMatchObject({ username: 'nora', display_name: 'Nora Hadd\u00adad' });
    expect((await call(token, null)).body.data.display_name).toBeNull();
    const events = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'user.display_name_changed' AND actor_user_id = $1 AND target_type = 'user' ORDER BY id`,
      [userId],
    );
    expect(events).toEqual([{ detail: { display_name: 'Nora Hadd\u00adad' } }, { detail: { display_name: null } }]);
  });

  it.each([[''], ['\u200b'], ['a\nb'], ['x'.repeat(101)], ['olivia@delta.example'], [7], [undefined], [['Nora']]])(
    'is refused if it is no name: %j',
    async (name) => {
      const { accessToken: token } = await logIn(app.http, 'nora');
      const { status, body } = await call(token, name);
      expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', 'display_name']);
    },
  );

  it('is not said twice: the username and the address are no names', async () => {
    const { accessToken: token } = await logIn(app.http, 'nora');
    expect((await call(token, 'NORA')).body.data.display_name).toBeNull();
  });

  it.each([
    ['d1@delta.example', 'displayName', { displayName: 'Dana Direct', name: { formatted: 'Other' } }, 'Dana Direct'],
    ['d2@delta.example', 'the formatted name', { name: { formatted: 'Dr. Dana Formal', givenName: 'Dana' } }, 'Dr. Dana Formal'],
    ['d3@delta.example', 'the parts of the name', { name: { givenName: 'Dana', familyName: 'Parts' } }, 'Dana Parts'],
    ['d4@delta.example', 'nothing that is a name', { displayName: '\u2800', name: { givenName: ' ' } }, null],
    ['d5@delta.example', 'the address again', { displayName: 'D5@delta.example' }, null],
  ])('is what the directory says of %s, an account that it makes: %s', async (address, _, more, expected) => {
    await provision(address, more);
    expect(await nameOf(address)).toBe(expected);
  });

  it('follows the directory until they choose another, which it does not change', async () => {
    const address = 'dee@delta.example';
    const id = await provision(address, { displayName: 'Dee One' });
    await patch(id, { displayName: 'Dee Two' });
    expect(await nameOf(address)).toBe('Dee Two');
    await patch(id, { displayName: null });
    expect(await nameOf(address)).toBe('Dee Two');
    await app.dataSource.query(`UPDATE users SET display_name = 'My own', is_name_own = true WHERE email_key = $1`, [address]);
    await patch(id, { displayName: 'Dee Three' });
    expect(await nameOf(address)).toBe('My own');
  });

  it('stays beside a password that is not kept, when the person comes back under another name', async () => {
    const address = 'back@delta.example';
    const id = await provision(address, { externalId: 'back', displayName: 'Bea One' });
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    await provision(address, { externalId: 'back', displayName: 'Bea Two', password: 'a heron stands in shallow water' });
    expect(await nameOf(address)).toBe('Bea Two');
  });

  it('is told to whoever reads the trail, and not given to owners, whom others ask for approvals', async () => {
    await patch(await idOf(app, 'adam'), { displayName: 'Adam of the directory' });
    expect(await nameOf('adam@delta.example')).toBe('Adam Lindholm');
    await app.dataSource.query(`UPDATE users SET is_name_own = false WHERE username IN ('adam', 'olivia')`);
    await patch(await idOf(app, 'adam'), { displayName: 'Adam Renamed' });
    await patch(await idOf(app, 'olivia'), { displayName: 'Adam Renamed' });
    expect([await nameOf('adam@delta.example'), await nameOf('olivia@delta.example')]).toEqual(['Adam Renamed', 'Olivia Okafor']);
    const events = await app.dataSource.query(
      `SELECT actor_user_id AS by, detail FROM audit_events
        WHERE action = 'user.display_name_changed' AND target_type = 'user' AND target_id = (SELECT id::text FROM users WHERE username = 'adam')`,
    );
    expect(events).toEqual([{ by: null, detail: { display_name: 'Adam Renamed', given_by: 1 } }]);
  });

  it('stays when the person belongs to another organization too', async () => {
    const address = 'shared@delta.example';
    const id = await provision(address, { displayName: 'Sam Shared' });
    await app.dataSource.query('UPDATE users SET claimed_at = now() WHERE email_key = $1', [address]);
    await addMember(app, address, 'viewer', 2);
    await patch(id, { displayName: 'Somebody else' });
    expect(await nameOf(address)).toBe('Sam Shared');
  });

  it('is taken from the provider by whoever comes without a name', async () => {
    const connection = await activeConnection(app, idp, { provisions: true });
    await signIn(app, idp, connection, 'new');
    expect(await nameOf('new@delta.example')).toBe('Nia New');
    await app.dataSource.query(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       SELECT 1, $1, id, $2, 'vera', 'proof', now() FROM users WHERE username = 'vera'`,
      [connection, idp.issuer],
    );
    await signIn(app, idp, connection, 'vera');
    expect(await nameOf('vera@delta.example')).toBe('Vera Lindqvist');
    await app.dataSource.query(`UPDATE users SET display_name = NULL, is_name_own = false WHERE username = 'vera'`);
    await signIn(app, idp, connection, 'vera');
    expect(await nameOf('vera@delta.example')).toBe('Vera of the provider');
  });

  it('is found by any of its words, in any order, and only within the organization', async () => {
    const address = 'f.inder@delta.example';
    await provision(address, { displayName: 'Zoë Ångström-Quispe' });
    await app.dataSource.query(
      'UPDATE organization_members SET arrived_at = now() WHERE user_id = (SELECT id FROM users WHERE email_key = $1)',
      [address],
    );
    const found = async (search: string, path = MEMBERS): Promise<readonly string[]> => {
      const { body } = await app.http.get(`${path}?search=${encodeURIComponent(search)}`, { token: olivia.accessToken });
      return (body.data.members ?? body.data.holders).map(({ display_name: name }: { display_name: string }) => name);
    };
    for (const search of ['quispe', 'zoe ang', 'Ångström zoë', 'inder@delta', ' QUIS  ZO '])
      expect([search, await found(search)]).toEqual([search, ['Zoë Ångström-Quispe']]);
    for (const search of ['uispe', 'zoe lindqvist', 'reyes', '%', "x':* | 'zoe"])
      expect([search, await found(search)]).toEqual([search, []]);
    const [{ id }] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    expect(await found('quispe', `/api/v1/roles/${id}/holders`)).toEqual(['Zoë Ångström-Quispe']);
  });
});
