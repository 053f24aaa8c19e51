import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { Mailbox } from '../support/mailbox.js';
import { activating, letDirectorySetPasswords, login, membershipsOf, person, replacing, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';

describe('provisioning that races', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let scim: ScimClient;
  let people = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    await letDirectorySetPasswords(app, 'elsewhere.example');
    scim = await scimClient(app, 1);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const someone = () => `racer${(people += 1)}@elsewhere.example`;
  const rows = (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => app.dataSource.query(sql, values);
  const created = async (address: string, more: object = {}): Promise<string> => {
    const { body, status } = await scim.post('/Users', person(address, { ...work(address), ...more }));
    expect(status).toBe(201);
    return body.id;
  };
  const twenty = <T>(one: (each: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, (_, each) => one(each)));

  it('with the acceptance of an invitation leaves in no one who was let go', async () => {
    const invited = await twenty(async () => {
      const address = someone();
      await rows(
        `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, password_hash, trust_epoch,
                            created_at, updated_at)
         SELECT $1, $1, $1, $1, 'active', false, password_hash, 1, now(), now() FROM users WHERE username = 'nora'`,
        [address],
      );
      return { address, id: await created(address) };
    });
    const mails = await mailbox.arrived(app);
    await Promise.all(
      invited.map(async ({ address, id }) => {
        const mail = mails.find(({ to }) => to?.[0]?.address === address);
        const token = /^([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
        const { accessToken } = await logIn(app.http, address);
        const accept = app.http.post(`/api/v1/invitations/${token}/accept`, {}, { token: accessToken });
        const [accepted, left] = await Promise.all([accept, activating(scim, id, false)]);
        expect(left.status).toBe(200);
        expect([200, 201, 404, 409, 410]).toContain(accepted.status);
      }),
    );
    for (const { address } of invited) expect((await membershipsOf(app, address)).filter((each) => each > 0)).toEqual([]);
  });

  it('with changes of roles by hand and with logins leaves no session and no way in', async () => {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const roles = await rows(`SELECT id FROM roles WHERE organization_id = 1 AND name IN ('viewer', 'editor', 'admin')`);
    const address = someone();
    const id = await created(address, { password: PASSWORD });
    const [account] = await rows('SELECT id FROM users WHERE email = $1', [address]);
    const answers = await twenty((each) => {
      if (each % 3 === 0) return activating(scim, id, false);
      if (each % 3 === 1) return login(app, address, PASSWORD);
      const role_id = roles[each % roles.length]?.['id'];
      return app.http.send('PATCH', `/api/v1/organizations/1/members/${String(account?.['id'])}`, { role_id }, { token });
    });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await membershipsOf(app, address)).toEqual([-1]);
    expect(await rows('SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [account?.['id']])).toEqual([]);
    expect((await login(app, address, PASSWORD)).status).toBe(401);
  });

  it('with other changes of the same person loses none of them', async () => {
    const address = someone();
    const id = await created(address);
    const right = (value: string) => ({ schemas: [PATCH_MESSAGE], Operations: [{ op: 'add', path: 'entitlements', value: [{ value }] }] });
    const given = Array.from({ length: 15 }, (_, each) => `right ${each + 10}`);
    const turns = [false, true, false, true, false].map((active) => activating(scim, id, active));
    const answers = await Promise.all([...turns, ...given.map((value) => scim.patch(`/Users/${id}`, right(value)))]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await scim.get(`/Users/${id}`);
    const { active, entitlements } = body as { active: boolean; entitlements: { value: string }[] };
    expect(entitlements.map(({ value }) => value).sort()).toEqual(given);
    expect(await membershipsOf(app, address)).toEqual([active ? 1 : -1]);
  });

  it('with the owner who proves the address, never sets their password afterwards', async () => {
    await twenty(async () => {
      const address = someone();
      const id = await created(address);
      await app.http.post('/api/auth/password-reset/request', { email: address });
      return { address, id };
    }).then(async (made) => {
      const mails = await mailbox.arrived(app);
      await Promise.all(
        made.map(async ({ address, id }) => {
          const mail = mails.find(({ to, subject }) => to?.[0]?.address === address && !subject?.startsWith('Invitation'));
          const token = /([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
          const own = app.http.post('/api/auth/password-reset', {
            token,
            new_password: 'seven swans on the lower weir',
          });
          const [reset, written] = await Promise.all([own, scim.patch(`/Users/${id}`, replacing({ password: PASSWORD }))]);
          expect(written.status).toBe(200);
          // Either one may have been first. But if the owner's reset succeeded, their password is the one that counts.
          const [ours, theirs] = [await login(app, address, 'seven swans on the lower weir'), await login(app, address, PASSWORD)];
          expect([ours.status, theirs.status]).toEqual(reset.status === 200 ? [200, 401] : [401, 200]);
        }),
      );
    });
  });
});
