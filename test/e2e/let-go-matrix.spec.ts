import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AddMember } from '../../src/organizations/application/add-member.js';
import { mcpClient } from '../support/mcp-client.js';
import { activating, idOf, login, person, work } from '../support/people.js';
import { rewinding } from '../support/rewinding.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { addConnection, enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const [OURS, THEIRS] = [1, 2];

/** What a person holds; `access` is what a session of theirs by password reaches, or a new login where it has ended. */
interface Holdings {
  readonly session: boolean;
  readonly ourSignOn: boolean;
  readonly theirSignOn: boolean;
  readonly ourKey: unknown;
  readonly theirKey: unknown;
  readonly isTrustKept: boolean;
  readonly access: readonly number[];
}

describe('what one organization does to a person whom another one has too', () => {
  let app: TestApp;
  let rewind: () => Promise<void>;
  let scim: ScimClient;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    const member = {
      organizationId: THEIRS,
      userId: await userIdOf(app, 'vera'),
      role: 'editor',
      actorUserId: null,
    } as const;
    await app.app.get(AddMember, { strict: false }).execute(member);
    rewind = await rewinding(app);
  });
  afterEach(() => rewind());
  afterAll(() => app.close());

  const keyOf = async (token: string, organizationId: number): Promise<string> => {
    const body = { name: `Key ${organizationId}`, organization_id: organizationId, scopes: ['schema.read'] };
    const answer = await app.http.post('/api/v1/access-keys', body, { token });
    expect(answer.status).toBe(201);
    return answer.body.data.access_key.token;
  };
  const outcomeOf = async (key: string): Promise<unknown> => {
    try {
      const { call, client } = await mcpClient(app.url, key);
      const { isError, data } = await call('list_data_sources');
      await client.close();
      return isError ? data['code'] : 'works';
    } catch (error) {
      return /401|Unauthorized|UNAUTHORIZED/.test(String((error as Error).stack)) ? 401 : error;
    }
  };
  const isLive = async (token: string): Promise<boolean> => (await app.http.get('/api/v1/me', { token })).status === 200;
  const trust = async (): Promise<number> =>
    (await app.dataSource.query(`SELECT trust_epoch FROM users WHERE username = 'vera'`))[0].trust_epoch;

  /** Their sessions and keys, and a look at what has become of them. */
  async function holdings(): Promise<() => Promise<Holdings>> {
    scim = await scimClient(app, OURS);
    const ours = await addConnection(app);
    const theirs = await addConnection(app, { organizationId: THEIRS, domain: 'estuary.example' });
    const bySession = (await logIn(app.http, 'vera')).accessToken;
    const [ourSignOn, theirSignOn] = [await logInBySso(app, 'vera', ours), await logInBySso(app, 'vera', theirs)];
    const [ourKey, theirKey] = [await keyOf(bySession, OURS), await keyOf(bySession, THEIRS)];
    const before = await trust();
    return async () => {
      const session = await isLive(bySession);
      const again = session ? bySession : (await login(app, 'vera')).body.access_token;
      const access: number[] = [];
      for (const id of [OURS, THEIRS])
        if ((await app.http.get(`/api/v1/organizations/${id}/members`, { token: again })).status === 200) access.push(id);
      return {
        session,
        ourSignOn: await isLive(ourSignOn.accessToken),
        theirSignOn: await isLive(theirSignOn.accessToken),
        ourKey: await outcomeOf(ourKey),
        theirKey: await outcomeOf(theirKey),
        isTrustKept: (await trust()) === before,
        access,
      };
    };
  }

  const ALL: Holdings = {
    session: true,
    ourSignOn: true,
    theirSignOn: true,
    ourKey: 'works',
    theirKey: 'works',
    isTrustKept: true,
    access: [OURS, THEIRS],
  };
  const OUT: Holdings = { ...ALL, ourSignOn: false, ourKey: 401, access: [THEIRS] };
  const veras = () => idOf(app, 'vera');

  const EVENTS: readonly (readonly [string, () => Promise<unknown>, Holdings])[] = [
    ['a PATCH that deactivates', async () => activating(scim, await veras(), false), OUT],
    [
      'a PUT that deactivates',
      async () => scim.put(`/Users/${await veras()}`, person('vera', { ...work('vera@delta.example'), active: false })),
      OUT,
    ],
    ['a DELETE', async () => scim.delete(`/Users/${await veras()}`), OUT],
    [
      'a removal by hand',
      async () =>
        app.http.delete(`/api/v1/organizations/${OURS}/members/${await userIdOf(app, 'vera')}`, {
          token: (await logIn(app.http, 'olivia')).accessToken,
        }),
      OUT,
    ],
    [
      'a role that is taken down',
      () =>
        app.dataSource.query(
          `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer')
            WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
        ),
      ALL,
    ],
    // A login is one for all organizations, so a requirement ends what was opened without the provider. The key is let in, and sees nothing.
    ['single sign-on that becomes required', () => enforce(app, 'required'), { ...ALL, session: false, ourKey: 'works', access: [] }],
  ];

  it.each(EVENTS)('by %s leaves what the other one gave, but for the login itself', async (_, event, expected) => {
    const look = await holdings();
    expect(await look()).toEqual(ALL);
    await event();
    expect(await look()).toEqual(expected);
  });

  it('is undone with the reactivation: keys come back, the sessions of its own provider do not', async () => {
    const look = await holdings();
    const id = await veras();
    await activating(scim, id, false);
    await activating(scim, id, true);
    expect(await look()).toEqual({ ...ALL, ourSignOn: false });
  });

  it('stops the account once the other one lets them go too, and keys rest meanwhile', async () => {
    const look = await holdings();
    const [id, there] = [await veras(), await idOf(app, 'vera', THEIRS)];
    const other = await scimClient(app, THEIRS);
    await activating(scim, id, false);
    await activating(other, there, false);
    const nothing = { session: false, ourSignOn: false, theirSignOn: false, ourKey: 401, theirKey: 401 };
    expect(await look()).toEqual({ ...nothing, isTrustKept: false, access: [] });
    expect((await login(app, 'vera')).status).toBe(401);
    await activating(other, there, true);
    expect(await look()).toMatchObject({ session: false, ourKey: 401, theirKey: 'works', access: [THEIRS] });
    await activating(scim, id, true);
    expect(await look()).toMatchObject({ ourKey: 'works', theirKey: 'works', access: [OURS, THEIRS] });
  });

  it('stops the account of a person whom no other organization has, and their key comes back with them', async () => {
    await app.dataSource.query(
      `DELETE FROM organization_members WHERE organization_id = 2 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
    );
    scim = await scimClient(app, OURS);
    const { accessToken } = await logIn(app.http, 'vera');
    const key = await keyOf(accessToken, OURS);
    const id = await veras();
    await activating(scim, id, false);
    expect([await isLive(accessToken), await outcomeOf(key)]).toEqual([false, 401]);
    await activating(scim, id, true);
    expect([await isLive(accessToken), await outcomeOf(key)]).toEqual([false, 'works']);
    // What rests still ends by what ends keys.
    await activating(scim, id, false);
    await app.dataSource.query(`UPDATE users SET trust_epoch = trust_epoch + 1 WHERE username = 'vera'`);
    await activating(scim, id, true);
    expect(await outcomeOf(key)).toBe(401);
  });
});
